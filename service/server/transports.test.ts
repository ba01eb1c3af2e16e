/**
 * Two ways lead through the service: kept bytes are written as they are, all else goes by way of `Request` and `Response`.
 * The same requests must be answered the same on both: one server has the short way, the other never takes it.
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
import { createAnswerBytes } from '#service/http/response/response-bytes.ts'
import { createApp } from '#service/http/app.ts'
import type { App } from '#service/http/app.ts'
import { batchOf, madeUpIdea } from '#service/testing/ideas.ts'
import { makeWorld } from '#service/testing/test-service.ts'
import type { World } from '#service/testing/test-service.ts'
import { readEnvironment } from './config/environment.ts'
import { createHttpServer, listen } from './http/http-server.ts'
import { packing } from './fast/compression.ts'
import { readSiteFiles } from './files/site-files.ts'

type Place = {
  readonly world: World
  readonly server: Server
  readonly port: number
  readonly session: { token: string; cookie: string }
  /** Requests that were answered the short way. */
  readonly short: { count: number }
}

let folder: string
let both: readonly [Place, Place]

async function open(hasShortWay: boolean): Promise<Place> {
  const world = await makeWorld({ version: '1.2.3' })
  await world.store.batches.publish(batchOf(...Array.from({ length: 40 }, (_, at) => madeUpIdea(`S${at}`))))
  const folders = { dist: folder, releases: join(folder, 'releases'), playground: join(folder, 'none') }
  const app = createApp(
    { ...world.service, bytes: createAnswerBytes(packing) },
    await readSiteFiles(folders, '1.2.3'),
  )
  const short = { count: 0 }
  const counted: App = {
    ...app,
    written(asked) {
      const written = hasShortWay ? app.written(asked) : undefined
      if (written) short.count++
      return written
    },
  }
  const readings = () => ({ metrics: () => ({}), isStopping: false })
  const server = createHttpServer(counted, readEnvironment({}), readings)
  const { port } = await listen(server, 0, '127.0.0.1')
  return { world, server, port, session: await world.session(), short }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'both-ways-'))
  for (const below of ['app/app', 'app/assets', 'loader', 'docs/assets'])
    mkdirSync(join(folder, below), { recursive: true })
  writeFileSync(join(folder, 'app/app/index.html'), '<!doctype html><html><head></head><body></body></html>')
  writeFileSync(join(folder, 'app/assets/app-1.js'), `export const words = '${'word '.repeat(1000)}'`)
  writeFileSync(join(folder, 'app/assets/a.woff2'), 'not compressed')
  writeFileSync(join(folder, 'loader/widgetLoader.js'), 'var serviceWidgetLoader={}')
  both = [await open(true), await open(false)]
})
afterAll(async () => {
  for (const { server } of both) {
    server.close()
    server.closeAllConnections()
  }
  rmSync(folder, { recursive: true })
})

type Asked = { readonly method?: string; readonly headers?: Record<string, string | string[]> }

/** What is another one each time. */
const changing = new Set(['x-request-id', 'date'])

async function ask({ port }: Place, path: string, { method = 'GET', headers = {} }: Asked) {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request(
      { port, host: '127.0.0.1', path, method, headers: { Host: 'service.test', ...headers }, agent: false },
      resolve,
    )
      .once('error', reject)
      .end(),
  )
  const body = await buffer(response)
  const fields = Object.entries(response.headers)
    .filter(([name]) => !changing.has(name))
    .toSorted(([one], [other]) => one.localeCompare(other))
  const { requestId, ...said } = (response.headers['content-type'] ?? '').startsWith('application/problem')
    ? (JSON.parse(body.toString() || '{}') as Record<string, unknown>)
    : {}
  const id = response.headers['x-request-id']
  if (requestId !== undefined) expect(requestId).toBe(id)
  expect(id).toMatch(/^[\da-f-]{36}$/)
  return {
    status: response.statusCode,
    fields,
    body: Object.keys(said).length > 0 ? said : body.toString('base64'),
  }
}

