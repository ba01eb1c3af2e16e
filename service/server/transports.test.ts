/**
 * The Node transport and the web adapter send the same responses to the same requests. Clients use the Node transport,
 * mocks and most tests use the adapter.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataRoutes } from '#contract/api/routes.ts'
import { createResponseSerializer } from '#service/http/response/response-bytes.ts'
import { createApp } from '#service/http/app.ts'
import type { App } from '#service/http/app.ts'
import { batchOf, syntheticIdea } from '#service/testing/ideas.ts'
import { makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { readEnvironment } from './config/environment.ts'
import { createHttpServer, listen } from './http/http-server.ts'
import { nodeCompression } from './fast/compression.ts'
import { readSiteFiles } from './files/site-files.ts'

type Fixture = {
  readonly environment: TestService
  readonly app: App
  readonly server: Server
  readonly port: number
  readonly session: { token: string; cookie: string }
}

let folder: string
let fixture: Fixture

async function open(): Promise<Fixture> {
  const environment = await makeTestService({ version: '1.2.3' })
  await environment.store.batches.publish(
    batchOf(...Array.from({ length: 40 }, (_, index) => syntheticIdea(`S${index}`))),
  )
  const folders = { dist: folder, releases: join(folder, 'releases'), playground: join(folder, 'none') }
  const app = createApp(
    { ...environment.service, bytes: createResponseSerializer(nodeCompression) },
    await readSiteFiles(folders, '1.2.3'),
  )
  const readings = () => ({ metrics: () => ({}), isStopping: false })
  const server = createHttpServer(app, readEnvironment({}), readings)
  const { port } = await listen(server, 0, '127.0.0.1')
  return { environment, app, server, port, session: await environment.session() }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'both-ways-'))
  for (const subfolder of ['app/app', 'app/assets', 'loader', 'docs/assets'])
    mkdirSync(join(folder, subfolder), { recursive: true })
  writeFileSync(join(folder, 'app/app/index.html'), '<!doctype html><html><head></head><body></body></html>')
  writeFileSync(join(folder, 'app/assets/app-1.js'), `export const words = '${'word '.repeat(1000)}'`)
  writeFileSync(join(folder, 'app/assets/a.woff2'), 'not compressed')
  writeFileSync(join(folder, 'loader/widgetLoader.js'), 'var serviceWidgetLoader={}')
  fixture = await open()
})
afterAll(async () => {
  fixture.server.close()
  fixture.server.closeAllConnections()
  rmSync(folder, { recursive: true })
})

type RequestInput = { readonly method?: string; readonly headers?: Record<string, string | string[]> }
type Received = { readonly status: number; readonly headers: Headers; readonly body: Buffer }

/** Headers that differ in every response, and connection headers. */
const changing = new Set(['x-request-id', 'date', 'connection', 'keep-alive'])

async function overNode(
  { port }: Fixture,
  path: string,
  { method = 'GET', headers = {} }: RequestInput,
): Promise<Received> {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request(
      { port, host: '127.0.0.1', path, method, headers: { Host: 'service.test', ...headers }, agent: false },
      resolve,
    )
      .once('error', reject)
      .end(),
  )
  const body = await buffer(response)
  const received = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return { status: response.statusCode!, headers: new Headers(received), body }
}

async function overWeb(
  { app }: Fixture,
  path: string,
  { method = 'GET', headers = {} }: RequestInput,
): Promise<Received> {
  const sent = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  )
  const input = new Request(`http://service.test${path}`, { method, headers: sent })
  const response = await app.fetch(input, { address: '127.0.0.1' })
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  }
}

/** Returns the response without the parts that differ each time. */
function comparable({ status, headers, body }: Received) {
  const fields = [...headers].filter(([name]) => !changing.has(name))
  const { requestId, ...problem } = (headers.get('content-type') ?? '').startsWith('application/problem')
    ? (JSON.parse(body.toString() || '{}') as Record<string, unknown>)
    : {}
  const id = headers.get('x-request-id')
  if (requestId !== undefined) expect(requestId).toBe(id)
  expect(id).toMatch(/^[\da-f-]{36}$/)
  return { status, fields, body: Object.keys(problem).length > 0 ? problem : body.toString('base64') }
}

const fetchOverNode = async (path: string, sent: RequestInput) =>
  comparable(await overNode(fixture, path, sent))

/** Sends the request over both transports and expects the same response. */
async function expectSame(path: string, sent: RequestInput) {
  const node = await fetchOverNode(path, sent)
  expect(withoutRate(comparable(await overWeb(fixture, path, sent)))).toEqual(withoutRate(node))
  return node
}

