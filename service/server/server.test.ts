/** The running service: real sockets, a real database, a restart. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Problem } from '#contract/api/problem.ts'
import type { TradeIdeas } from '#contract/responses/lists/ideas.ts'
import { runAdmin } from '#service/operator/commands.ts'
import { readEnvironment } from './config/environment.ts'
import { startService } from './server.ts'
import type { RunningService } from './server.ts'

let folder: string
let service: RunningService
const logged: { event: string }[] = []
const start = () =>
  startService(readEnvironment({ PORT: '0', DEMO_PORT: '8081', DATA_DIR: join(folder, 'data') }), {
    log: (_, event) => void logged.push({ event }),
    dist: folder,
  })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'main-'))
  service = await start()
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

test('the start is logged with the market of the playground', () => {
  expect(logged.map(({ event }) => event)).toEqual(expect.arrayContaining(['playground-open', 'started']))
})

const fetchIdeas = async () => {
  const response = await fetch(`${service.url}/api/v1/platform/what/tradeideas`, {
    headers: { 'Op-Subscription-Key': service.demo!.subscriptionKey },
  })
  return (await response.json()) as TradeIdeas
}
async function openSession() {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(service.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: service.url, ...headers },
      body: JSON.stringify(body),
    })
  const { access_token } = (await (
    await post('/Token', { apiKey: service.demo!.apiKey, userId: 'u' })
  ).json()) as { access_token: string }
  const response = await post(
    '/setCookie',
    { origin: 'http://localhost:8081', instance: 'instance-1' },
    { Authorization: `Bearer ${access_token}` },
  )
  return { token: access_token, cookie: response.headers.get('set-cookie')!.split(';')[0]! }
}
/** Opens a feed. `ended` resolves with the close code, or with the status if the upgrade is refused. */
function openFeed(headers: Record<string, string>, path = '/feed') {
  const socket = new WebSocket(service.url.replace('http', 'ws') + path, { headers })
  const frames: { type: string }[] = []
  const ended = new Promise<number>((resolve) => {
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.on('close', (code) => resolve(code))
    socket.on('error', () => {})
  })
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString('utf8')) as { type: string }))
  return { socket, frames, ended }
}

