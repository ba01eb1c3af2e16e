/** What an operator ends from another process has ended with the next request, its feeds within seconds; who guesses is refused. */
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askToken, lookUp, openFeed, openSession } from '../kit/calls.ts'
import type { OpenFeed } from '../kit/calls.ts'
import { siteMissing, startServiceSite } from '../kit/site.ts'
import type { ServiceSite, SiteKind } from '../kit/site.ts'

const tone = '/api/v1/platform/tone'
const sessionEnded = 4401
/** Milliseconds in which a feed must be gone. */
const patience = 5000

const following = async (feed: OpenFeed) => {
  await expect.poll(() => feed.frames.map(({ type }) => type), { timeout: 15_000 }).toContain('quotes')
  return feed
}
const within = <Value>(value: Promise<Value>, ms: number) =>
  Promise.race([value, new Promise<string>((done) => setTimeout(done, ms, `not within ${ms} ms`))])

for (const kind of ['embedded', 'cluster'] as const satisfies SiteKind[]) {
  const missing = siteMissing(kind)
  describe.skipIf(missing)(`a site that is ${kind}${missing ? ` (${missing})` : ''}`, () => {
    let site: ServiceSite
    let partnerId: string
    beforeAll(async () => {
      site = await startServiceSite(kind)
      const name = kind === 'embedded' ? 'Demo partner' : 'Suite'
      const partners = await site.admin<{ id: string; name: string }[]>('partner', 'list')
      partnerId = partners.find((partner) => partner.name === name)!.id
    })
    afterAll(() => site?.close())

    const urls = () => site.nodes().map(({ url }) => url)
    const statuses = (by: Parameters<typeof lookUp>[2]) =>
      Promise.all(urls().map(async (url) => (await lookUp(url, tone, by)).status))
    const everywhere = (status: number) => urls().map(() => status)

    test('40, 42: a domain that is removed ends the sessions on its pages', async () => {
      const origin = 'https://shop.example.com'
      await site.admin('domain', 'add', partnerId, origin)
      const session = await openSession(site.url, site.credentials, { origin })
      const home = await openSession(site.url, site.credentials)
      const feed = await following(openFeed(urls().at(-1)!, session, ['AAPL']))
      await site.admin('domain', 'remove', partnerId, origin)
      expect(await statuses(session)).toEqual(everywhere(401))
      expect(await within(feed.end, patience)).toBe(sessionEnded)
      expect(await statuses(home)).toEqual(everywhere(200))
    })

    test('sessions are listed and ended by hand, a user’s all at once', async () => {
      const one = await openSession(site.url, site.credentials, { userId: 'listed-user' })
      const two = await openSession(site.url, site.credentials, { userId: 'listed-user' })
      const listed = await site.admin<{ id: string; instance: string }[]>(
        'session',
        'list',
        '--user',
        'listed-user',
      )
      expect(listed.map(({ instance }) => instance).toSorted()).toEqual(
        [one.instance, two.instance].toSorted(),
      )
      const feed = await following(openFeed(urls()[0]!, two, ['AAPL']))
      await site.admin('session', 'end', listed.find(({ instance }) => instance === one.instance)!.id)
      expect([await statuses(one), await statuses(two)]).toEqual([everywhere(401), everywhere(200)])
      expect(await site.admin('session', 'end', '--user', 'listed-user')).toMatchObject({
        ended: [expect.any(String) as string],
      })
      expect(await statuses(two)).toEqual(everywhere(401))
      expect(await within(feed.end, patience)).toBe(sessionEnded)
    })

    test('a disabled account is refused at once and good again when it is enabled; all of it is in the audit log', async () => {
      const session = await openSession(site.url, site.credentials)
      const key = { key: site.credentials.subscriptionKey }
      const feed = await following(openFeed(urls()[0]!, session, ['AAPL']))
      await site.admin('partner', 'disable', partnerId)
      expect([await statuses(session), await statuses(key)]).toEqual([everywhere(401), everywhere(401)])
      const { apiKey } = site.credentials
      expect((await askToken(site.url, { apiKey })).status).toBe(401)
      expect(await within(feed.end, patience)).toBe(sessionEnded)
      await site.admin('partner', 'enable', partnerId)
      expect([await statuses(session), await statuses(key)]).toEqual([everywhere(200), everywhere(200)])
      const entries = await site.admin<{ action: string; actor: string }[]>(
        'audit',
        'list',
        '--partner',
        partnerId,
        '--most',
        '5',
      )
      expect(entries.slice(0, 2).map(({ action, actor }) => [action, actor])).toEqual([
        ['partner-enabled', 'operator'],
        ['partner-disabled', 'operator'],
      ])
    })

    test('who guesses is refused unseen, the upgrade of the feed included; his neighbours are not', async () => {
      const [url = ''] = urls()
      const from = (address: string) => ({ 'X-Forwarded-For': address })
      const guesser = from('198.51.100.9')
      const session = await openSession(url, site.credentials)
      const guess = async (at: number) =>
        (
          await fetch(url + tone, {
            headers: { ...guesser, Cookie: `__Host-sw-guess=${String(at).padStart(43, 'x')}` },
          })
        ).status
      const answers = new Map<number, number>()
      for (let at = 0; at < 2000 && (answers.get(429) ?? 0) < 20; at++) {
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
}
