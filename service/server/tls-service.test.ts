/** The complete service with its own TLS over HTTP/2. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:http2'
import type { ClientHttp2Session, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { silentLog } from '#service/shared/log.ts'
import { makeAuthority, opensslMissing } from './http/certificates.fixture.ts'
import { readEnvironment } from './config/environment.ts'
import { startService } from './server.ts'
import type { RunningService } from './server.ts'

type TestResponse = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }

describe.skipIf(opensslMissing)('the service with its own TLS (needs openssl)', () => {
  let folder: string
  let ca: string
  let service: RunningService
  let session: ClientHttp2Session

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tls-service-'))
    const authority = makeAuthority(folder)
    ca = authority.pem
    const { certificate, key } = authority.issue('localhost')
    const variables = { PORT: '0', DATA_DIR: join(folder, 'data'), TLS_CERT: certificate, TLS_KEY: key }
    service = await startService(readEnvironment(variables), { log: silentLog, dist: folder })
    session = connect(service.url, { ca })
  }, 60_000)
  afterAll(async () => {
    session.destroy()
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  async function fetchHttp2(
    path: string,
    headers: OutgoingHttpHeaders = {},
    body?: object,
  ): Promise<TestResponse> {
    const method = body ? { ':method': 'POST', 'content-type': 'application/json' } : {}
    const stream = session.request({ ':path': path, ...method, ...headers })
    stream.end(body ? JSON.stringify(body) : undefined)
    const [responseHeaders] = (await once(stream, 'response')) as [IncomingHttpHeaders]
    let text = ''
    for await (const chunk of stream.setEncoding('utf8')) text += String(chunk)
    return { status: Number(responseHeaders[':status']), headers: responseHeaders, text }
  }

  test('has an https address, and responds there over HTTP/2', async () => {
    expect(service.url).toMatch(/^https:\/\/localhost:\d+$/)
    const { status, headers } = await fetchHttp2('/healthz')
    expect(status).toBe(200)
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(headers['x-request-id']).toBeDefined()
  })

  test('serves the data API, and refuses requests without a key', async () => {
    const path = '/api/v1/platform/what/tradeideas'
    const { status } = await fetchHttp2(path, { 'op-subscription-key': service.demo!.subscriptionKey })
    // Independent of the first scan.
    expect([200, 503]).toContain(status)
    expect((await fetchHttp2(path)).status).toBe(401)
  })

  test.each([
    ['/healthz', {}],
    ['/nothing/here', {}],
    ['/api/v1/platform/what/tradeideas', {}],
    ['/api/v1/platform/tone', { 'op-subscription-key': 'demo' }],
    ['/api/v1/platform/why/!!!', { 'op-subscription-key': 'demo' }],
    ['/problems/rate-limited', { 'accept-encoding': 'br' }],
  ])('responds to %s over HTTP/1.1 as over HTTP/2', async (path, requestHeaders: Record<string, string>) => {
    const key = service.demo!.subscriptionKey
    const headers = 'op-subscription-key' in requestHeaders ? { 'op-subscription-key': key } : requestHeaders
    const overHttp2 = await fetchHttp2(path, headers)
    const outgoing = request(`${service.url}${path}`, { ca, agent: false, headers }).end()
    const [overHttp1] = (await once(outgoing, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of overHttp1.setEncoding('utf8')) text += String(chunk)
    // Values that differ with every response, and headers that HTTP/2 does not have.
    const varyingHeaders = [
      'date',
      'x-request-id',
      ':status',
      'connection',
      'keep-alive',
      'ratelimit',
      'transfer-encoding',
    ]
    const stableHeaders = (allHeaders: IncomingHttpHeaders) =>
      Object.fromEntries(Object.entries(allHeaders).filter(([name]) => !varyingHeaders.includes(name)))
    const withoutRequestId = (body: string) => body.replace(/"requestId":"[^"]+"/, '')
    expect([overHttp1.statusCode, withoutRequestId(text), stableHeaders(overHttp1.headers)]).toEqual([
      overHttp2.status,
      withoutRequestId(overHttp2.text),
      stableHeaders(overHttp2.headers),
    ])
  })

  test('refuses a path of over 2 KB', async () => {
    const { status, headers } = await fetchHttp2(`/docs${'/'.repeat(20_000)}x`)
    expect([status, headers['content-type']]).toEqual([414, 'application/problem+json'])
  })

  test('refuses a request with different hosts in `Host` and `:authority`', async () => {
    const { host } = new URL(service.url)
    for (const path of ['/healthz', '/a%20path']) {
      expect((await fetchHttp2(path, { ':authority': host, host: 'evil.example' })).status).toBe(400)
      expect([200, 404]).toContain((await fetchHttp2(path, { ':authority': host, host })).status)
    }
  })

  test('accepts the widget’s own origin with https only', async () => {
    const insecure = { origin: service.url.replace('https', 'http') }
    const body = { apiKey: service.demo!.apiKey, userId: 'u' }
    expect((await fetchHttp2('/Token', insecure, body)).status).toBe(403)
    expect((await fetchHttp2('/Token', { origin: service.url }, body)).status).toBe(200)
    for (const [headers, status] of [
      [insecure, 403],
      [{ origin: service.url }, 101],
    ] as const) {
      const feed = new WebSocket(`${service.url.replace('https', 'wss')}/feed`, { ca, headers })
      const response = new Promise<number | undefined>((resolve) => {
        feed.on('upgrade', ({ statusCode }) => resolve(statusCode))
        feed.on('unexpected-response', (_, { statusCode }) => resolve(statusCode))
      })
      feed.on('error', () => {})
      expect(await response).toBe(status)
      feed.terminate()
    }
  })

  test('opens a session over HTTP/2 and its feed over HTTP/1.1', async () => {
    const origin = { origin: service.url }
    const tokenResponse = await fetchHttp2('/Token', origin, { apiKey: service.demo!.apiKey, userId: 'u' })
    const { access_token: token } = JSON.parse(tokenResponse.text) as { access_token: string }
    const cookieResponse = await fetchHttp2(
      '/setCookie',
      { ...origin, authorization: `Bearer ${token}` },
      { origin: 'http://localhost:8081', instance: 'instance-1' },
    )
    expect(cookieResponse.status).toBeLessThan(300)
    const cookie = cookieResponse.headers['set-cookie']![0]!.split(';')[0]!
    const feed = new WebSocket(`${service.url.replace('https', 'wss')}/feed`, {
      ca,
      headers: { ...origin, cookie },
    })
    const [frame] = (await once(feed, 'message')) as [Buffer]
    expect(JSON.parse(frame.toString())).toMatchObject({ type: expect.any(String) as string })
    feed.close()
    await once(feed, 'close')
  })
})