describe('the running service', { timeout: 90_000 }, () => {
  test('responds immediately and has its first scan within seconds', async () => {
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
    await vi.waitFor(async () => expect((await fetch(`${service.url}/readyz`)).status).toBe(200), {
      timeout: 60_000,
      interval: 100,
    })
    const { tradeIdeas, universeSize } = await fetchIdeas()
    expect(tradeIdeas.length).toBeGreaterThan(0)
    expect(universeSize).toBeGreaterThanOrEqual(500)
  })

  test('the feed requires the widget’s own origin and a session', async () => {
    const { cookie } = await openSession()
    expect(await openFeed({ Cookie: cookie }).ended).toBe(403)
    expect(await openFeed({ Cookie: cookie, Origin: 'https://evil.test' }).ended).toBe(403)
    expect(await openFeed({ Cookie: cookie, Origin: service.url }, '/elsewhere').ended).toBe(404)

    const { socket, frames, ended } = openFeed(
      { Cookie: cookie, Origin: service.url },
      '/feed?instance=instance-1',
    )
    socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', symbols: ['AAPL'] })))
    await vi.waitFor(
      () =>
        expect(frames.map(({ type }) => type)).toEqual(expect.arrayContaining(['hello', 'market', 'quotes'])),
      { timeout: 5000 },
    )
    await fetch(`${service.url}/session`, {
      method: 'DELETE',
      headers: { Cookie: cookie, Origin: service.url },
    })
    expect(await ended).toBe(4401)
  })

  test('a frame over 4 KB closes with 1009', async () => {
    const { cookie } = await openSession()
    const { socket, ended } = openFeed({ Cookie: cookie, Origin: service.url })
    socket.on('open', () => socket.send('x'.repeat(5000)))
    expect(await ended).toBe(1009)
  })

  test('a restart keeps keys, sessions and the last batch; feed clients are asked to reconnect', async () => {
    const [ideasBefore, { cookie, token }, credentials] = [
      await fetchIdeas(),
      await openSession(),
      service.demo,
    ]
    const feed = openFeed({ Cookie: cookie, Origin: service.url })
    await expect.poll(() => feed.frames).toHaveLength(2)
    await service.stop()
    expect(await feed.ended).toBe(1001)

    service = await start()
    expect(service.demo).toEqual(credentials)
    expect(await fetchIdeas(), 'available before any new scan').toEqual(ideasBefore)
    for (const headers of [{ Cookie: cookie }, { Authorization: `Bearer ${token}` }] as Record<
      string,
      string
    >[]) {
      expect((await fetch(`${service.url}/api/v1/platform/tone`, { headers })).status).toBe(200)
    }
  })

  test('operator actions of another process take effect with the next request', async () => {
    const admin = async (...words: string[]) => {
      const { code, out } = await runAdmin([...words, '--json'], { DATA_DIR: join(folder, 'data') })
      expect(code).toBe(0)
      return JSON.parse(out) as { id: string; subscriptionKey: string }
    }
    const { id, subscriptionKey } = await admin('key', 'issue', 'p_demo', 'subscription', '--scopes', 'why')
    const status = async () =>
      (
        await fetch(`${service.url}/api/v1/platform/why/AAPL`, {
          headers: { 'Op-Subscription-Key': subscriptionKey },
        })
      ).status
    expect(await status()).toBe(200)
    await admin('key', 'revoke', id)
    expect(await status()).toBe(401)

    const { cookie } = await openSession()
    const feed = openFeed({ Cookie: cookie, Origin: service.url })
    await expect.poll(() => feed.frames).toHaveLength(2)
    await admin('key', 'revoke', service.demo!.apiKey)
    expect(await feed.ended, 'its feeds close within seconds').toBe(4401)
  })

  test.each([
    ['a host in front of the path', '//evil.test/feed', 'Host: HOST'],
    ['an absolute URL', 'http://evil.test/feed', 'Host: HOST'],
    ['no host', '/feed', 'Host:'],
  ])('the feed’s origin check uses the Host header, not the target: %s', async (_, target, host) => {
    const socket = connect(service.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `GET ${target} HTTP/1.1\r\n${host.replace('HOST', new URL(service.url).host)}\r\nOrigin: http://evil.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${btoa('0123456789abcdef')}\r\n\r\n`,
    )
    const [firstBytes] = (await once(socket, 'data')) as [Buffer]
    expect(firstBytes.toString()).toMatch(/^HTTP\/1.1 40[034] /)
    socket.destroy()
  })

  test('a refused client that does not close is disconnected', async () => {
    const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    socket.write(
      `GET /elsewhere HTTP/1.1\r\nHost: ${new URL(service.url).host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${btoa('0123456789abcdef')}\r\n\r\n`,
    )
    const [firstBytes] = (await once(socket, 'data')) as [Buffer]
    expect(firstBytes.toString()).toMatch(/^HTTP\/1.1 404/)
    // The client keeps sending until the connection is reset.
    const writeTimer = setInterval(() => socket.write('x'), 100)
    await closed
    clearInterval(writeTimer)
  })

  test('warns at the start if other machines can reach doors without a host name', async () => {
    const warnings: unknown[] = []
    const openServer = await startService(
      readEnvironment({
        PORT: '0',
        HOST: '0.0.0.0',
        GATEWAY_HOST: 'api.test',
        DATA_DIR: join(folder, 'open'),
      }),
      {
        log: (level, event, fields) => void (level === 'warn' && warnings.push([event, fields])),
        dist: folder,
      },
    )
    await openServer.stop()
    expect(warnings).toContainEqual([
      'door-hosts-missing',
      { host: '0.0.0.0', variables: 'LEGACY_HOST, WIDGET_HOST' },
    ])
    expect(logged.map(({ event }) => event)).not.toContain('door-hosts-missing')
  })

  test('accepts feeds up to the limit, and stops within seconds even if a client does not answer', async () => {
    const otherServer = await startService(
      readEnvironment({ PORT: '0', DEMO_PORT: '8081', DATA_DIR: join(folder, 'stopping'), MAX_FEEDS: '1' }),
      { log: () => {}, dist: folder },
    )
    const { host } = new URL(otherServer.url)
    const silentClient = connect(otherServer.port, '127.0.0.1')
    silentClient.write(
      `GET /feed HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${otherServer.url}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${btoa('0123456789abcdef')}\r\n\r\n`,
    )
    const [firstBytes] = (await once(silentClient, 'data')) as [Buffer]
    expect(firstBytes.toString()).toMatch(/^HTTP\/1.1 101/)
    silentClient.on('error', () => {})
    const furtherClient = new WebSocket(`ws://127.0.0.1:${otherServer.port}/feed`, {
      headers: { Host: host, Origin: otherServer.url },
    })
    expect((await once(furtherClient, 'close'))[0]).toBe(4408)
    const startedAt = performance.now()
    await otherServer.stop()
    expect(performance.now() - startedAt).toBeLessThan(4000)
    silentClient.destroy()
  })

  test.each(['br', 'gzip'])(
    'a response in %s has Content-Length and is sent in one write with its head',
    async (encoding) => {
      const socket = connect(service.port, '127.0.0.1')
      const headOf = async (path: string) => {
        socket.write(
          `GET /api/v1/platform/${path} HTTP/1.1\r\nHost: ${new URL(service.url).host}\r\nOp-Subscription-Key: ${service.demo!.subscriptionKey}\r\nAccept-Encoding: ${encoding}\r\n\r\n`,
        )
        const [responseBytes] = (await once(socket, 'data')) as [Buffer]
        const head = responseBytes.toString('latin1').split('\r\n\r\n')[0]!
        expect(head.toLowerCase()).toContain(`content-length: ${responseBytes.length - head.length - 4}`)
        expect(head.toLowerCase()).not.toContain('transfer-encoding')
        return head
      }
      expect((await headOf('what/tradeideas')).toLowerCase()).toContain(`content-encoding: ${encoding}`)
      expect((await headOf('tone')).toLowerCase(), 'short').not.toContain('content-encoding')
      socket.destroy()
    },
  )

  test('a client that offers HTTP/2 gets HTTP/1.1', async () => {
    const socket = connect(service.port, '127.0.0.1')
    socket.write(
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n',
    )
    const [firstBytes] = (await once(socket, 'data')) as [Buffer]
    expect(firstBytes.toString()).toMatch(/^HTTP\/1.1 200 /)
    socket.destroy()
  })

  test('the response to an unknown path is a problem', async () => {
    const response = await fetch(`${service.url}/nowhere`)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(((await response.json()) as Problem).code).toBe('route-unknown')
  })

  test('a port in use is a one-line error', async () => {
    const otherServer = createServer()
    await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve))
    const { port } = otherServer.address() as AddressInfo
    await expect(
      startService(readEnvironment({ PORT: String(port), DATA_DIR: join(folder, 'other') }), {
        log: () => {},
      }),
    ).rejects.toThrow(`Cannot listen on 127.0.0.1:${port}: the port is in use; set PORT to another one.`)
    await new Promise((resolve) => otherServer.close(resolve))
  })

  test('a missing market folder is a one-line error', async () => {
    await expect(
      startService(
        readEnvironment({ MARKET: `files:${join(folder, 'none')}`, DATA_DIR: join(folder, 'other') }),
        { log: () => {} },
      ),
    ).rejects.toThrow(/^MARKET="files:.*" cannot be used: [^\n]+$/)
  })
})
