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
import { createResponseSerializer } from '#service/http/response/response-serializer.ts'
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
  readonly testService: TestService
  readonly app: App
  readonly server: Server
  readonly port: number
  readonly session: { token: string; cookie: string }
}

let folder: string
let fixture: Fixture

async function createFixture(): Promise<Fixture> {
  const testService = await makeTestService({ version: '1.2.3' })
  await testService.store.batches.publish(
    batchOf(...Array.from({ length: 40 }, (_, index) => syntheticIdea(`S${index}`))),
  )
  const folders = { dist: folder, releases: join(folder, 'releases'), playground: join(folder, 'none') }
  const app = createApp(
    { ...testService.service, serializer: createResponseSerializer(nodeCompression) },
    await readSiteFiles(folders, '1.2.3'),
  )
  const processState = () => ({ metrics: () => ({}), isStopping: false })
  const server = createHttpServer(app, readEnvironment({}), processState)
  const { port } = await listen(server, 0, '127.0.0.1')
  return { testService, app, server, port, session: await testService.session() }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'transports-'))
  for (const subfolder of ['app/app', 'app/assets', 'loader', 'docs/assets'])
    mkdirSync(join(folder, subfolder), { recursive: true })
  writeFileSync(join(folder, 'app/app/index.html'), '<!doctype html><html><head></head><body></body></html>')
  writeFileSync(join(folder, 'app/assets/app-1.js'), `export const words = '${'word '.repeat(1000)}'`)
  writeFileSync(join(folder, 'app/assets/a.woff2'), 'not compressed')
  writeFileSync(join(folder, 'loader/widgetLoader.js'), 'var serviceWidgetLoader={}')
  fixture = await createFixture()
})
afterAll(async () => {
  fixture.server.close()
  fixture.server.closeAllConnections()
  rmSync(folder, { recursive: true })
})

type RequestInput = { readonly method?: string; readonly headers?: Record<string, string | string[]> }
type Received = { readonly status: number; readonly headers: Headers; readonly body: Buffer }

/** Headers that differ in every response, and connection headers. */
const varyingHeaders = new Set(['x-request-id', 'date', 'connection', 'keep-alive'])

async function sendOverNode(
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
  const headerPairs = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return { status: response.statusCode!, headers: new Headers(headerPairs), body }
}

async function sendOverWeb(
  { app }: Fixture,
  path: string,
  { method = 'GET', headers = {} }: RequestInput,
): Promise<Received> {
  const headerPairs = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  )
  const webRequest = new Request(`http://service.test${path}`, { method, headers: headerPairs })
  const response = await app.fetch(webRequest, { address: '127.0.0.1' })
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  }
}

/** Returns the response without the parts that differ each time. */
function comparable({ status, headers, body }: Received) {
  const fields = [...headers].filter(([name]) => !varyingHeaders.has(name))
  const { requestId, ...problem } = (headers.get('content-type') ?? '').startsWith('application/problem')
    ? (JSON.parse(body.toString() || '{}') as Record<string, unknown>)
    : {}
  const id = headers.get('x-request-id')
  if (requestId !== undefined) expect(requestId).toBe(id)
  expect(id).toMatch(/^[\da-f-]{36}$/)
  return { status, fields, body: Object.keys(problem).length > 0 ? problem : body.toString('base64') }
}

const fetchOverNode = async (path: string, input: RequestInput) =>
  comparable(await sendOverNode(fixture, path, input))

/** Sends the request over both transports and expects the same response. */
async function expectSame(path: string, input: RequestInput) {
  const node = await fetchOverNode(path, input)
  expect(withoutRateLimit(comparable(await sendOverWeb(fixture, path, input)))).toEqual(
    withoutRateLimit(node),
  )
  return node
}

/** Removes the rate limit header, because the second request leaves one token less. */
const withoutRateLimit = <R extends ReturnType<typeof comparable>>({ fields, ...response }: R) => ({
  ...response,
  fields: fields.filter(([name]) => name !== 'ratelimit'),
})

const keyHeaders = () => ({ 'Op-Subscription-Key': fixture.testService.demo.subscriptionKey })
const dataPaths = Object.entries(dataRoutes)
  .filter(([name]) => !['roll', 'scenario', 'symbols', 'history'].includes(name))
  .map(([, { path }]) => path.replace('{symbol}', 'AAPL'))

