/**
 * The Node transport and the web adapter give the same responses to the same requests: mocks and most tests
 * use the adapter, clients the Node transport.
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

type Place = {
  readonly environment: TestService
  readonly app: App
  readonly server: Server
  readonly port: number
  readonly session: { token: string; cookie: string }
}

let folder: string
let place: Place

async function open(): Promise<Place> {
  const environment = await makeTestService({ version: '1.2.3' })
  await environment.store.batches.publish(
    batchOf(...Array.from({ length: 40 }, (_, at) => syntheticIdea(`S${at}`))),
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
  for (const below of ['app/app', 'app/assets', 'loader', 'docs/assets'])
    mkdirSync(join(folder, below), { recursive: true })
  writeFileSync(join(folder, 'app/app/index.html'), '<!doctype html><html><head></head><body></body></html>')
  writeFileSync(join(folder, 'app/assets/app-1.js'), `export const words = '${'word '.repeat(1000)}'`)
  writeFileSync(join(folder, 'app/assets/a.woff2'), 'not compressed')
  writeFileSync(join(folder, 'loader/widgetLoader.js'), 'var serviceWidgetLoader={}')
  place = await open()
})
afterAll(async () => {
  place.server.close()
  place.server.closeAllConnections()
  rmSync(folder, { recursive: true })
})

type Sent = { readonly method?: string; readonly headers?: Record<string, string | string[]> }
type Received = { readonly status: number; readonly headers: Headers; readonly body: Buffer }

/** Headers that differ with every response, and those of a connection. */
const changing = new Set(['x-request-id', 'date', 'connection', 'keep-alive'])

