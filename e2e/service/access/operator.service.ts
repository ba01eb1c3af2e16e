/**
 * Access that an operator ends in another process is refused on the next request, and its feeds close within seconds.
 * Addresses that guess credentials are refused.
 */
import { WebSocket } from 'ws'
import { expect, test } from 'vitest'
import { requestToken, openFeed, openSession, lookupStatus, tonePath } from '../kit/calls.ts'
import type { OpenFeed, LookupCredentials } from '../kit/calls.ts'
import { allKinds, describeSite } from '../kit/describe-site.ts'

const sessionEnded = 4401
/** Time limit for the closing of a feed, milliseconds. */
const closeTimeoutMs = 5000

const waitForQuotes = async (feed: OpenFeed) => {
  await feed.waitForFrame('quotes')
  return feed
}
const orTimeout = <Value>(value: Promise<Value>, ms: number) =>
  Promise.race([value, new Promise<string>((done) => setTimeout(done, ms, `not within ${ms} ms`))])

for (const kind of allKinds)
  describeSite(kind, (site) => {
    const urls = () => site().urls()
    const statuses = (credentials: LookupCredentials) =>
      site().onEachNode((url) => lookupStatus(url, credentials))
    const statusOfEachNode = (status: number) => urls().map(() => status)

    test('statements 40 and 42: removing a domain ends the sessions on its pages', async () => {
      const origin = 'https://shop.example.com'
      await site().admin('domain', 'add', site().partnerId, origin)
      const session = await openSession(site().url, site().credentials, { origin })
      const homeSession = await openSession(site().url, site().credentials)
      const feed = await waitForQuotes(openFeed(urls().at(-1)!, session, ['AAPL']))
      await site().admin('domain', 'remove', site().partnerId, origin)
      expect(await statuses(session)).toEqual(statusOfEachNode(401))
      expect(await orTimeout(feed.closeCode, closeTimeoutMs)).toBe(sessionEnded)
      expect(await statuses(homeSession)).toEqual(statusOfEachNode(200))
    })

    test('lists sessions, and ends one or all of a user', async () => {
      const first = await openSession(site().url, site().credentials, { userId: 'listed-user' })
      const second = await openSession(site().url, site().credentials, { userId: 'listed-user' })
      const listed = await site().admin<{ id: string; instance: string }[]>(
        'session',
        'list',
        '--user',
        'listed-user',
      )
      expect(listed.map(({ instance }) => instance).toSorted()).toEqual(
        [first.instance, second.instance].toSorted(),
      )
      const feed = await waitForQuotes(openFeed(urls()[0]!, second, ['AAPL']))
      await site().admin('session', 'end', listed.find(({ instance }) => instance === first.instance)!.id)
      expect([await statuses(first), await statuses(second)]).toEqual([
        statusOfEachNode(401),
        statusOfEachNode(200),
      ])
      expect(await site().admin('session', 'end', '--user', 'listed-user')).toMatchObject({
        ended: [expect.any(String) as string],
      })
      expect(await statuses(second)).toEqual(statusOfEachNode(401))
      expect(await orTimeout(feed.closeCode, closeTimeoutMs)).toBe(sessionEnded)
    })

    test('refuses a disabled account immediately, accepts it once it is enabled, and logs both in the audit log', async () => {
      const session = await openSession(site().url, site().credentials)
      const key = { key: site().credentials.subscriptionKey }
      const feed = await waitForQuotes(openFeed(urls()[0]!, session, ['AAPL']))
      await site().admin('partner', 'disable', site().partnerId)
      expect([await statuses(session), await statuses(key)]).toEqual([
        statusOfEachNode(401),
        statusOfEachNode(401),
      ])
      const { apiKey } = site().credentials
      expect((await requestToken(site().url, { apiKey })).status).toBe(401)
      expect(await orTimeout(feed.closeCode, closeTimeoutMs)).toBe(sessionEnded)
      await site().admin('partner', 'enable', site().partnerId)
      expect([await statuses(session), await statuses(key)]).toEqual([
        statusOfEachNode(200),
        statusOfEachNode(200),
      ])
      const entries = await site().admin<{ action: string; actor: string }[]>(
        'audit',
        'list',
        '--partner',
        site().partnerId,
        '--most',
        '5',
      )
      expect(entries.slice(0, 2).map(({ action, actor }) => [action, actor])).toEqual([
        ['partner-enabled', 'operator'],
        ['partner-disabled', 'operator'],
      ])
    })

    test('refuses an address that guesses credentials before checking them, also for feed upgrades, and no other address', async () => {
      const [url = ''] = urls()
      const addressHeader = (address: string) => ({ 'X-Forwarded-For': address })
      const guesser = addressHeader('198.51.100.9')
      const session = await openSession(url, site().credentials)
      const guess = async (guessNumber: number) =>
        (
          await fetch(url + tonePath, {
            headers: { ...guesser, Cookie: `__Host-sw-guess=${String(guessNumber).padStart(43, 'x')}` },
          })
        ).status
      const statusCounts = new Map<number, number>()
      // An address may cause 1,200 failures, and 1,200 more with well-formed credentials (decision 0046).
      for (let guessNumber = 0; guessNumber < 6000 && (statusCounts.get(429) ?? 0) < 20; guessNumber++) {
        const status = await guess(guessNumber)
        statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1)
      }
      expect(statusCounts.get(429)).toBe(20)
      expect(statusCounts.get(401)).toBeGreaterThanOrEqual(1200)
      const upgrade = (headers: Record<string, string>) =>
        new Promise<number>((resolve) => {
          const socket = new WebSocket(`${url.replace('http', 'ws')}/feed`, {
            headers: { Origin: url, ...headers },
          })
          socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
          socket.on('open', () => resolve(101))
          socket.on('error', () => {})
          socket.on('open', () => socket.terminate())
        })
      const neighbour = { Cookie: session.cookie }
      await expect.poll(() => upgrade({ ...guesser, Cookie: `__Host-sw-guess=${'y'.repeat(43)}` })).toBe(429)
      expect(await upgrade({ ...guesser, ...neighbour })).toBe(101)
      expect((await fetch(url + tonePath, { headers: { ...guesser, ...neighbour } })).status).toBe(200)
      expect(
        (
          await fetch(url + tonePath, {
            headers: { ...addressHeader('198.51.100.10'), Cookie: '__Host-sw-guess=x' },
          })
        ).status,
      ).toBe(401)
    })
  })
