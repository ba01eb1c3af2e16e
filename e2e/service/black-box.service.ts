/**
 * Black-box tests of the service: the same suite runs on one node with its embedded store, and on
 * two nodes that share PostgreSQL and Redis behind a proxy.
 */
import { describe, expect, test } from 'vitest'
import {
  requestAuthToken,
  requestSession,
  requestToken,
  endSession,
  lookUp,
  openFeed,
  openSession,
} from './kit/calls.ts'
import { allKinds, describeSite } from './kit/describe-site.ts'
import type { ServiceSite } from './kit/site.ts'

const api = '/api/v1/platform'
const origin = 'http://localhost:8081'

for (const kind of allKinds) describeSite(kind, suite)

function suite(site: () => ServiceSite) {
  const url = () => site().url
  const credentials = () => site().credentials
  const json = async (response: Promise<Response>) =>
    (await (await response).json()) as Record<string, unknown>
  const statusOf = async (response: Promise<Response>) => (await response).status
  const byKey = (path: string, key = credentials().subscriptionKey) => lookUp(url(), api + path, { key })
  const legacyToken = async (secret = credentials().clientSecret) =>
    fetch(`${url()}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: credentials().clientId,
        client_secret: secret,
      }),
    })
  const addPartner = async (name: string) => (await site().admin<{ id: string }>('partner', 'add', name)).id

  describe('look-ups', () => {
    test('answer every product for a subscription key', async () => {
      const ideas = await json(byKey('/what/tradeideas'))
      expect(ideas).toMatchObject({ dateOfScan: expect.any(String) as string })
      expect((ideas['tradeIdeas'] as unknown[]).length).toBeGreaterThan(0)
      expect(await json(byKey('/why/AAPL'))).toMatchObject({ symbol: 'AAPL' })
      for (const path of [
        '/how/income/AAPL',
        '/how/best-income',
        '/how/chain/AAPL',
        '/symbols?query=AAP',
        '/why/AAPL/history?range=1Y',
        '/tone',
        '/news/AAPL',
      ])
        expect([path, await statusOf(byKey(path))]).toEqual([path, 200])
    })

    test('refuse unknown, malformed and forbidden requests with a problem', async () => {
      for (const [path, status] of [
        ['/why/NOSUCH', 404],
        ['/why/not%20a%20symbol', 400],
        ['/why/AAPL/history?range=1w7', 400],
      ] as const) {
        const response = await byKey(path)
        expect([path, response.status]).toEqual([path, status])
        expect(response.headers.get('content-type')).toBe('application/problem+json')
      }
      const response = await fetch(`${url()}${api}/tone`, {
        method: 'POST',
        headers: { 'Op-Subscription-Key': credentials().subscriptionKey },
      })
      expect([response.status, response.headers.get('allow')]).toEqual([405, expect.stringContaining('GET')])
    })

    test('need a valid credential', async () => {
      expect(await statusOf(lookUp(url(), `${api}/tone`, null))).toBe(401)
      expect(await statusOf(byKey('/tone', `${credentials().subscriptionKey}x`))).toBe(401)
      expect(
        await statusOf(lookUp(url(), `${api}/tone`, { token: '', cookie: '__Host-x=y', instance: 'none' })),
      ).toBe(401)
    })
  })

  describe('the legacy door', () => {
    test('issues a token for a client secret, and the token reads the data', async () => {
      const { access_token, token_type } = await json(legacyToken())
      expect(token_type).toBe('Bearer')
      const headers = { Authorization: `Bearer ${String(access_token)}` }
      expect(await statusOf(fetch(`${url()}${api}/tone`, { headers }))).toBe(200)
    })

    test('reports a wrong secret as RFC 6749 requires', async () => {
      const response = await legacyToken('wrong')
      expect([response.status, await response.json()]).toEqual([
        401,
        expect.objectContaining({ error: 'invalid_client' }),
      ])
    })
  })

  describe('a widget', () => {
    test('has a session with an API key, by cookie and by bearer token, until it ends it', async () => {
      const session = await openSession(url(), credentials())
      expect(await statusOf(lookUp(url(), `${api}/tone`, session))).toBe(200)
      const headers = { Authorization: `Bearer ${session.token}` }
      expect(await statusOf(fetch(`${url()}${api}/tone`, { headers }))).toBe(200)
      expect(await statusOf(endSession(url(), session))).toBe(204)
      expect(await statusOf(lookUp(url(), `${api}/tone`, session))).toBe(401)
      expect(await statusOf(fetch(`${url()}${api}/tone`, { headers }))).toBe(401)
    })

    test('has a session with a one-time token, which works once', async () => {
      const authToken = await (await requestAuthToken(url(), credentials())).text()
      const { access_token: token } = await json(requestToken(url(), { authToken }))
      expect(await statusOf(requestToken(url(), { authToken }))).toBe(401)
      expect(
        await statusOf(requestSession(url(), String(token), 'https://anywhere.example', 'instance-one')),
      ).toBe(200)
    })

    test('gets no session on an unlisted page', async () => {
      const { access_token: token } = await json(requestToken(url(), { apiKey: credentials().apiKey }))
      const response = await requestSession(url(), String(token), 'https://elsewhere.example', 'instance-one')
      expect([response.status, await response.json()]).toEqual([
        403,
        expect.objectContaining({ code: 'domain-not-whitelisted' }),
      ])
    })

    test('receives quotes, and a message when its session ends', async () => {
      const session = await openSession(url(), credentials())
      const feed = openFeed(url(), session, ['AAPL', 'MSFT'])
      await expect
        .poll(() => feed.frames.map(({ type }) => type))
        .toEqual(expect.arrayContaining(['hello', 'market', 'quotes']))
      await endSession(url(), session)
      expect(await feed.closeCode).toBe(4401)
    })

    test('opens the feed with a ticket, which works once', async () => {
      const session = await openSession(url(), credentials())
      const { ticket } = await json(
        fetch(`${url()}/feed/ticket`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${session.token}`,
            Origin: url(),
            'Content-Type': 'application/json',
          },
          body: '{}',
        }),
      )
      expect(ticket).toEqual(expect.any(String))
      const noCredentials = { token: '', cookie: '', instance: 'none' }
      const openWithTicket = async () => {
        const feed = openFeed(url(), noCredentials)
        await feed.opened
        feed.send({ type: 'ticket', ticket })
        return feed
      }
      const firstFeed = await openWithTicket()
      await expect.poll(() => firstFeed.frames.map(({ type }) => type)).toContain('hello')
      expect(await (await openWithTicket()).closeCode).toBe(1008)
      firstFeed.close()
    })
  })

  describe('the operator', () => {
    test('limits a key by rate and by product', async () => {
      const id = await addPartner('Limits')
      const issue = async (...flags: string[]) =>
        (await site().admin<{ subscriptionKey: string }>('key', 'issue', id, 'subscription', ...flags))
          .subscriptionKey
      const slow = await issue('--rate', '5')
      const responses: Response[] = []
      for (let attempt = 0; attempt < 10; attempt++) responses.push(await byKey('/tone', slow))
      const refused = responses.filter(({ status }) => status === 429)
      expect(refused.length).toBeGreaterThanOrEqual(3)
      expect(refused.length).toBeLessThanOrEqual(5)
      expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused[0]!.headers.get('ratelimit')).toEqual(expect.any(String))
      const narrow = await issue('--scopes', 'why')
      expect(await statusOf(byKey('/why/AAPL', narrow))).toBe(200)
      expect(await statusOf(byKey('/what/tradeideas', narrow))).toBe(403)
    })

    test('rotates and revokes keys with effect on the next request', async () => {
      const id = await addPartner('Keys')
      const key = await site().admin<{ id: string; subscriptionKey: string }>(
        'key',
        'issue',
        id,
        'subscription',
      )
      const { subscriptionKey: next } = await site().admin<{ subscriptionKey: string }>(
        'key',
        'rotate',
        key.id,
        '--grace',
        '1',
      )
      expect(await statusOf(byKey('/tone', key.subscriptionKey))).toBe(200)
      expect(await statusOf(byKey('/tone', next))).toBe(200)
      await site().admin('key', 'revoke', key.id)
      expect(await statusOf(byKey('/tone', key.subscriptionKey))).toBe(401)
      expect(await statusOf(byKey('/tone', next))).toBe(401)
    })

    test('lists domains, and configures a widget with effect on its next session', async () => {
      const id = await addPartner('Settings')
      const { apiKey } = await site().admin<{ apiKey: string }>('key', 'issue', id, 'widget')
      await expect(openSession(url(), { apiKey }, { origin })).rejects.toThrow('403')
      await site().admin('domain', 'add', id, origin)
      await site().admin('partner', 'set', id, 'hideAnnualised', 'true')
      const { access_token: token } = await json(requestToken(url(), { apiKey }))
      const response = await requestSession(url(), String(token), origin, 'instance-one')
      expect([response.status, await response.json()]).toEqual([
        200,
        expect.objectContaining({ settings: expect.objectContaining({ hideAnnualised: true }) as unknown }),
      ])
    })

    test('sees that every node is ready, and the state of the scan', async () => {
      for (const node of site().nodes()) {
        expect(await statusOf(fetch(`${node.url}/healthz`))).toBe(200)
        expect(await json(fetch(`${node.url}/readyz`))).toMatchObject({ status: 'ready' })
        expect(await (await fetch(`${node.url}/metrics`)).text()).toContain('service_requests_total{')
      }
      const { dateOfScan } = await json(byKey('/what/tradeideas'))
      expect(JSON.stringify(await site().admin('scan', 'status'))).toContain(String(dateOfScan))
    })
  })
}
