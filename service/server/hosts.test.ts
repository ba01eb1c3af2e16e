/** Statement 21: `Host` selects the door; only trusted proxies can send forwarding headers. */
import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#service/http/app.ts'
import type { App } from '#service/http/app.ts'
import { dataPath, makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { readEnvironment } from './config/environment.ts'
import { createHttpServer, listen } from './http/http-server.ts'

const hosts = { gateway: 'api.example.com', legacy: 'legacy.example.com', widget: 'widget.example.com' }
const absoluteTarget = (origin: string, host: string) =>
  `GET ${origin}/healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`
const processState = () => ({ metrics: () => ({}), isStopping: false })

describe('statement 21', () => {
  let testService: TestService
  const servers: Server[] = []
  beforeEach(async () => {
    testService = await makeTestService({ hosts })
  })
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close()
      server.closeAllConnections()
    }
  })

  async function serve(trustedProxies: readonly string[], app: App = testService.app) {
    const server = createHttpServer(app, { ...readEnvironment({}), trustedProxies }, processState)
    servers.push(server)
    await listen(server, 0, '127.0.0.1')
    const { port } = server.address() as AddressInfo
    return async (host: string, headers: Record<string, string> = {}, path = `${dataPath}/tone`) => {
      const outgoing = request({
        port,
        host: '127.0.0.1',
        path,
        headers: { host, ...headers },
        agent: false,
      }).end()
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
      response.resume()
      return response.statusCode
    }
  }
  /** Returns a function that sends bytes on a new connection and returns the start of the response. */
  async function serveRaw() {
    await serve([])
    return async (text: string): Promise<string> => {
      const socket = connect((servers[0]!.address() as AddressInfo).port, '127.0.0.1')
      socket.write(text)
      const [bytes] = (await once(socket, 'data')) as [Buffer]
      socket.destroy()
      return bytes.toString('latin1')
    }
  }
  const key = () => ({ 'op-subscription-key': testService.demo.subscriptionKey })

  test('an unknown host is refused, except for health checks', async () => {
    const statusOf = await serve([])
    expect(await statusOf('api.example.com', key())).toBe(200)
    for (const host of ['evil.example', '127.0.0.1', 'api.example.com.evil.example'])
      expect(await statusOf(host, key()), host).toBe(421)
    expect(await statusOf('127.0.0.1', {}, '/healthz')).toBe(200)
    // The credential is refused at the host of another door.
    expect(await statusOf('widget.example.com', key())).toBe(401)
  })

  test.each([['none'], ['the caller as a proxy']])(
    'X-Forwarded-Host does not change the requested host (trusted: %s)',
    async (trusted) => {
      const statusOf = await serve(trusted === 'none' ? [] : ['127.0.0.1'])
      const forwardingHeaders = {
        'x-forwarded-host': 'api.example.com',
        forwarded: 'host=api.example.com;for=203.0.113.9',
        'x-forwarded-for': '203.0.113.9',
      }
      expect(await statusOf('evil.example', { ...key(), ...forwardingHeaders })).toBe(421)
      expect(await statusOf('api.example.com', { ...key(), 'x-forwarded-host': 'evil.example' })).toBe(200)
    },
  )

  test('forwarding headers set the caller’s address only if they come from a trusted proxy', async () => {
    const { secret } = await testService.service.access.operator.issueKey('p_demo', 'subscription', {
      addresses: ['203.0.113.0/24'],
    })
    const headers = { 'op-subscription-key': secret, 'x-forwarded-for': '203.0.113.9' }
    expect(await (await serve([]))('api.example.com', headers)).toBe(403)
    expect(await (await serve(['10.0.0.0/8']))('api.example.com', headers)).toBe(403)
    expect(await (await serve(['127.0.0.1']))('api.example.com', headers)).toBe(200)
  })

  test.each([
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: api.example.com\r\nHost: evil.example\r\n\r\n'],
    ['an invalid host name', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['another host in its target', absoluteTarget('http://api.example.com', 'legacy.example.com')],
    ['another port in its target', absoluteTarget('http://api.example.com:81', 'api.example.com')],
    ['no host beside its target', absoluteTarget('http://api.example.com', '')],
  ])('a request that names %s is refused with 400', async (_, text) => {
    expect(await (await serveRaw())(text)).toMatch(/^HTTP\/1\.1 400 /)
  })

  test.each([
    ['http://api.example.com', 'api.example.com'],
    ['http://API.example.com', 'api.example.com'],
    ['http://api.example.com:80', 'api.example.com'],
    ['https://api.example.com', 'api.example.com:443'],
  ])('a target with the host of the Host field is accepted: %s and %s', async (origin, host) => {
    expect(await (await serveRaw())(absoluteTarget(origin, host))).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('operational paths have one spelling each, which a proxy can hide', async () => {
    const send = await serveRaw()
    const statusOf = async (target: string) =>
      (await send(`GET ${target} HTTP/1.1\r\nHost: api.example.com\r\n\r\n`)).slice(9, 12)
    const spellings = [
      '/%6Detrics',
      '/./metrics',
      '/x/../metrics',
      '/%72eadyz',
      '/%2e/healthz',
      '/x/%2E./healthz',
    ]
    for (const target of spellings) {
      expect(await statusOf(target), target).toBe('404')
      expect(await statusOf(`http://api.example.com${target}`), target).toBe('404')
    }
    for (const target of ['/metrics', '/metrics?x=%20', '/healthz', 'http://api.example.com/healthz'])
      expect(await statusOf(target), target).toBe('200')
    // Other paths may be encoded.
    expect(await statusOf('/docs/../%68ealth')).toBe('404')
    expect(await statusOf(`${dataPath}/%74one`)).toBe('401')
  })

  test('a request that is refused because it names two hosts is logged', async () => {
    const lines: unknown[] = []
    await serve([], createApp({ ...testService.service, accessLog: (line) => void lines.push(line) }))
    const socket = connect((servers[0]!.address() as AddressInfo).port, '127.0.0.1')
    socket.write('GET /healthz HTTP/1.1\r\nHost: api.example.com\r\nHost: evil.example\r\n\r\n')
    await expect
      .poll(() => lines)
      .toMatchObject([{ method: 'GET', route: 'none', status: 400, address: '127.0.0.1' }])
    socket.destroy()
  })
})