/** Asks both, each with what it knows of its own credentials. */
async function same(path: string, asked: (place: Place) => Asked, isShort: boolean) {
  const [fast, whole] = both
  const before = fast.short.count
  const [one, other] = [await ask(fast, path, asked(fast)), await ask(whole, path, asked(whole))]
  expect(one).toEqual(other)
  expect(fast.short.count - before, 'the short way').toBe(isShort ? 1 : 0)
  return one
}

const keyed = ({ world }: Place) => ({ 'Op-Subscription-Key': world.demo.subscriptionKey })
const paths = Object.entries(dataRoutes)
  .filter(([name]) => !['roll', 'scenario', 'symbols', 'history'].includes(name))
  .map(([, { path }]) => path.replace('{symbol}', 'AAPL'))

describe.each([undefined, 'gzip', 'br', 'gzip, deflate, br, zstd', 'br;q=0, gzip', 'identity'])(
  'where %s is taken',
  (encoding) => {
    const taking = encoding === undefined ? {} : { 'Accept-Encoding': encoding }
    test.each(paths)('%s', async (path) => {
      const whole = await same(path, (place) => ({ headers: { ...taking, ...keyed(place) } }), true)
      expect(whole.status).toBe(200)
      const etag = String(Object.fromEntries(whole.fields)['etag'])
      const known = { 'If-None-Match': `"other", ${etag}` }
      const again = await same(path, (place) => ({ headers: { ...taking, ...known, ...keyed(place) } }), true)
      expect([again.status, again.body]).toEqual([304, ''])
      const head = await same(
        path,
        (place) => ({ method: 'HEAD', headers: { ...taking, ...keyed(place) } }),
        true,
      )
      expect([head.status, head.body]).toEqual([200, ''])
      expect(Object.fromEntries(head.fields)['content-length']).toBeDefined()
    })
    test.each(['/widgetLoader', '/widgetLoader/1.2.3.js', '/assets/app-1.js', '/assets/a.woff2', '/healthz'])(
      '%s',
      async (path) => {
        expect((await same(path, () => ({ headers: taking }), true)).status).toBe(200)
        expect((await same(path, () => ({ method: 'HEAD', headers: taking }), true)).status).toBe(200)
      },
    )
  },
)

const ideas = dataRoutes.tradeIdeas.path
const income = dataRoutes.income.path.replace('{symbol}', 'aapl')

