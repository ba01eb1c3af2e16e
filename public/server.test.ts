import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serviceOriginFor, startDemo } from './server.ts'

/** Requests to the fake service, and its next response. */
let received: { path: string; body: string; origin: string | undefined }[] = []
let nextResponse = { status: 200, body: '"one-time-token"' }
const service = createServer((incoming, outgoing) => {
  let body = ''
  incoming.on('data', (chunk) => (body += chunk))
  incoming.on('end', () => {
    received.push({ path: incoming.url ?? '', body, origin: incoming.headers.origin })
    outgoing.writeHead(nextResponse.status).end(nextResponse.body)
  })
})
let demo: Awaited<ReturnType<typeof startDemo>>

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve)
  })
  const serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const credentials = { apiKey: 'pk_demo', secretKey: 'sk_never_shown' }
  demo = await startDemo({ port: 0, host: '127.0.0.1', serviceUrl, credentials })
})
afterAll(async () => {
  await demo.stop()
  service.close()
})

/** Sends a request with its path and Host unchanged; `fetch` would normalise both. */
function sendRaw(
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  const { port } = new URL(demo.url)
  return new Promise<{ status: number; body: string; headers: Record<string, unknown> }>(
    (resolve, reject) => {
      request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        let body = ''
        response.on('data', (chunk) => (body += chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body, headers: response.headers }),
        )
      })
        .on('error', reject)
        .end()
    },
  )
}

test.each([
  ['localhost:8081', 'http://localhost:8080'],
  ['127.0.0.1:8081', 'http://127.0.0.1:8080'],
  ['partner.localhost:8081', 'http://widget.localhost:8080'],
  ['stranger.localhost:8081', 'http://widget.localhost:8080'],
  ['192.168.1.7:8081', 'http://192.168.1.7:8080'],
  ['', 'http://localhost:8080'],
  ["x'; script-src *", 'http://localhost:8080'],
  ['user:pass@evil.test', 'http://localhost:8080'],
])('a page with the host %j uses the service at %s', (host, origin) => {
  expect(serviceOriginFor(host, 'http://localhost:8080')).toBe(origin)
})

test('files of subfolders are served, and nothing outside of the folder', async () => {
  expect((await sendRaw('/brand/panel.js')).headers['content-type']).toBe('text/javascript; charset=utf-8')
  for (const path of ['/brand/', '/brand/../server.ts', '/brand/../../package.json', '/../package.json'])
    expect((await sendRaw(path)).status, path).toBe(404)
})

test('a service with a public host name keeps its origin', () => {
  expect(serviceOriginFor('partner.localhost:8081', 'https://widgets.example.com')).toBe(
    'https://widgets.example.com',
  )
})

test('the page has the content security policy of specification 5.5', async () => {
  const { status, headers, body } = await sendRaw('/', { headers: { Host: 'partner.localhost:8081' } })
  expect(status).toBe(200)
  expect(body).toContain('<div id="widget"></div>')
  expect(headers['x-content-type-options']).toBe('nosniff')
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/frame-src http:\/\/widget\.localhost:\d+;/)
  expect(policy).toMatch(/connect-src 'self' http:\/\/widget\.localhost:\d+ ws:\/\/widget\.localhost:\d+;/)
  expect(policy).not.toMatch(/unsafe|\*/)
})

test('the page receives the public key and never the secret key', async () => {
  const { body } = await sendRaw('/config.json')
  expect(JSON.parse(body)).toMatchObject({ apiKey: 'pk_demo' })
  for (const path of ['/', '/demo.js', '/config.json'])
    expect((await sendRaw(path)).body).not.toContain('sk_never_shown')
})

test.each([
  '/server.ts',
  '/../package.json',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
  '/demo.js/',
  '/tsconfig.json',
  '//etc/passwd',
])('%s is not found', async (path) => expect((await sendRaw(path)).status).toBe(404))

test('requests a token with both keys, from server to server, and removes its quotes', async () => {
  received = []
  const { status, body } = await sendRaw('/auth-token', { method: 'POST' })
  expect([status, JSON.parse(body)]).toEqual([200, { authToken: 'one-time-token' }])
  expect(received).toEqual([
    { path: '/Auth', body: 'apikey=pk_demo&secretKey=sk_never_shown', origin: undefined },
  ])
})

test('refuses a token to a page of another site, and to any method except POST', async () => {
  received = []
  const foreign = await sendRaw('/auth-token', { method: 'POST', headers: { Origin: 'http://evil.test' } })
  expect(foreign.status).toBe(403)
  const get = await sendRaw('/auth-token')
  expect([get.status, get.headers['allow']]).toEqual([405, 'POST'])
  expect(received).toEqual([])
})

test('reports a refusal of the service to the page without the keys', async () => {
  nextResponse = { status: 401, body: '{"detail":"sk_never_shown is wrong"}' }
  const { status, body } = await sendRaw('/auth-token', { method: 'POST' })
  nextResponse = { status: 200, body: 'token' }
  expect(status).toBe(502)
  expect(body).not.toContain('sk_')
})
