/** Statement 21: `Host` selects the door; forwarding headers count from trusted proxies only. */
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
const readings = () => ({ metrics: () => ({}), isStopping: false })

describe('statement 21', () => {
  let environment: TestService
  const servers: Server[] = []
  beforeEach(async () => {
    environment = await makeTestService({ hosts })
  })
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close()
      server.closeAllConnections()
    }
  })

  async function serve(trustedProxies: readonly string[], app: App = environment.app) {
    const server = createHttpServer(app, { ...readEnvironment({}), trustedProxies }, readings)
    servers.push(server)
    await listen(server, 0, '127.0.0.1')
    const { port } = server.address() as AddressInfo
    return async (host: string, headers: Record<string, string> = {}, path = `${dataPath}/tone`) => {
      const call = request({
        port,
        host: '127.0.0.1',
        path,
        headers: { host, ...headers },
        agent: false,
      }).end()
      const [answer] = (await once(call, 'response')) as [IncomingMessage]
      answer.resume()
      return answer.statusCode
    }
  }
  const key = () => ({ 'op-subscription-key': environment.demo.subscriptionKey })

  test('an unknown host is refused, except for health checks', async () => {
    const ask = await serve([])
    expect(await ask('api.example.com', key())).toBe(200)
    for (const host of ['evil.example', '127.0.0.1', 'api.example.com.evil.example'])
      expect(await ask(host, key()), host).toBe(421)
    expect(await ask('127.0.0.1', {}, '/healthz')).toBe(200)
    // At another door's host it is no credential.
    expect(await ask('widget.example.com', key())).toBe(401)
  })

  test.each([['nobody'], ['the caller as a proxy']])(
    'X-Forwarded-Host does not change the requested host (trusted: %s)',
    async (who) => {
      const ask = await serve(who === 'nobody' ? [] : ['127.0.0.1'])
      const elsewhere = {
        'x-forwarded-host': 'api.example.com',
        forwarded: 'host=api.example.com;for=203.0.113.9',
        'x-forwarded-for': '203.0.113.9',
      }
      expect(await ask('evil.example', { ...key(), ...elsewhere })).toBe(421)
      expect(await ask('api.example.com', { ...key(), 'x-forwarded-host': 'evil.example' })).toBe(200)
    },
  )

  test('forwarding headers of the caller’s address count from a trusted proxy only', async () => {
    const { secret } = await environment.service.access.operator.issueKey('p_demo', 'subscription', {
      addresses: ['203.0.113.0/24'],
    })
    const claim = { 'op-subscription-key': secret, 'x-forwarded-for': '203.0.113.9' }
    expect(await (await serve([]))('api.example.com', claim)).toBe(403)
    expect(await (await serve(['10.0.0.0/8']))('api.example.com', claim)).toBe(403)
    expect(await (await serve(['127.0.0.1']))('api.example.com', claim)).toBe(200)
  })

  test.each([
    ['none', 'GET / HTTP/1.1\r\n\r\n'],
    ['two', 'GET / HTTP/1.1\r\nHost: api.example.com\r\nHost: evil.example\r\n\r\n'],
    ['one that is no name', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
  ])('%s is 400 or 421', async (_, text) => {
    await serve([])
    const socket = connect((servers[0]!.address() as AddressInfo).port, '127.0.0.1')
    socket.write(text)
    let said = ''
    socket.on('data', (bytes: Buffer) => (said += bytes.toString('latin1')))
    await expect.poll(() => said).toMatch(/^HTTP\/1\.1 4(00|21) /)
    socket.destroy()
  })

  test('a request refused for naming two hosts is logged', async () => {
    const lines: unknown[] = []
    await serve([], createApp({ ...environment.service, accessLog: (line) => void lines.push(line) }))
    const socket = connect((servers[0]!.address() as AddressInfo).port, '127.0.0.1')
    socket.write('GET /healthz HTTP/1.1\r\nHost: api.example.com\r\nHost: evil.example\r\n\r\n')
    await expect
      .poll(() => lines)
      .toMatchObject([{ method: 'GET', route: 'none', status: 400, address: '127.0.0.1' }])
    socket.destroy()
  })
})