test.each<[string, string, (place: Place) => Asked, number]>([
  ['no credential', ideas, () => ({}), 401],
  ['a wrong key', ideas, () => ({ headers: { 'Op-Subscription-Key': 'sub_live_x_y' } }), 401],
  ['two kinds', ideas, (place) => ({ headers: { ...keyed(place), Authorization: 'Bearer lt_x' } }), 401],
  [
    'a key twice',
    ideas,
    (place) => ({ headers: { 'Op-Subscription-Key': [keyed(place)['Op-Subscription-Key'], 'x'] } }),
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
  ['a position', `${income}?stockQuantity=300&costBasis=100.5`, (place) => ({ headers: keyed(place) }), 200],
  ['an encoded position', `${income}?stockQuantity=%33%30%30`, (place) => ({ headers: keyed(place) }), 200],
  ['a malformed position', `${income}?stockQuantity=-1`, (place) => ({ headers: keyed(place) }), 400],
  [
    'an unknown symbol',
    dataRoutes.why.path.replace('{symbol}', 'NOPE'),
    (place) => ({ headers: keyed(place) }),
    404,
  ],
  [
    'a malformed symbol',
    dataRoutes.why.path.replace('{symbol}', '!!!'),
    (place) => ({ headers: keyed(place) }),
    400,
  ],
  ['no such path', '/nothing/here', () => ({}), 404],
  ['no such file', '/assets/none.js', () => ({}), 404],
  ['another method', ideas, () => ({ method: 'DELETE' }), 405],
])('%s: %s', async (what, path, asked, status) => {
  const answered = await same(path, asked, what !== 'another method')
  expect(answered.status).toBe(status)
})

test.each<[string, Asked, number]>([
  ['/widgetLoader/versions.json', {}, 200],
  ['/openapi.json', {}, 200],
  ['/api/v1/platform/why/A%41PL', {}, 401],
  ['/assets/../assets/app-1.js', {}, 200],
  ['/assets/%61pp-1.js', {}, 404],
  ['//assets/app-1.js', {}, 404],
  ['/healthz', { headers: { Host: 'strange host' } }, 400],
  ['/healthz', { headers: { Host: 'a@b' } }, 400],
  ['/healthz', { headers: { 'Content-Length': '0' } }, 200],
  ['http://elsewhere.test/healthz', {}, 200],
])('what is not written plainly is left to the long way: %s', async (path, asked, status) => {
  const isShort = path.startsWith('//')
  expect((await same(path, () => asked, isShort)).status).toBe(status)
})

test('what ends or refuses counts on the next request of both', async () => {
  for (const { world } of both) await world.service.access.operator.revokeKey(world.demo.subscriptionKey)
  expect((await same(ideas, (place) => ({ headers: keyed(place) }), true)).status).toBe(401)
  const cookies = (place: Place) => ({ headers: { Cookie: place.session.cookie } })
  expect((await same(ideas, cookies, true)).status).toBe(200)
  for (const { world, session } of both) {
    const known = await world.service.access.cookieSession({
      cookies: new Map([['instance-1', session.cookie.split('=')[1]!]]),
      instance: null,
    })
    await world.service.access.endSession(known!)
  }
  expect((await same(ideas, cookies, true)).status).toBe(401)
})

/** What never was a request, as Node's parser gives it up. */
test.each([
  ['no HTTP at all', 'nonsense\r\n\r\n', 400],
  ['too large a header', `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  [
    'an expectation nobody fulfils',
    'GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\nConnection: close\r\n\r\n',
    417,
  ],
])('%s is answered with the fields of every answer', async (_, text, status) => {
  const [{ port, world }] = both
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
  expect(await (await world.get('/metrics')).text()).toContain(`route="none",status="${status}"`)
})

test('16 KB of cookies of widgets long gone make no blank widget: the document comes, and removes the oldest', async () => {
  const cookies = Array.from({ length: 200 }, (_, at) => `__Host-sw-gone-${at}=${'x'.repeat(60)}`).join('; ')
  expect(cookies.length).toBeGreaterThan(16_000)
  const document = await ask(both[0], '/widget', { headers: { Cookie: cookies, 'Sec-Fetch-Dest': 'iframe' } })
  expect(document.status).toBe(200)
  expect(Object.fromEntries(document.fields)['set-cookie']).toHaveLength(100)
})

/** Of every row one address, and one where there is nothing. */
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

test.each(everywhere)('%s has the fields of every answer, whatever is asked of it', async (path) => {
  const [{ port, world }] = both
  for (const method of ['GET', 'HEAD', 'POST', 'PUT']) {
    const { fields } = await ask(both[0], path, { method })
    const said = Object.fromEntries(fields)
    const about = `${method} ${path} on ${port}`
    expect(said['strict-transport-security'], about).toBe('max-age=31536000; includeSubDomains')
    expect(said['x-content-type-options'], about).toBe('nosniff')
    expect(said['referrer-policy'], about).toBe('no-referrer')
    expect(said['cross-origin-resource-policy'], about).toMatch(/^(same-origin|cross-origin)$/)
    const allowed = said['access-control-allow-origin']
    if (!/^\/(widgetLoader|assets|openapi)/.test(path)) expect(allowed, about).toBeUndefined()
  }
  expect(await (await world.get('/metrics')).text()).toMatch(
    /service_requests_total\{route="\w+",status="\d+"\} \d+/,
  )
})