async function overNode(
  { port }: Place,
  path: string,
  { method = 'GET', headers = {} }: Sent,
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
  { app }: Place,
  path: string,
  { method = 'GET', headers = {} }: Sent,
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

/** The response without what differs each time. */
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

const ask = async (path: string, sent: Sent) => comparable(await overNode(place, path, sent))

/** Sends the request over both transports. */
async function same(path: string, sent: Sent) {
  const node = await ask(path, sent)
  expect(withoutRate(comparable(await overWeb(place, path, sent)))).toEqual(withoutRate(node))
  return node
}

/** The second request finds one token less left of the rate limit. */
const withoutRate = <R extends ReturnType<typeof comparable>>({ fields, ...rest }: R) => ({
  ...rest,
  fields: fields.filter(([name]) => name !== 'ratelimit'),
})

const keyed = () => ({ 'Op-Subscription-Key': place.environment.demo.subscriptionKey })
const paths = Object.entries(dataRoutes)
  .filter(([name]) => !['roll', 'scenario', 'symbols', 'history'].includes(name))
  .map(([, { path }]) => path.replace('{symbol}', 'AAPL'))

describe.each([undefined, 'gzip', 'br', 'gzip, deflate, br, zstd', 'br;q=0, gzip', 'identity'])(
  'with Accept-Encoding %s',
  (encoding) => {
    const taking = encoding === undefined ? {} : { 'Accept-Encoding': encoding }
    test.each(paths)('%s', async (path) => {
      const whole = await same(path, { headers: { ...taking, ...keyed() } })
      expect(whole.status).toBe(200)
      const etag = String(Object.fromEntries(whole.fields)['etag'])
      const known = { 'If-None-Match': `"other", ${etag}` }
      const again = await same(path, { headers: { ...taking, ...known, ...keyed() } })
      expect([again.status, again.body]).toEqual([304, ''])
      const head = await same(path, { method: 'HEAD', headers: { ...taking, ...keyed() } })
      expect([head.status, head.body]).toEqual([200, ''])
      expect(Object.fromEntries(head.fields)['content-length']).toBeDefined()
    })
    test.each(['/widgetLoader', '/widgetLoader/1.2.3.js', '/assets/app-1.js', '/assets/a.woff2', '/healthz'])(
      '%s',
      async (path) => {
        expect((await same(path, { headers: taking })).status).toBe(200)
        expect((await same(path, { method: 'HEAD', headers: taking })).status).toBe(200)
      },
    )
  },
)

const ideas = dataRoutes.tradeIdeas.path
const income = dataRoutes.income.path.replace('{symbol}', 'aapl')

test.each<[string, string, (place: Place) => Sent, number]>([
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
  ['a dead cookie', ideas, () => ({ headers: { Cookie: '__Host-sw-i=x' } }), 401],
  ['a position', `${income}?stockQuantity=300&costBasis=100.5`, () => ({ headers: keyed() }), 200],
  ['an encoded position', `${income}?stockQuantity=%33%30%30`, () => ({ headers: keyed() }), 200],
  ['a malformed position', `${income}?stockQuantity=-1`, () => ({ headers: keyed() }), 400],
  ['an unknown symbol', dataRoutes.why.path.replace('{symbol}', 'NOPE'), () => ({ headers: keyed() }), 404],
  ['a malformed symbol', dataRoutes.why.path.replace('{symbol}', '!!!'), () => ({ headers: keyed() }), 400],
  ['no such path', '/nothing/here', () => ({}), 404],
  ['no such file', '/assets/none.js', () => ({}), 404],
  ['another method', ideas, () => ({ method: 'DELETE' }), 405],
])('%s: %s', async (_, path, sent, status) => {
  expect((await same(path, sent(place))).status).toBe(status)
})

test.each<[string, number]>([
  ['/widgetLoader/versions.json', 200],
  ['/openapi.json', 200],
  ['/api/v1/platform/why/A%41PL', 401],
  ['/assets/../assets/app-1.js', 200],
  ['/assets/%61pp-1.js', 404],
  ['//assets/app-1.js', 404],
])('a path is normalised like a URL: %s', async (path, status) => {
  expect((await same(path, {})).status).toBe(status)
})

test.each<[string, Sent, number]>([
  ['/healthz', { headers: { Host: 'strange host' } }, 400],
  ['/healthz', { headers: { Host: 'a@b' } }, 400],
  ['/healthz', { headers: { 'Content-Length': '0' } }, 200],
  ['http://elsewhere.test/healthz', {}, 200],
  ['/health\\z', {}, 400],
  ['ftp://elsewhere.test/healthz', {}, 400],
  ['/a"b', {}, 404],
])('targets and hosts of the Node transport: %s', async (path, sent, status) => {
  expect((await overNode(place, path, sent)).status).toBe(status)
})

test('a revoked key and an ended session are refused by the next request', async () => {
  await place.environment.service.access.operator.revokeKey(place.environment.demo.subscriptionKey)
  expect((await same(ideas, { headers: keyed() })).status).toBe(401)
  const headers = { Cookie: place.session.cookie }
  expect((await same(ideas, { headers })).status).toBe(200)
  const { access } = place.environment.service
  const cookies = new Map([['instance-1', place.session.cookie.split('=')[1]!]])
  await access.endSession((await access.cookieSession({ cookies, instance: null }))!)
  expect((await same(ideas, { headers })).status).toBe(401)
})

/** Malformed requests that Node's parser rejects. */
test.each([
  ['no HTTP at all', 'nonsense\r\n\r\n', 400],
  ['too large a header', `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  [
    'an expectation nobody fulfils',
    'GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\nConnection: close\r\n\r\n',
    417,
  ],
])('%s is answered with the fields of every answer', async (_, text, status) => {
  const { port, environment } = place
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {})
  await once(socket, 'close')
  const answer = Buffer.concat(chunks).toString('latin1').toLowerCase()
  expect(answer).toContain(`http/1.1 ${status} `)
  for (const field of [
    'x-request-id: ',
    'strict-transport-security: max-age=31536000',
    'x-content-type-options: nosniff',
    'referrer-policy: no-referrer',
    "content-security-policy: default-src 'none'",
  ])
    expect(answer).toContain(field)
  expect(await (await environment.get('/metrics')).text()).toContain(`route="none",status="${status}"`)
})

test('with 16 KB of old widgets’ cookies the document is served, and removes the oldest', async () => {
  const cookies = Array.from({ length: 200 }, (_, at) => `__Host-sw-gone-${at}=${'x'.repeat(60)}`).join('; ')
  expect(cookies.length).toBeGreaterThan(16_000)
  const document = await overNode(place, '/widget', {
    headers: { Cookie: cookies, 'Sec-Fetch-Dest': 'iframe' },
  })
  expect(document.status).toBe(200)
  expect(document.headers.getSetCookie()).toHaveLength(100)
})

/** One address of every row, and an unknown one. */
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
  const { port, environment } = place
  for (const method of ['GET', 'HEAD', 'POST', 'PUT']) {
    const { fields } = await ask(path, { method })
    const said = Object.fromEntries(fields)
    const about = `${method} ${path} on ${port}`
    expect(said['strict-transport-security'], about).toBe('max-age=31536000; includeSubDomains')
    expect(said['x-content-type-options'], about).toBe('nosniff')
    expect(said['referrer-policy'], about).toBe('no-referrer')
    expect(said['cross-origin-resource-policy'], about).toMatch(/^(same-origin|cross-origin)$/)
    const allowed = said['access-control-allow-origin']
    if (!/^\/(widgetLoader|assets|openapi)/.test(path)) expect(allowed, about).toBeUndefined()
  }
  expect(await (await environment.get('/metrics')).text()).toMatch(
    /service_requests_total\{route="\w+",status="\d+"\} \d+/,
  )
})
