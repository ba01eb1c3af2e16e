/** A session comes with the response to the widget's first data request. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accessPaths } from '#contract/api/paths.ts'
import { tradeIdeasPath } from '#contract/api/first-paths.ts'
import { batchOf, syntheticIdea } from '#service/testing/ideas.ts'
import {
  bearer,
  dataPath,
  limitsOf,
  makeTestService,
  partnerOrigin,
  problemOf,
} from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

let testService: TestService
beforeEach(async () => {
  testService = await makeTestService()
  await testService.store.batches.publish(
    batchOf(syntheticIdea('AAPL'), syntheticIdea('MSFT', 'Bearish', 90)),
  )
})
afterEach(() => {
  vi.useRealTimers()
})

type Opened = { readonly response: Response; readonly token: string; readonly body: Record<string, unknown> }

async function open(
  firstRequest: string | undefined,
  headers: Record<string, string> = {},
  origin = partnerOrigin,
): Promise<Opened> {
  const token = await testService.token()
  const body = { origin, instance: 'instance-1', firstRequest }
  const response = await testService.post(accessPaths.setCookie, body, { ...bearer(token), ...headers })
  const isCompressed = response.headers.get('content-encoding') === 'gzip'
  const json = response.clone().body!
  const text = isCompressed ? json.pipeThrough(new DecompressionStream('gzip')) : json
  return { response, token, body: (await new Response(text).json()) as Record<string, unknown> }
}
const requestCount = async (route: string) => {
  const metrics = await (await testService.get('/metrics')).text()
  const line = new RegExp(`^service_requests_total\\{[^}]*route="${route}"[^}]*\\} (\\d+)$`, 'm')
  return Number(line.exec(metrics)?.[1] ?? 0)
}

test.each([
  ['the ideas', tradeIdeasPath],
  ['Why of a symbol', `${dataPath}/why/AAPL`],
  ['How for a position', `${dataPath}/how/income/AAPL?stockQuantity=200&costBasis=90`],
])('the session has the body of a request for %s', async (_, path) => {
  const { token, body } = await open(path)
  const { firstResponse, ...session } = body
  expect(Object.keys(session).toSorted()).toEqual(['expires_in', 'firstSymbol', 'settings'])
  expect(firstResponse).toEqual(await (await testService.get(path, bearer(token))).json())
})

test('only a session that asks for it has a first response', async () => {
  expect((await open(undefined)).body).not.toHaveProperty('firstResponse')
})

test('sessions share a compressed response, but not their cookie', async () => {
  const compressed = { 'Accept-Encoding': 'gzip' }
  const [first, second] = [await open(tradeIdeasPath, compressed), await open(tradeIdeasPath, compressed)]
  expect(second.body).toEqual(first.body)
  const cookies = [first, second].map(({ response }) => response.headers.getSetCookie())
  expect(cookies.map((list) => list.length)).toEqual([1, 1])
  expect(cookies[0]).not.toEqual(cookies[1])
  const [cookie] = cookies[1]![0]!.split(';')
  const headers = { Cookie: cookie!, 'Widget-Instance': 'instance-1' }
  expect((await testService.get(tradeIdeasPath, headers)).status).toBe(200)
  expect(first.response.headers.get('cache-control')).toBe('private, no-store')
})

test('a condition of the request for the session does not apply to its response', async () => {
  const { response } = await open(tradeIdeasPath)
  const again = await open(tradeIdeasPath, { 'If-None-Match': response.headers.get('etag')! })
  expect(again.response.status).toBe(200)
})

test('an account’s settings are those of its own sessions', async () => {
  await open(tradeIdeasPath)
  await testService.service.access.operator.set('p_demo', 'hideAnnualised', 'true')
  const { body } = await open(tradeIdeasPath)
  expect(body['settings']).toMatchObject({ hideAnnualised: true })
})

test('a new scan replaces the ideas', async () => {
  await open(tradeIdeasPath)
  await testService.store.batches.publish(batchOf(syntheticIdea('KO')))
  const { body } = await open(tradeIdeasPath)
  expect(body['firstResponse']).toMatchObject({ tradeIdeas: [{ symbol: 'KO' }] })
})

test('the request counts like any other: in the metrics and against the limits of the session', async () => {
  testService = await makeTestService({ limits: limitsOf({ widgetSession: 2 }) })
  const { token } = await open(`${dataPath}/tone`)
  expect(await requestCount('tone')).toBe(1)
  const statuses = []
  for (let count = 0; count < 2; count += 1)
    statuses.push((await testService.get(`${dataPath}/tone`, bearer(token))).status)
  expect(statuses).toEqual([200, 429])
})

describe('a session opens without the first response', () => {
  test('if the request is refused', async () => {
    const { response, body } = await open(`${dataPath}/why/NOBODY`)
    expect(response.status).toBe(200)
    expect(body).not.toHaveProperty('firstResponse')
  })

  test('if the look-up fails', async () => {
    vi.spyOn(testService.service.environments.environmentOf('live').lookups, 'tone').mockRejectedValue(
      new Error('disk on fire'),
    )
    const { response, body } = await open(`${dataPath}/tone`)
    expect(response.status).toBe(200)
    expect(body).not.toHaveProperty('firstResponse')
  })

  test('if the response takes longer than a session may be delayed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { lookups } = testService.service.environments.environmentOf('live')
    const lookUp = vi.spyOn(lookups, 'tone').mockReturnValue(new Promise<never>(() => undefined))
    const opened = open(`${dataPath}/tone`)
    await vi.waitFor(() => expect(lookUp).toHaveBeenCalled())
    await vi.advanceTimersByTimeAsync(150)
    const { response, body } = await opened
    expect(response.status).toBe(200)
    expect(body).not.toHaveProperty('firstResponse')
  })
})

test('a page on another domain gets neither a session nor data', async () => {
  const { response, body } = await open(tradeIdeasPath, {}, 'https://evil.test')
  expect(response.status).toBe(403)
  expect(body).toMatchObject({ code: 'domain-not-whitelisted' })
  expect(body).not.toHaveProperty('firstResponse')
  expect(await requestCount('tradeIdeas')).toBe(0)
})

test.each([
  '/metrics',
  '/widget',
  `${dataPath}/../../../metrics`,
  `${dataPath}/%2e%2e/%2e%2e/%2e%2e/metrics`,
  `//evil.test${dataPath}/tone`,
  'https://evil.test/api/v1/platform/tone',
  '',
])('refuses a first request that is not of the data API, and opens no session: %j', async (path) => {
  const { response } = await open(path)
  expect(await problemOf(response)).toMatchObject({
    status: 400,
    code: 'malformed-body',
    parameter: 'firstRequest',
  })
  expect(response.headers.get('set-cookie')).toBeNull()
})