/** Removes the rate limit header, because the second request leaves one token less. */
const withoutRate = <R extends ReturnType<typeof comparable>>({ fields, ...rest }: R) => ({
  ...rest,
  fields: fields.filter(([name]) => name !== 'ratelimit'),
})

const keyed = () => ({ 'Op-Subscription-Key': fixture.environment.demo.subscriptionKey })
const paths = Object.entries(dataRoutes)
  .filter(([name]) => !['roll', 'scenario', 'symbols', 'history'].includes(name))
  .map(([, { path }]) => path.replace('{symbol}', 'AAPL'))

describe.each([undefined, 'gzip', 'br', 'gzip, deflate, br, zstd', 'br;q=0, gzip', 'identity'])(
  'with Accept-Encoding %s',
  (encoding) => {
    const acceptEncoding = encoding === undefined ? {} : { 'Accept-Encoding': encoding }
    test.each(paths)('%s', async (path) => {
      const full = await expectSame(path, { headers: { ...acceptEncoding, ...keyed() } })
      expect(full.status).toBe(200)
      const etag = String(Object.fromEntries(full.fields)['etag'])
      const conditional = { 'If-None-Match': `"other", ${etag}` }
      const revalidated = await expectSame(path, {
        headers: { ...acceptEncoding, ...conditional, ...keyed() },
      })
      expect([revalidated.status, revalidated.body]).toEqual([304, ''])
      const head = await expectSame(path, { method: 'HEAD', headers: { ...acceptEncoding, ...keyed() } })
      expect([head.status, head.body]).toEqual([200, ''])
      expect(Object.fromEntries(head.fields)['content-length']).toBeDefined()
    })
    test.each(['/widgetLoader', '/widgetLoader/1.2.3.js', '/assets/app-1.js', '/assets/a.woff2', '/healthz'])(
      '%s',
      async (path) => {
        expect((await expectSame(path, { headers: acceptEncoding })).status).toBe(200)
        expect((await expectSame(path, { method: 'HEAD', headers: acceptEncoding })).status).toBe(200)
      },
    )
  },
)

const ideas = dataRoutes.tradeIdeas.path
const income = dataRoutes.income.path.replace('{symbol}', 'aapl')

test.each<[string, string, (fixture: Fixture) => RequestInput, number]>([
  ['no credential', ideas, () => ({}), 401],
  ['a wrong key', ideas, () => ({ headers: { 'Op-Subscription-Key': 'sub_live_x_y' } }), 401],
  ['two kinds', ideas, () => ({ headers: { ...keyed(), Authorization: 'Bearer lt_x' } }), 401],
  [
    'a key twice',
    ideas,
    () => ({ headers: { 'Op-Subscription-Key': [keyed()['Op-Subscription-Key'], 'x'] } }),
    401,
  ],
  ['Authorization twice', ideas, () => ({ headers: { Authorization: ['Bearer wt_a', 'Bearer wt_b'] } }), 401],
  ['a session’s cookie', ideas, ({ session }) => ({ headers: { Cookie: session.cookie } }), 200],
  [
    'a session’s token',
    ideas,
    ({ session }) => ({ headers: { Authorization: `Bearer ${session.token}` } }),
    200,
  ],
  [
    'a cookie across sites',
    ideas,
    ({ session }) => ({ headers: { Cookie: session.cookie, 'Sec-Fetch-Site': 'cross-site' } }),
    403,
  ],
  ['an invalid cookie', ideas, () => ({ headers: { Cookie: '__Host-sw-i=x' } }), 401],
  ['a position', `${income}?stockQuantity=300&costBasis=100.5`, () => ({ headers: keyed() }), 200],
  ['an encoded position', `${income}?stockQuantity=%33%30%30`, () => ({ headers: keyed() }), 200],
  ['a malformed position', `${income}?stockQuantity=-1`, () => ({ headers: keyed() }), 400],
  ['an unknown symbol', dataRoutes.why.path.replace('{symbol}', 'NOPE'), () => ({ headers: keyed() }), 404],
  ['a malformed symbol', dataRoutes.why.path.replace('{symbol}', '!!!'), () => ({ headers: keyed() }), 400],
  ['no such path', '/nothing/here', () => ({}), 404],
  ['no such file', '/assets/none.js', () => ({}), 404],
  ['another method', ideas, () => ({ method: 'DELETE' }), 405],
])('%s: %s', async (_, path, sent, status) => {
  expect((await expectSame(path, sent(fixture))).status).toBe(status)
})

test.each<[string, number]>([
  ['/widgetLoader/versions.json', 200],
  ['/openapi.json', 200],
  ['/api/v1/platform/why/A%41PL', 401],
  ['/assets/../assets/app-1.js', 200],
  ['/assets/%61pp-1.js', 404],
  ['//assets/app-1.js', 404],
])('a path is normalised like a URL: %s', async (path, status) => {
  expect((await expectSame(path, {})).status).toBe(status)
})

