/**
 * Black-box tests of the service: the same suite runs on one node with its embedded store, and on
 * two nodes that share PostgreSQL and Redis behind a proxy.
 */
import { describe, expect, test } from 'vitest'
import { askAuthToken, askSession, askToken, endSession, lookUp, openFeed, openSession } from './kit/calls.ts'
import { allKinds, describeSite } from './kit/describe-site.ts'
import type { ServiceSite } from './kit/site.ts'

const api = '/api/v1/platform'
const origin = 'http://localhost:8081'

for (const kind of allKinds) describeSite(kind, suite)

function suite(of: () => ServiceSite) {
  const url = () => of().url
  const given = () => of().credentials
  const json = async (answer: Promise<Response>) => (await (await answer).json()) as Record<string, unknown>
  const statusOf = async (answer: Promise<Response>) => (await answer).status
  const byKey = (path: string, key = given().subscriptionKey) => lookUp(url(), api + path, { key })
  const legacyToken = async (secret = given().clientSecret) =>
    fetch(`${url()}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: given().clientId,
        client_secret: secret,
      }),
    })
  const addPartner = async (name: string) => (await of().admin<{ id: string }>('partner', 'add', name)).id

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
        const answer = await byKey(path)
        expect([path, answer.status]).toEqual([path, status])
        expect(answer.headers.get('content-type')).toBe('application/problem+json')
      }
      const answer = await fetch(`${url()}${api}/tone`, {
        method: 'POST',
        headers: { 'Op-Subscription-Key': given().subscriptionKey },
      })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, expect.stringContaining('GET')])
    })

    test('need exactly one valid credential', async () => {
      expect(await statusOf(lookUp(url(), `${api}/tone`, null))).toBe(401)
      expect(await statusOf(byKey('/tone', `${given().subscriptionKey}x`))).toBe(401)
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
      const answer = await legacyToken('wrong')
      expect([answer.status, await answer.json()]).toEqual([
        401,
        expect.objectContaining({ error: 'invalid_client' }),
      ])
    })
  })

  describe('a widget', () => {
    test('has a session with an API key, by cookie and by bearer token, until it ends it', async () => {
      const session = await openSession(url(), given())
      expect(await statusOf(lookUp(url(), `${api}/tone`, session))).toBe(200)
      const headers = { Authorization: `Bearer ${session.token}` }
      expect(await statusOf(fetch(`${url()}${api}/tone`, { headers }))).toBe(200)
      expect(await statusOf(endSession(url(), session))).toBe(204)
      expect(await statusOf(lookUp(url(), `${api}/tone`, session))).toBe(401)
      expect(await statusOf(fetch(`${url()}${api}/tone`, { headers }))).toBe(401)
    })

    test('has a session with a one-time token, which works once', async () => {
      const authToken = await (await askAuthToken(url(), given())).text()
      const { access_token: token } = await json(askToken(url(), { authToken }))
      expect(await statusOf(askToken(url(), { authToken }))).toBe(401)
      expect(
        await statusOf(askSession(url(), String(token), 'https://anywhere.example', 'instance-one')),
      ).toBe(200)
    })

    test('gets no session on an unlisted page', async () => {
      const { access_token: token } = await json(askToken(url(), { apiKey: given().apiKey }))
      const answer = await askSession(url(), String(token), 'https://elsewhere.example', 'instance-one')
      expect([answer.status, await answer.json()]).toEqual([
        403,
        expect.objectContaining({ code: 'domain-not-whitelisted' }),
      ])
    })

    test('receives quotes, and a message when its session ends', async () => {
      const session = await openSession(url(), given())
      const feed = openFeed(url(), session, ['AAPL', 'MSFT'])
      await expect
        .poll(() => feed.frames.map(({ type }) => type))
        .toEqual(expect.arrayContaining(['hello', 'market', 'quotes']))
      await endSession(url(), session)
      expect(await feed.end).toBe(4401)
    })

    test('opens the feed with a ticket, which works once', async () => {
      const session = await openSession(url(), given())
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
      const nobody = { token: '', cookie: '', instance: 'none' }
      const open = async () => {
        const feed = openFeed(url(), nobody)
        await feed.opened
        feed.send({ type: 'ticket', ticket })
        return feed
      }
      const first = await open()
      await expect.poll(() => first.frames.map(({ type }) => type)).toContain('hello')
      expect(await (await open()).end).toBe(1008)
      first.close()
    })
  })

  describe('the operator', () => {
    test('limits a key by rate and by product', async () => {
      const id = await addPartner('Limits')
      const issue = async (...flags: string[]) =>
        (await of().admin<{ subscriptionKey: string }>('key', 'issue', id, 'subscription', ...flags))
          .subscriptionKey
      const slow = await issue('--rate', '5')
      const answers: Response[] = []
      for (let turn = 0; turn < 10; turn++) answers.push(await byKey('/tone', slow))
      const refused = answers.filter(({ status }) => status === 429)
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
      const key = await of().admin<{ id: string; subscriptionKey: string }>(
        'key',
        'issue',
        id,
        'subscription',
      )
      const { subscriptionKey: next } = await of().admin<{ subscriptionKey: string }>(
        'key',
        'rotate',
        key.id,
        '--grace',
        '1',
      )
      expect(await statusOf(byKey('/tone', key.subscriptionKey))).toBe(200)
      expect(await statusOf(byKey('/tone', next))).toBe(200)
      await of().admin('key', 'revoke', key.id)
      expect(await statusOf(byKey('/tone', key.subscriptionKey))).toBe(401)
      expect(await statusOf(byKey('/tone', next))).toBe(401)
    })

    test('lists domains, and configures a widget with effect on its next session', async () => {
      const id = await addPartner('Settings')
      const { apiKey } = await of().admin<{ apiKey: string }>('key', 'issue', id, 'widget')
      await expect(openSession(url(), { apiKey }, { origin })).rejects.toThrow('403')
      await of().admin('domain', 'add', id, origin)
      await of().admin('partner', 'set', id, 'hideAnnualised', 'true')
      const { access_token: token } = await json(askToken(url(), { apiKey }))
      const answer = await askSession(url(), String(token), origin, 'instance-one')
      expect([answer.status, await answer.json()]).toEqual([
        200,
        expect.objectContaining({ settings: expect.objectContaining({ hideAnnualised: true }) as unknown }),
      ])
    })

    test('sees that every node is ready, and the state of the scan', async () => {
      for (const node of of().nodes()) {
        expect(await statusOf(fetch(`${node.url}/healthz`))).toBe(200)
        expect(await json(fetch(`${node.url}/readyz`))).toMatchObject({ status: 'ready' })
        expect(await (await fetch(`${node.url}/metrics`)).text()).toContain('service_requests_total{')
      }
      const { dateOfScan } = await json(byKey('/what/tradeideas'))
      expect(JSON.stringify(await of().admin('scan', 'status'))).toContain(String(dateOfScan))
    })
  })
}
