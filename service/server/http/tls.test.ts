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
import { makeAuthority, opensslMissing } from './certificates.fixture.ts'
import { asTlsServer, secureServer } from './secure-server.ts'
import { createGracefulShutdown } from './graceful-shutdown.ts'
import { openTls } from './tls.ts'

describe.skipIf(opensslMissing)(`TLS (needs openssl${opensslMissing ? `: ${opensslMissing}` : ''})`, () => {
  let folder: string
  let authority: ReturnType<typeof makeAuthority>
  const cleanups: (() => unknown)[] = []
  const files = () => ({
    certificate: join(folder, 'in-use.crt'),
    key: join(folder, 'in-use.key'),
    clientCa: null,
  })

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tls-'))
    authority = makeAuthority(folder)
    for (const name of ['first', 'second']) authority.issue(name)
    authority.issue('expired', 0)
    authority.issue('rsa', 30, 'rsa')
  })
  afterEach(async () => {
    for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  let replacements = 0
  /** Replaces a file of the certificate in use, as a renewal tool does. */
  function replaceFile(name: string, extension: 'crt' | 'key'): void {
    rmSync(join(folder, `in-use.${extension}`), { force: true })
    copyFileSync(join(folder, `${name}.${extension}`), join(folder, `in-use.${extension}`))
    // Distinct times, because two writes may fall within one tick of the file system's clock.
    utimesSync(join(folder, `in-use.${extension}`), new Date(), new Date(Date.now() + ++replacements * 1000))
  }

  async function start(responseMs = 60_000, certificate = 'first') {
    replaceFile(certificate, 'crt')
    replaceFile(certificate, 'key')
    const logged: string[] = []
    const metrics = createMetrics()
    const log = (_: unknown, event: string, fields?: object) =>
      void logged.push(`${event} ${JSON.stringify(fields)}`)
    const tls = openTls(files(), { log, metrics, checkIntervalMs: 5 })
    const pendingResponses: (() => void)[] = []
    const limits = { requestTimeout: 300, headersTimeout: 200, keepAliveTimeout: 400 }
    const server = secureServer(tls, responseMs)(limits, (incoming, outgoing) => {
      if (incoming.url === '/held') pendingResponses.push(() => outgoing.end('at last'))
      else outgoing.end(incoming.httpVersion)
    })
    cleanups.push(tls.reloadOnChange(asTlsServer(server)))
    const shutdown = createGracefulShutdown(server, { noticeMs: 0, finishMs: 30_000 })
    server.listen(0)
    await once(server, 'listening')
    cleanups.push(() => server.listening && shutdown.close())
    return { server, port: portOf(server), shutdown, pendingResponses, logged, metrics }
  }
  const portOf = (server: Server) => (server.address() as AddressInfo).port

  const http2 = (port: number): ClientHttp2Session => {
    const session = connectHttp2(`https://localhost:${port}`, { ca: authority.pem })
    session.on('error', () => {})
    cleanups.push(() => session.destroy())
    return session
  }
  const fetchHttp2 = async (session: ClientHttp2Session, headers: OutgoingHttpHeaders) => {
    const stream = session.request(headers)
    stream.setEncoding('utf8')
    let text = ''
    for await (const chunk of stream) text += String(chunk)
    return text
  }
  const fetchHttp1 = (port: number, agent: Agent) =>
    new Promise<string>((resolve, reject) => {
      request({ port, agent, ca: authority.pem, path: '/' }, (response) => {
        response.setEncoding('utf8').on('data', resolve)
      })
        .on('error', reject)
        .end()
    })
  /** Returns the name on the certificate that a new connection receives. */
  const servedCertificate = async (port: number, options: ConnectionOptions = {}) => {
    const socket = connect({ port, ca: authority.pem, servername: 'localhost', ...options })
    await once(socket, 'secureConnect')
    const { subject } = socket.getPeerCertificate()
    socket.destroy()
    return subject.CN
  }

  test('serves HTTP/2, HTTP/1.1 and WebSockets on one port', async () => {
    const { port, server } = await start()
    expect(await fetchHttp2(http2(port), { ':path': '/' })).toBe('2.0')
    const agent = new Agent()
    expect(await fetchHttp1(port, agent)).toBe('1.1')

    const sockets = new WebSocketServer({ noServer: true })
    server.on('upgrade', (incoming, socket, head) =>
      sockets.handleUpgrade(incoming, socket, head, (client) => client.send('hello')),
    )
    const client = new WebSocket(`wss://localhost:${port}/feed`, { ca: authority.pem })
    const [message] = (await once(client, 'message')) as [Buffer]
    expect(message.toString()).toBe('hello')
    client.terminate()
  })

  test.each([
    ['TLS 1.1', 'first', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' }],
    // A key exchange without forward secrecy needs an RSA certificate.
    ['a cipher without forward secrecy', 'rsa', { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' }],
    [
      'a cipher without authenticated encryption',
      'first',
      { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' },
    ],
  ] as const)('statement 50: %s is refused', async (_, certificate, options) => {
    const { port } = await start(60_000, certificate)
    await expect(servedCertificate(port, options)).rejects.toThrow(/handshake|version|alert|SSL/i)
    expect(await servedCertificate(port, { maxVersion: 'TLSv1.2' })).toBe(certificate)
    expect(await servedCertificate(port, { minVersion: 'TLSv1.3' })).toBe(certificate)
  })

  test('statement 50: plain http is refused, not redirected', async () => {
    const { port } = await start()
    const socket = connectPlain(port)
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    let received = ''
    socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1')))
    socket.on('error', () => {})
    await once(socket, 'close')
    expect(received).not.toContain('HTTP/')
  })

  test('a renewed certificate applies to new connections; open ones continue', async () => {
    const { port, logged, metrics } = await start()
    const session = http2(port)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    cleanups.push(() => agent.destroy())
    expect([await fetchHttp2(session, { ':path': '/' }), await fetchHttp1(port, agent)]).toEqual([
      '2.0',
      '1.1',
    ])
    replaceFile('second', 'crt')
    replaceFile('second', 'key')
    await expect.poll(() => servedCertificate(port)).toBe('second')
    expect([await fetchHttp2(session, { ':path': '/' }), await fetchHttp1(port, agent)]).toEqual([
      '2.0',
      '1.1',
    ])
    expect(session.closed).toBe(false)
    expect(logged.at(-1)).toContain('tls-reloaded')
    expect(metrics.text()).toMatch(/\nservice_tls_certificate_expiry_seconds 1\d{9}\n/)
  })

  test.each([
    ['is not a certificate', () => writeFileSync(join(folder, 'in-use.crt'), 'nonsense'), 'in PEM'],
    ['does not match its key', () => replaceFile('second', 'crt'), 'do not match'],
    ['has expired', () => (replaceFile('expired', 'crt'), replaceFile('expired', 'key')), 'it expired on'],
    [
      'is a circular link',
      () => {
        rmSync(join(folder, 'in-use.key'))
        symlinkSync('in-use.key', join(folder, 'in-use.key'))
      },
      'ELOOP',
    ],
    ['has no key file', () => rmSync(join(folder, 'in-use.key')), 'cannot be read'],
  ])(
    'a certificate that %s leaves the old one in use, and is logged and counted',
    async (_, damage, message) => {
      const { port, logged, metrics } = await start()
      const key = readFileSync(join(folder, 'in-use.key'), 'utf8').split('\n')[1]!
      damage()
      await expect.poll(() => logged.join('\n')).toContain(message)
      expect(await servedCertificate(port)).toBe('first')
      expect(logged.join('\n')).toContain('tls-reload-failed')
      expect(logged.join('\n')).not.toContain(key)
      expect(metrics.text()).not.toContain('service_tls_reload_failures_total 0')
      replaceFile('second', 'crt')
      replaceFile('second', 'key')
      await expect.poll(() => servedCertificate(port)).toBe('second')
    },
  )

  test('an unusable file at the start is an error of one line that names it', () => {
    replaceFile('first', 'crt')
    replaceFile('second', 'key')
    const parts = { log: () => {}, metrics: createMetrics() }
    expect(() => openTls(files(), parts)).toThrow(
      /^TLS_CERT="[^"]+" cannot be used: it and TLS_KEY=[^\n]+\.$/,
    )
    expect(() => openTls({ ...files(), key: join(folder, 'none') }, parts)).toThrow(
      /^TLS_KEY="[^"]+" cannot be read/,
    )
    const clientCa = join(folder, 'none.crt')
    expect(() => openTls({ ...files(), clientCa }, parts)).toThrow(/^TLS_CLIENT_CA="[^"]+" cannot be read/)
  })

  test('requests in progress over HTTP/2 finish when the service stops', async () => {
    const { port, shutdown, pendingResponses } = await start()
    const session = http2(port)
    const pending = fetchHttp2(session, { ':path': '/held' })
    await expect.poll(() => pendingResponses.length).toBe(1)
    await shutdown.announce()
    const closed = shutdown.close()
    for (const respond of pendingResponses) respond()
    expect(await pending).toBe('at last')
    await closed
    expect(session.closed).toBe(true)
  })

  test('an endless request over HTTP/2 times out', async () => {
    const { port } = await start()
    const stream = http2(port).request({ ':path': '/held', ':method': 'POST' })
    stream.on('error', () => {})
    const writeTimer = setInterval(() => stream.writable && stream.write('a'), 20)
    await once(stream, 'close')
    clearInterval(writeTimer)
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
    expect(await fetchHttp2(session, { ':path': '/' })).toBe('2.0')
    const [code] = (await once(session, 'goaway')) as [number]
    expect(code).toBe(constants.NGHTTP2_NO_ERROR)
    await once(session, 'close')
  })
})
