/** The whole service behind its own TLS, by HTTP/2. */
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
import { makeAuthority, withoutOpenssl } from './http/certificates.fixture.ts'
import { readEnvironment } from './config/environment.ts'
import { startService } from './server.ts'
import type { RunningService } from './server.ts'

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }

describe.skipIf(withoutOpenssl)('the service behind its own TLS (needs openssl)', () => {
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

  async function ask(path: string, headers: OutgoingHttpHeaders = {}, body?: object): Promise<Answer> {
    const method = body ? { ':method': 'POST', 'content-type': 'application/json' } : {}
    const stream = session.request({ ':path': path, ...method, ...headers })
    stream.end(body ? JSON.stringify(body) : undefined)
    const [answered] = (await once(stream, 'response')) as [IncomingHttpHeaders]
    let text = ''
    for await (const chunk of stream.setEncoding('utf8')) text += String(chunk)
    return { status: Number(answered[':status']), headers: answered, text }
  }

  test('prints its address, and responds there over HTTP/2', async () => {
    expect(service.url).toMatch(/^https:\/\/localhost:\d+$/)
    const { status, headers } = await ask('/healthz')
    expect(status).toBe(200)
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(headers['x-request-id']).toBeDefined()
  })

  test('serves the data API, and refuses requests without a key', async () => {
    const path = '/api/v1/platform/what/tradeideas'
    const { status } = await ask(path, { 'op-subscription-key': service.demo!.subscriptionKey })
    // Independent of the first scan.
    expect([200, 503]).toContain(status)
    expect((await ask(path)).status).toBe(401)
  })

  test.each([
    ['/healthz', {}],
    ['/nothing/here', {}],
    ['/api/v1/platform/what/tradeideas', {}],
    ['/api/v1/platform/tone', { 'op-subscription-key': 'demo' }],
    ['/api/v1/platform/why/!!!', { 'op-subscription-key': 'demo' }],
    ['/problems/rate-limited', { 'accept-encoding': 'br' }],
  ])('says the same of %s by HTTP/1.1', async (path, given: Record<string, string>) => {
    const key = service.demo!.subscriptionKey
    const headers = 'op-subscription-key' in given ? { 'op-subscription-key': key } : given
    const two = await ask(path, headers)
    const call = request(`${service.url}${path}`, { ca, agent: false, headers }).end()
    const [one] = (await once(call, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of one.setEncoding('utf8')) text += String(chunk)
    // Values that differ with every response, and headers that HTTP/2 does not have.
    const changing = [
      'date',
      'x-request-id',
      ':status',
      'connection',
      'keep-alive',
      'ratelimit',
      'transfer-encoding',
    ]
    const fields = (all: IncomingHttpHeaders) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !changing.includes(name)))
    const without = (body: string) => body.replace(/"requestId":"[^"]+"/, '')
    expect([one.statusCode, without(text), fields(one.headers)]).toEqual([
      two.status,
      without(two.text),
      fields(two.headers),
    ])
  })

  test('refuses a request with different hosts in `Host` and `:authority`', async () => {
    const { host } = new URL(service.url)
    for (const path of ['/healthz', '/a%20path']) {
      expect((await ask(path, { ':authority': host, host: 'evil.example' })).status).toBe(400)
      expect([200, 404]).toContain((await ask(path, { ':authority': host, host })).status)
    }
  })

  test('opens a session over HTTP/2 and its feed over HTTP/1.1', async () => {
    const origin = { origin: service.url }
    const opened = await ask('/Token', origin, { apiKey: service.demo!.apiKey, userId: 'u' })
    const { access_token: token } = JSON.parse(opened.text) as { access_token: string }
    const cookies = await ask(
      '/setCookie',
      { ...origin, authorization: `Bearer ${token}` },
      { origin: 'http://localhost:8081', instance: 'instance-1' },
    )
    expect(cookies.status).toBeLessThan(300)
    const cookie = cookies.headers['set-cookie']![0]!.split(';')[0]!
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
