/**
 * Access ended by an operator in another process is refused on the next request, and its feeds close within seconds;
 * guessing is refused.
 */
import { WebSocket } from 'ws'
import { expect, test } from 'vitest'
import { askToken, openFeed, openSession, statusBy, tone } from '../kit/calls.ts'
import type { OpenFeed, Presented } from '../kit/calls.ts'
import { allKinds, describeSite } from '../kit/describe-site.ts'

const sessionEnded = 4401
/** Maximum milliseconds until a feed is closed. */
const timeoutMs = 5000

const following = async (feed: OpenFeed) => {
  await feed.hears('quotes')
  return feed
}
const within = <Value>(value: Promise<Value>, ms: number) =>
  Promise.race([value, new Promise<string>((done) => setTimeout(done, ms, `not within ${ms} ms`))])

for (const kind of allKinds)
  describeSite(kind, (site) => {
    const urls = () => site().urls()
    const statuses = (by: Presented) => site().atEach((url) => statusBy(url, by))
    const everywhere = (status: number) => urls().map(() => status)

    test('statements 40 and 42: removing a domain ends the sessions on its pages', async () => {
      const origin = 'https://shop.example.com'
      await site().admin('domain', 'add', site().partnerId, origin)
      const session = await openSession(site().url, site().credentials, { origin })
      const home = await openSession(site().url, site().credentials)
      const feed = await following(openFeed(urls().at(-1)!, session, ['AAPL']))
      await site().admin('domain', 'remove', site().partnerId, origin)
      expect(await statuses(session)).toEqual(everywhere(401))
      expect(await within(feed.end, timeoutMs)).toBe(sessionEnded)
      expect(await statuses(home)).toEqual(everywhere(200))
    })

    test('lists sessions, and ends one or all of a user', async () => {
      const one = await openSession(site().url, site().credentials, { userId: 'listed-user' })
      const two = await openSession(site().url, site().credentials, { userId: 'listed-user' })
      const listed = await site().admin<{ id: string; instance: string }[]>(
        'session',
        'list',
        '--user',
        'listed-user',
      )
      expect(listed.map(({ instance }) => instance).toSorted()).toEqual(
        [one.instance, two.instance].toSorted(),
      )
      const feed = await following(openFeed(urls()[0]!, two, ['AAPL']))
      await site().admin('session', 'end', listed.find(({ instance }) => instance === one.instance)!.id)
      expect([await statuses(one), await statuses(two)]).toEqual([everywhere(401), everywhere(200)])
      expect(await site().admin('session', 'end', '--user', 'listed-user')).toMatchObject({
        ended: [expect.any(String) as string],
      })
      expect(await statuses(two)).toEqual(everywhere(401))
      expect(await within(feed.end, timeoutMs)).toBe(sessionEnded)
    })

    test('refuses a disabled account immediately, accepts it once it is enabled, and logs both in the audit log', async () => {
      const session = await openSession(site().url, site().credentials)
      const key = { key: site().credentials.subscriptionKey }
      const feed = await following(openFeed(urls()[0]!, session, ['AAPL']))
      await site().admin('partner', 'disable', site().partnerId)
      expect([await statuses(session), await statuses(key)]).toEqual([everywhere(401), everywhere(401)])
      const { apiKey } = site().credentials
      expect((await askToken(site().url, { apiKey })).status).toBe(401)
      expect(await within(feed.end, timeoutMs)).toBe(sessionEnded)
      await site().admin('partner', 'enable', site().partnerId)
      expect([await statuses(session), await statuses(key)]).toEqual([everywhere(200), everywhere(200)])
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
      const from = (address: string) => ({ 'X-Forwarded-For': address })
      const guesser = from('198.51.100.9')
      const session = await openSession(url, site().credentials)
      const guess = async (at: number) =>
        (
          await fetch(url + tone, {
            headers: { ...guesser, Cookie: `__Host-sw-guess=${String(at).padStart(43, 'x')}` },
          })
        ).status
      const answers = new Map<number, number>()
      // 1,200 failures that any address may cause, and 1,200 more for well-formed credentials (decision 0046).
      for (let at = 0; at < 6000 && (answers.get(429) ?? 0) < 20; at++) {
        const status = await guess(at)
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
      expect(answers.get(429)).toBe(20)
      expect(answers.get(401)).toBeGreaterThanOrEqual(1200)
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
      expect((await fetch(url + tone, { headers: { ...guesser, ...neighbour } })).status).toBe(200)
      expect(
        (await fetch(url + tone, { headers: { ...from('198.51.100.10'), Cookie: '__Host-sw-guess=x' } }))
          .status,
      ).toBe(401)
    })
  })
