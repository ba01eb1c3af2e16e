import { once } from 'node:events'
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import type { Server } from 'node:http'
import { connect as connectHttp2, constants } from 'node:http2'
import type { ClientHttp2Session, OutgoingHttpHeaders } from 'node:http2'
import { Agent, request } from 'node:https'
import { connect as connectPlain } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createMetrics } from '#service/shared/metrics.ts'
import { makeAuthority, withoutOpenssl } from './certificates.fixture.ts'
import { asTlsServer, secureServer } from './secure-server.ts'
import { createGracefulShutdown } from './graceful-shutdown.ts'
import { openTls } from './tls.ts'

describe.skipIf(withoutOpenssl)(`TLS (needs openssl${withoutOpenssl ? `: ${withoutOpenssl}` : ''})`, () => {
  let folder: string
  let authority: ReturnType<typeof makeAuthority>
  const ends: (() => unknown)[] = []
  const files = () => ({
    certificate: join(folder, 'in-use.crt'),
    key: join(folder, 'in-use.key'),
    clientCa: null,
  })

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tls-'))
    authority = makeAuthority(folder)
    for (const name of ['first', 'second']) authority.issue(name)
    authority.issue('ended', 0)
  })
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  let turns = 0
  /** Puts a file where the certificate in use is, as what renews certificates does. */
  function put(name: string, part: 'crt' | 'key'): void {
    rmSync(join(folder, `in-use.${part}`), { force: true })
    copyFileSync(join(folder, `${name}.${part}`), join(folder, `in-use.${part}`))
    // Two writes within a tick of the disk's clock are two all the same.
    utimesSync(join(folder, `in-use.${part}`), new Date(), new Date(Date.now() + ++turns * 1000))
  }

  async function start(answerMs = 60_000) {
    put('first', 'crt')
    put('first', 'key')
    const logged: string[] = []
    const metrics = createMetrics()
    const log = (_: unknown, event: string, fields?: object) =>
      void logged.push(`${event} ${JSON.stringify(fields)}`)
    const tls = openTls(files(), { log, metrics, everyMs: 5 })
    const held: (() => void)[] = []
    const limits = { requestTimeout: 300, headersTimeout: 200, keepAliveTimeout: 400 }
    const server = secureServer(tls, answerMs)(limits, (asked, answer) => {
      if (asked.url === '/held') held.push(() => answer.end('at last'))
      else answer.end(asked.httpVersion)
    })
    ends.push(tls.keepFresh(asTlsServer(server)))
    const ending = createGracefulShutdown(server, { noticeMs: 0, finishMs: 30_000 })
    server.listen(0)
    await once(server, 'listening')
    ends.push(() => server.listening && ending.close())
    return { server, port: portOf(server), ending, held, logged, metrics }
  }
  const portOf = (server: Server) => (server.address() as AddressInfo).port

  const http2 = (port: number): ClientHttp2Session => {
    const session = connectHttp2(`https://localhost:${port}`, { ca: authority.pem })
    session.on('error', () => {})
    ends.push(() => session.destroy())
    return session
  }
  const ask = async (session: ClientHttp2Session, headers: OutgoingHttpHeaders) => {
    const stream = session.request(headers)
    stream.setEncoding('utf8')
    let text = ''
    for await (const chunk of stream) text += String(chunk)
    return text
  }
  const ask1 = (port: number, agent: Agent) =>
    new Promise<string>((resolve, reject) => {
      request({ port, agent, ca: authority.pem, path: '/' }, (answer) => {
        answer.setEncoding('utf8').on('data', resolve)
      })
        .on('error', reject)
        .end()
    })
  /** The name on the certificate that a new connection is shown. */
  const shown = async (port: number, options: ConnectionOptions = {}) => {
    const socket = connect({ port, ca: authority.pem, servername: 'localhost', ...options })
    await once(socket, 'secureConnect')
    const { subject } = socket.getPeerCertificate()
    socket.destroy()
    return subject.CN
  }

  test('serves HTTP/2, HTTP/1.1 and WebSockets on one port', async () => {
    const { port, server } = await start()
    expect(await ask(http2(port), { ':path': '/' })).toBe('2.0')
    const agent = new Agent()
    expect(await ask1(port, agent)).toBe('1.1')

    const sockets = new WebSocketServer({ noServer: true })
    server.on('upgrade', (asked, socket, head) =>
      sockets.handleUpgrade(asked, socket, head, (client) => client.send('hello')),
    )
    const client = new WebSocket(`wss://localhost:${port}/feed`, { ca: authority.pem })
    const [message] = (await once(client, 'message')) as [Buffer]
    expect(message.toString()).toBe('hello')
    client.terminate()
  })

  test.each([
    ['TLS 1.1', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' }],
    ['a cipher without forward secrecy', { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' }],
    [
      'a cipher without authenticated encryption',
      { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' },
    ],
  ] as const)('statement 50: %s is refused', async (_, options) => {
    const { port } = await start()
    await expect(shown(port, options)).rejects.toThrow(/handshake|version|alert|SSL/i)
    expect(await shown(port, { maxVersion: 'TLSv1.2' })).toBe('first')
    expect(await shown(port, { minVersion: 'TLSv1.3' })).toBe('first')
  })

  test('statement 50: plain http is refused, not redirected', async () => {
    const { port } = await start()
    const socket = connectPlain(port)
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    let answer = ''
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')))
    socket.on('error', () => {})
    await once(socket, 'close')
    expect(answer).not.toContain('HTTP/')
  })

  test('a renewed certificate applies to new connections; open ones continue', async () => {
    const { port, logged, metrics } = await start()
    const session = http2(port)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    ends.push(() => agent.destroy())
    expect([await ask(session, { ':path': '/' }), await ask1(port, agent)]).toEqual(['2.0', '1.1'])
    put('second', 'crt')
    put('second', 'key')
    await expect.poll(() => shown(port)).toBe('second')
    expect([await ask(session, { ':path': '/' }), await ask1(port, agent)]).toEqual(['2.0', '1.1'])
    expect(session.closed).toBe(false)
    expect(logged.at(-1)).toContain('tls-reloaded')
    expect(metrics.text()).toMatch(/\nservice_tls_certificate_expiry_seconds 1\d{9}\n/)
  })

  test.each([
    ['is no certificate', () => writeFileSync(join(folder, 'in-use.crt'), 'nonsense'), 'in PEM'],
    ['does not fit its key', () => put('second', 'crt'), 'no pair'],
    ['has ended', () => (put('ended', 'crt'), put('ended', 'key')), 'it ended on'],
    [
      'is a link in a circle',
      () => {
        rmSync(join(folder, 'in-use.key'))
        symlinkSync('in-use.key', join(folder, 'in-use.key'))
      },
      'ELOOP',
    ],
    ['is gone', () => rmSync(join(folder, 'in-use.key')), 'cannot be read'],
  ])('one that %s leaves the old one in use, and the log and the metrics say so', async (_, spoil, why) => {
    const { port, logged, metrics } = await start()
    const key = readFileSync(join(folder, 'in-use.key'), 'utf8').split('\n')[1]!
    spoil()
    await expect.poll(() => logged.join('\n')).toContain(why)
    expect(await shown(port)).toBe('first')
    expect(logged.join('\n')).toContain('tls-reload-failed')
    expect(logged.join('\n')).not.toContain(key)
    expect(metrics.text()).not.toContain('service_tls_reload_failures_total 0')
    put('second', 'crt')
    put('second', 'key')
    await expect.poll(() => shown(port)).toBe('second')
  })

  test('at the start the error is one line that names the file', () => {
    put('first', 'crt')
    put('second', 'key')
    const parts = { log: () => {}, metrics: createMetrics() }
    expect(() => openTls(files(), parts)).toThrow(/^TLS_CERT="[^"]+" cannot be used: with TLS_KEY=[^\n]+\.$/)
    expect(() => openTls({ ...files(), key: join(folder, 'none') }, parts)).toThrow(
      /^TLS_KEY="[^"]+" cannot be read/,
    )
    const clientCa = join(folder, 'none.crt')
    expect(() => openTls({ ...files(), clientCa }, parts)).toThrow(/^TLS_CLIENT_CA="[^"]+" cannot be read/)
  })

  test('requests in progress over HTTP/2 finish when the service stops', async () => {
    const { port, ending, held } = await start()
    const session = http2(port)
    const asked = ask(session, { ':path': '/held' })
    await expect.poll(() => held.length).toBe(1)
    await ending.announce()
    const closed = ending.close()
    for (const answer of held) answer()
    expect(await asked).toBe('at last')
    await closed
    expect(session.closed).toBe(true)
  })

  test('an endless request over HTTP/2 times out', async () => {
    const { port } = await start()
    const stream = http2(port).request({ ':path': '/held', ':method': 'POST' })
    stream.on('error', () => {})
    const dripping = setInterval(() => stream.writable && stream.write('a'), 20)
    await once(stream, 'close')
    clearInterval(dripping)
    expect(stream.rstCode).not.toBe(0)
  })

  test('an unread response over HTTP/2 times out', async () => {
    const { port } = await start(200)
    const stream = http2(port).request({ ':path': '/held' })
    stream.on('error', () => {})
    await once(stream, 'close')
    expect(stream.rstCode).not.toBe(0)
  })

  test('an idle HTTP/2 session is closed gracefully', async () => {
    const { port } = await start()
    const session = http2(port)
    expect(await ask(session, { ':path': '/' })).toBe('2.0')
    const [code] = (await once(session, 'goaway')) as [number]
    expect(code).toBe(constants.NGHTTP2_NO_ERROR)
    await once(session, 'close')
  })
})