describe.each([undefined, 'gzip', 'br', 'gzip, deflate, br, zstd', 'br;q=0, gzip', 'identity'])(
  'with Accept-Encoding %s',
  (encoding) => {
    const acceptEncoding = encoding === undefined ? {} : { 'Accept-Encoding': encoding }
    test.each(dataPaths)(
      'both transports send the same responses to GET, HEAD and a conditional GET of %s',
      async (path) => {
        const full = await expectSame(path, { headers: { ...acceptEncoding, ...keyHeaders() } })
        expect(full.status).toBe(200)
        const etag = String(Object.fromEntries(full.fields)['etag'])
        const conditional = { 'If-None-Match': `"other", ${etag}` }
        const revalidated = await expectSame(path, {
          headers: { ...acceptEncoding, ...conditional, ...keyHeaders() },
        })
        expect([revalidated.status, revalidated.body]).toEqual([304, ''])
        const head = await expectSame(path, {
          method: 'HEAD',
          headers: { ...acceptEncoding, ...keyHeaders() },
        })
        expect([head.status, head.body]).toEqual([200, ''])
        expect(Object.fromEntries(head.fields)['content-length']).toBeDefined()
      },
    )
    test.each(['/widgetLoader', '/widgetLoader/1.2.3.js', '/assets/app-1.js', '/assets/a.woff2', '/healthz'])(
      'both transports send the same responses to GET and HEAD of %s',
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
  [
    'credentials of two kinds',
    ideas,
    () => ({ headers: { ...keyHeaders(), Authorization: 'Bearer lt_x' } }),
    401,
  ],
  [
    'a key twice',
    ideas,
    () => ({ headers: { 'Op-Subscription-Key': [keyHeaders()['Op-Subscription-Key'], 'x'] } }),
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
  ['a position', `${income}?stockQuantity=300&costBasis=100.5`, () => ({ headers: keyHeaders() }), 200],
  ['an encoded position', `${income}?stockQuantity=%33%30%30`, () => ({ headers: keyHeaders() }), 200],
  ['an unknown parameter', `${income}?stockquantity=300&%22=1`, () => ({ headers: keyHeaders() }), 200],
  [
    'an unknown parameter that is refused',
    `${ideas}?page=2&strict=1`,
    () => ({ headers: keyHeaders() }),
    400,
  ],
  ['a malformed position', `${income}?stockQuantity=-1`, () => ({ headers: keyHeaders() }), 400],
  [
    'an unknown symbol',
    dataRoutes.why.path.replace('{symbol}', 'NOPE'),
    () => ({ headers: keyHeaders() }),
    404,
  ],
  [
    'a malformed symbol',
    dataRoutes.why.path.replace('{symbol}', '!!!'),
    () => ({ headers: keyHeaders() }),
    400,
  ],
  ['an unknown path', '/nothing/here', () => ({}), 404],
  ['an unknown file', '/assets/none.js', () => ({}), 404],
  ['a method that the route does not have', ideas, () => ({ method: 'DELETE' }), 405],
])('both transports send the same response to %s: %s', async (_, path, inputOf, status) => {
  expect((await expectSame(path, inputOf(fixture))).status).toBe(status)
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
  ['http://elsewhere.test/healthz', {}, 400],
  ['/health\\z', {}, 400],
  ['ftp://elsewhere.test/healthz', {}, 400],
  ['/a"b', {}, 404],
])('the Node transport checks target and host: %s', async (path, input, status) => {
  expect((await sendOverNode(fixture, path, input)).status).toBe(status)
})

test('both transports refuse a path of over 2 KB, also if it is short once normalised', async () => {
  expect((await expectSame(`/docs${'/'.repeat(31_000)}x`, {})).status).toBe(414)
  expect((await sendOverNode(fixture, `${'/a/..'.repeat(500)}/healthz`, {})).status).toBe(414)
})

test('a revoked key and an ended session are refused by the next request', async () => {
  await fixture.testService.service.access.operator.revokeKey(fixture.testService.demo.subscriptionKey)
  expect((await expectSame(ideas, { headers: keyHeaders() })).status).toBe(401)
  const headers = { Cookie: fixture.session.cookie }
  expect((await expectSame(ideas, { headers })).status).toBe(200)
  const { access } = fixture.testService.service
  const cookies = new Map([['instance-1', fixture.session.cookie.split('=')[1]!]])
  await access.endSession((await access.cookieSession({ cookies, instance: null }))!)
  expect((await expectSame(ideas, { headers })).status).toBe(401)
})

/** Malformed requests that Node's parser rejects. */
test.each([
  ['text that is not HTTP', 'nonsense\r\n\r\n', 400],
  ['too large a header', `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\nConnection: close\r\n\r\n', 417],
])('the response to %s has the headers that every response has', async (_, text, status) => {
  const { port, testService } = fixture
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
  expect(await (await testService.get('/metrics')).text()).toContain(`route="none",status="${status}"`)
})

test('with 16 KB of cookies of old widgets, the document is served and removes the oldest ones', async () => {
  const cookies = Array.from({ length: 200 }, (_, index) => `__Host-sw-gone-${index}=${'x'.repeat(60)}`).join(
    '; ',
  )
  expect(cookies.length).toBeGreaterThan(16_000)
  const document = await sendOverNode(fixture, '/widget', {
    headers: { Cookie: cookies, 'Sec-Fetch-Dest': 'iframe' },
  })
  expect(document.status).toBe(200)
  expect(document.headers.getSetCookie()).toHaveLength(100)
})

/** One path of every route, and an unknown path. */
const allPaths = [
  ...dataPaths,
  '/widget',
  '/widgetLoader',
  '/widgetLoader/versions.json',
  '/widgetLoader/errors.json',
  '/widgetLoader/trade-ticket.schema.json',
  '/widgetLoader/none.js',
  '/fonts/none.css',
  '/fonts/none/none.woff2',
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

test.each(allPaths)('%s has the common headers for every method', async (path) => {
  const { port, testService } = fixture
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
  expect(await (await testService.get('/metrics')).text()).toMatch(
    /service_requests_total\{route="\w+",status="\d+"\} \d+/,
  )
})
