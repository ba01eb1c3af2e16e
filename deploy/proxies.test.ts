/** Runs the sample proxies, changed only in ports, names and files, in front of two fake nodes. */
import { X509Certificate } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { connect as connectPlain } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { makeAuthority } from '#service/server/http/certificates.fixture.ts'
import { clientCertificate } from '#service/server/http/client-certificate.ts'
import { freePort, needs, runTool, toolNamed } from './tools.fixture.ts'

type Files = { certificate: string; key: string; pem: string; clientCa: string; folder: string }
type Proxy = {
  readonly tool: string
  /** The sample with this test's ports and files. */
  readonly configured: (port: number, nodes: readonly [number, number], files: Files) => string
  readonly check: (path: string) => string[]
  readonly run: (path: string, folder: string) => string[]
}

const sample = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
/** Replaces texts and throws if one is missing, so that a changed sample cannot go untested. */
function exchange(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`the sample has no "${from}"`)
    return now.replaceAll(from, to)
  }, text)
}

const proxies: Proxy[] = [
  {
    tool: 'haproxy',
    configured: (port, [one, other], { pem, clientCa }) =>
      exchange(sample('haproxy/haproxy.cfg'), [
        [
          'bind :443 ssl crt /etc/haproxy/certs/',
          `bind 127.0.0.1:${port} ssl crt ${pem} ca-file ${clientCa} verify optional`,
        ],
        ['node-1:8080', `127.0.0.1:${one}`],
        ['node-2:8080', `127.0.0.1:${other}`],
        ['maxconn 50000', 'maxconn 200'],
      ]),
    check: (path) => ['-c', '-f', path],
    run: (path) => ['-db', '-f', path],
  },
  {
    tool: 'nginx',
    configured: (port, [one, other], { certificate, key, clientCa, folder }) =>
      exchange(sample('nginx/nginx.conf'), [
        ['listen 443', `listen 127.0.0.1:${port}`],
        ['/etc/nginx/tls/site.crt', certificate],
        ['/etc/nginx/tls/site.key', key],
        ['# ssl_client_certificate /etc/nginx/tls/clients.crt', `ssl_client_certificate ${clientCa}`],
        ['# ssl_verify_client', 'ssl_verify_client'],
        ['node-1:8080', `127.0.0.1:${one}`],
        ['node-2:8080', `127.0.0.1:${other}`],
        ['worker_processes auto', `pid ${folder}/nginx.pid;\nworker_processes 1`],
        ['worker_connections 20000', 'worker_connections 200'],
      ]),
    check: (path) => ['-t', '-e', 'stderr', '-c', path],
    run: (path, folder) => ['-e', 'stderr', '-p', folder, '-c', path, '-g', 'daemon off;'],
  },
]