test.each<[string, RequestInput, number]>([
  ['/healthz', { headers: { Host: 'strange host' } }, 400],
  ['/healthz', { headers: { Host: 'a@b' } }, 400],
  ['/healthz', { headers: { 'Content-Length': '0' } }, 200],
  ['http://elsewhere.test/healthz', {}, 200],
  ['/health\\z', {}, 400],
  ['ftp://elsewhere.test/healthz', {}, 400],
  ['/a"b', {}, 404],
])('targets and hosts of the Node transport: %s', async (path, sent, status) => {
  expect((await overNode(fixture, path, sent)).status).toBe(status)
})

test('a revoked key and an ended session are refused by the next request', async () => {
  await fixture.environment.service.access.operator.revokeKey(fixture.environment.demo.subscriptionKey)
  expect((await expectSame(ideas, { headers: keyed() })).status).toBe(401)
  const headers = { Cookie: fixture.session.cookie }
  expect((await expectSame(ideas, { headers })).status).toBe(200)
  const { access } = fixture.environment.service
  const cookies = new Map([['instance-1', fixture.session.cookie.split('=')[1]!]])
  await access.endSession((await access.cookieSession({ cookies, instance: null }))!)
  expect((await expectSame(ideas, { headers })).status).toBe(401)
})

/** Malformed requests that Node's parser rejects. */
test.each([
  ['text that is not HTTP', 'nonsense\r\n\r\n', 400],
  ['too large a header', `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\nConnection: close\r\n\r\n', 417],
])('the response to %s has the headers of every response', async (_, text, status) => {
  const { port, environment } = fixture
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {})
  await once(socket, 'close')
  const received = Buffer.concat(chunks).toString('latin1').toLowerCase()
  expect(received).toContain(`http/1.1 ${status} `)
  for (const field of [
    'x-request-id: ',
    'strict-transport-security: max-age=31536000',
    'x-content-type-options: nosniff',
    'referrer-policy: no-referrer',
    "content-security-policy: default-src 'none'",
  ])
    expect(received).toContain(field)
  expect(await (await environment.get('/metrics')).text()).toContain(`route="none",status="${status}"`)
})

test('with 16 KB of cookies of old widgets, the document is served and removes the oldest ones', async () => {
  const cookies = Array.from({ length: 200 }, (_, index) => `__Host-sw-gone-${index}=${'x'.repeat(60)}`).join(
    '; ',
  )
  expect(cookies.length).toBeGreaterThan(16_000)
  const document = await overNode(fixture, '/widget', {
    headers: { Cookie: cookies, 'Sec-Fetch-Dest': 'iframe' },
  })
  expect(document.status).toBe(200)
  expect(document.headers.getSetCookie()).toHaveLength(100)
})

/** One address of every route, and an unknown one. */
const everywhere = [
  ...paths,
  '/widget',
  '/widgetLoader',
  '/widgetLoader/versions.json',
  '/widgetLoader/errors.json',
  '/widgetLoader/trade-ticket.schema.json',
  '/widgetLoader/none.js',
  '/assets/app-1.js',
  '/help/faq',
  '/openapi.json',
  '/docs',
  '/docs/none',
  '/docs/assets/none.css',
  '/docs/playground/',
  '/docs/playground/config.json',
  '/problems',
  '/problems/internal',
  '/problems/none',
  '/healthz',
  '/readyz',
  '/metrics',
  '/policy-reports',
  '/Auth',
  '/Token',
  '/setCookie',
  '/session',
  '/token',
  '/feed/ticket',
  '/feed',
  '/nothing',
]

test.each(everywhere)('%s has the common headers for every method', async (path) => {
  const { port, environment } = fixture
  for (const method of ['GET', 'HEAD', 'POST', 'PUT']) {
    const { fields } = await fetchOverNode(path, { method })
    const headersByName = Object.fromEntries(fields)
    const label = `${method} ${path} on ${port}`
    expect(headersByName['strict-transport-security'], label).toBe('max-age=31536000; includeSubDomains')
    expect(headersByName['x-content-type-options'], label).toBe('nosniff')
    expect(headersByName['referrer-policy'], label).toBe('no-referrer')
    expect(headersByName['cross-origin-resource-policy'], label).toMatch(/^(same-origin|cross-origin)$/)
    const allowed = headersByName['access-control-allow-origin']
    if (!/^\/(widgetLoader|assets|openapi)/.test(path)) expect(allowed, label).toBeUndefined()
  }
  expect(await (await environment.get('/metrics')).text()).toMatch(
    /service_requests_total\{route="\w+",status="\d+"\} \d+/,
  )
})
