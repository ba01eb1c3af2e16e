import { beforeEach, expect, test } from 'vitest'
import type { LogFields } from '#service/shared/log.ts'
import { dataPath, makeTestService, widgetOrigin } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { combineAccessLogs, createAccessLog } from './access-log.ts'
import type { AccessLogEntry } from './access-log.ts'
import { createApp } from './app.ts'
import type { App } from './app.ts'

let testService: TestService
let lines: LogFields[]
let app: App
beforeEach(async () => {
  testService = await makeTestService()
  lines = []
  const log = (_: string, event: string, fields: LogFields = {}) => void lines.push({ event, ...fields })
  app = createApp({ ...testService.service, log, accessLog: createAccessLog(log) })
})

const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
const key = () => ({ 'Op-Subscription-Key': testService.demo.subscriptionKey })
const sendRequest = (path: string, init: RequestInit = {}, address = '203.0.113.77') =>
  app.fetch(new Request(new URL(path, widgetOrigin), init), { address })

test('writes one line per response: route, network and door of the caller, outcome', async () => {
  const headers = { ...key(), traceparent: `00-${trace}-${parent}-01` }
  const response = await sendRequest(`${dataPath}/how/income/AAPL?stockQuantity=4711`, { headers })
  const body = await response.arrayBuffer()
  expect(lines).toEqual([
    {
      event: 'request',
      method: 'GET',
      route: 'income',
      status: 200,
      ms: expect.any(Number) as number,
      bytes: body.byteLength,
      requestId: response.headers.get('x-request-id'),
      traceId: trace,
      door: 'gateway',
      account: 'p_demo',
      address: '203.0.113.0/24',
    },
  ])
})

test.each([
  ['a request for an unknown path', '/none', {}, { route: 'none', status: 404, door: null }],
  [
    'a request without a credential',
    `${dataPath}/tone`,
    {},
    { route: 'tone', status: 401, code: 'credential-missing', door: null },
  ],
  [
    'a request with an unknown method',
    `${dataPath}/tone`,
    { method: 'BREW' },
    { method: 'other', route: 'tone', status: 405 },
  ],
  [
    'a HEAD request',
    '/healthz',
    { method: 'HEAD' },
    { method: 'HEAD', route: 'healthz', status: 200, bytes: 0 },
  ],
  [
    'a request of a widget',
    `${dataPath}/tone`,
    { headers: { Authorization: 'Bearer wt_x' } },
    { status: 401, door: 'widget' },
  ],
  [
    'a request of a legacy client',
    `${dataPath}/tone`,
    { headers: { Authorization: 'Bearer lt_x' } },
    { status: 401, door: 'legacy' },
  ],
])('logs %s', async (_, path, init, line) => {
  await sendRequest(path, init)
  expect(lines.at(-1)).toMatchObject({ event: 'request', ...line })
})

test('logs the /48 network of an IPv6 address, and null if the address is unknown', async () => {
  await sendRequest('/healthz', {}, '2001:db8:1:2:3:4:5:6')
  await sendRequest('/healthz', {}, 'unknown')
  expect(lines.map(({ address }) => address)).toEqual(['2001:db8:1::/48', null])
})

test('statement 57: contains neither secrets nor the requested path and query', async () => {
  const session = await testService.session()
  const canary = 'canary-4711'
  const headers = { Cookie: session.cookie, Referer: `https://partner/${canary}`, 'User-Agent': canary }
  await sendRequest(`${dataPath}/how/income/${canary}?stockQuantity=${canary}&user=${canary}`, { headers })
  await sendRequest(`/${canary}`, { headers: { Authorization: `Bearer ${canary}`, traceparent: canary } })
  await sendRequest(`${dataPath}/tone`, { headers: { 'Op-Subscription-Key': canary } })
  await sendRequest(`${dataPath}/tone`, { headers: { Authorization: `Bearer ${session.token}` } })
  const logText = JSON.stringify(lines.filter(({ event }) => event === 'request'))
  expect(lines.length).toBeGreaterThanOrEqual(4)
  for (const secret of [canary, session.token, session.cookie.split('=')[1]!, key()['Op-Subscription-Key']])
    expect(logText).not.toContain(secret)
})

test('logs the trace id of a request that fails', async () => {
  const failing = createApp({
    ...testService.service,
    log: (_, event, fields = {}) => void lines.push({ event, ...fields }),
    access: { ...testService.service.access, admit: () => Promise.reject(new Error('broken')) },
  })
  const headers = { ...key(), traceparent: `00-${trace}-${parent}-01` }
  const response = await failing.fetch(new Request(new URL(`${dataPath}/tone`, widgetOrigin), { headers }))
  expect(response.status).toBe(500)
  expect(lines).toMatchObject([
    { event: 'request-failed', requestId: response.headers.get('x-request-id'), traceId: trace },
  ])
})

test('several access logs each receive a response, and none is called if none is enabled', () => {
  const routes: string[] = []
  const accessLog = (name: string) => (entry: AccessLogEntry) => void routes.push(`${name} ${entry.route}`)
  const entry = { route: 'why' } as AccessLogEntry
  expect(combineAccessLogs(false, undefined)).toBeUndefined()
  combineAccessLogs(false, accessLog('a'))!(entry)
  combineAccessLogs(accessLog('b'), accessLog('c'))!(entry)
  expect(routes).toEqual(['a why', 'b why', 'c why'])
})