describe.each(proxies)('$tool', ({ tool, configured, check, run }) => {
  const ready = toolNamed(tool) !== undefined && toolNamed('openssl') !== undefined
  describe.skipIf(!ready)(`with the sample configuration (${needs(tool, 'openssl')})`, () => {
    const folder = mkdtempSync(join(tmpdir(), `${tool}-`))
    const path = join(folder, 'configuration')
    const ends: (() => unknown)[] = []
    const nodes: Server[] = []
    let port: number
    let files: Files
    let ca: string
    let partner: { cert: string; key: string }

    const portOf = (server: Server) => (server.address() as AddressInfo).port
    const ask = (
      args: {
        path?: string
        headers?: Record<string, string>
        method?: string
        cert?: string
        key?: string
      } = {},
    ) =>
      new Promise<{ status: number; node: string; headers: IncomingHttpHeaders }>((resolve, reject) => {
        request(
          {
            host: '127.0.0.1',
            servername: 'localhost',
            port,
            ca,
            agent: false,
            path: '/',
            ...args,
            headers: { host: 'api.example.com', ...args.headers },
          },
          (answer) => {
            let text = ''
            answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
            answer.on('end', () =>
              resolve({
                status: answer.statusCode!,
                node: String(answer.headers['x-node']),
                headers: text.startsWith('{') ? (JSON.parse(text) as IncomingHttpHeaders) : {},
              }),
            )
          },
        )
          .on('error', reject)
          .end()
      })

    beforeAll(async () => {
      const authority = makeAuthority(folder)
      ca = authority.pem
      const site = authority.issue('localhost')
      writeFileSync(
        join(folder, 'site.pem'),
        readFileSync(site.certificate, 'utf8') + readFileSync(site.key, 'utf8'),
      )
      files = { ...site, pem: join(folder, 'site.pem'), clientCa: authority.certificate, folder }
      const issued = authority.issue('partner')
      partner = { cert: readFileSync(issued.certificate, 'utf8'), key: readFileSync(issued.key, 'utf8') }
      for (const name of ['one', 'other']) {
        const node = createServer((asked, answer) => {
          answer.setHeader('X-Node', name)
          answer.end(JSON.stringify(asked.headers))
        })
        const sockets = new WebSocketServer({ noServer: true })
        node.on('upgrade', (asked, socket, head) =>
          sockets.handleUpgrade(asked, socket, head, (client) => client.send(JSON.stringify(asked.headers))),
        )
        node.listen(0, '127.0.0.1')
        await once(node, 'listening')
        ends.push(() => (node.closeAllConnections(), node.close()))
        nodes.push(node)
      }
      port = await freePort()
      writeFileSync(path, configured(port, [portOf(nodes[0]!), portOf(nodes[1]!)], files))
      mkdirSync(join(folder, 'logs'))
      const proxy = spawn(toolNamed(tool)!, run(path, folder), { stdio: 'ignore' })
      const ended = once(proxy, 'exit')
      ends.push(async () => {
        proxy.kill('SIGTERM')
        await ended
      })
      await vi.waitFor(async () => expect((await ask()).status).toBe(200), { timeout: 20_000, interval: 50 })
    })
    afterAll(async () => {
      for (const end of ends.toReversed()) await end()
      rmSync(folder, { recursive: true })
    })

    test('is a valid configuration', () => {
      const { code, output } = runTool(toolNamed(tool)!, ...check(path))
      expect(code, output).toBe(0)
    })

    test('passes on the host and the caller’s real address, and ignores forged headers', async () => {
      const claims = {
        'X-Forwarded-For': '203.0.113.9',
        Forwarded: 'for=203.0.113.9',
        'X-Forwarded-Proto': 'http',
      }
      const { headers } = await ask({ headers: claims })
      expect(headers).toMatchObject({
        host: 'api.example.com',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
      })
      expect(headers).not.toHaveProperty('forwarded')
    })

    test('passes on a verified client certificate, and no forged certificate header', async () => {
      const claims = { 'Client-Cert': ':AAAA:', 'X-Client-Cert': encodeURIComponent(partner.cert) }
      const told = async (given: object) => {
        const { headers } = await ask(given)
        const asked = { headers, socket: { remoteAddress: '127.0.0.1' } } as unknown as Parameters<
          typeof clientCertificate
        >[0]
        return clientCertificate(asked, ['127.0.0.1'])
      }
      expect(await told({ headers: claims })).toBeNull()
      const fingerprint = new X509Certificate(partner.cert).fingerprint256.replaceAll(':', '').toLowerCase()
      expect(await told({ headers: claims, ...partner })).toBe(fingerprint)
    })

    test('opens the feed', async () => {
      const client = new WebSocket(`wss://127.0.0.1:${port}/feed`, {
        ca,
        headers: {
          host: 'widget.example.com',
          origin: 'https://widget.example.com',
          forwarded: 'for=203.0.113.9',
        },
      })
      const [message] = (await once(client, 'message')) as [Buffer]
      const headers = JSON.parse(message.toString()) as IncomingHttpHeaders
      expect(headers).toMatchObject({
        host: 'widget.example.com',
        origin: 'https://widget.example.com',
        'x-forwarded-for': '127.0.0.1',
      })
      expect(headers).not.toHaveProperty('forwarded')
      client.terminate()
    })

    test('supports HTTP/2 and hides /metrics, /readyz and /healthz', async () => {
      const session = connectHttp2(`https://127.0.0.1:${port}`, { ca })
      const stream = session.request({ ':path': '/' })
      const [answer] = (await once(stream, 'response')) as [Record<string, unknown>]
      expect(answer[':status']).toBe(200)
      session.destroy()
      for (const own of ['/metrics', '/readyz', '/healthz'])
        expect((await ask({ path: own })).status).toBe(404)
    })

    test('statement 50: refuses plain HTTP and TLS 1.1, without a redirect', async () => {
      const plain = connectPlain(port, '127.0.0.1')
      plain.on('error', () => {})
      plain.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
      let said = ''
      plain.on('data', (bytes: Buffer) => (said += bytes.toString('latin1')))
      await once(plain, 'close')
      expect(said).not.toMatch(/^HTTP\/1\.1 [23]/)
      const old = connectTls({
        host: '127.0.0.1',
        port,
        ca,
        servername: 'localhost',
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT:@SECLEVEL=0',
      })
      await expect(once(old, 'secureConnect')).rejects.toThrow()
    })

    test('retries at the other node if one refuses connections, and fails no request', async () => {
      const [one] = nodes
      one!.closeAllConnections()
      one!.close()
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => ask({ method: at % 2 ? 'POST' : 'GET' })),
      )
      expect(answers.map(({ status, node }) => `${status} ${node}`)).toEqual(Array(20).fill('200 other'))
    })
  })
})
