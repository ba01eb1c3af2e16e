/**
 * Runs the sample configurations of the proxies in front of two fake nodes. Only ports, names and
 * files are replaced.
 */
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
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { ProblemDetailsSchema } from '#contract/api/problem.ts'
import { makeAuthority } from '#service/server/http/certificates.fixture.ts'
import { clientCertificate } from '#service/server/http/client-certificate.ts'
import { freePort, requirementText, runTool, findTool } from './tools.fixture.ts'

type Files = { certificate: string; key: string; pem: string; clientCa: string; folder: string }
type Proxy = {
  readonly tool: string
  /** Path of its metrics, and a figure in them. */
  readonly metricsPath: string
  readonly metrics: RegExp
  /** Returns the sample with the ports and files of this test. */
  readonly configure: (
    ports: { port: number; metricsPort: number },
    nodes: readonly [number, number],
    files: Files,
  ) => string
  /** Arguments that check the configuration file. */
  readonly checkArgs: (path: string) => string[]
  /** Arguments that run the proxy in the foreground. */
  readonly runArgs: (path: string, folder: string) => string[]
}

const readSample = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
/**
 * Replaces texts.
 *
 * @throws Error if one is missing, because the test would then run without the replacement
 */
function replaceTexts(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((result, [from, to]) => {
    if (!result.includes(from))
      throw new Error(`the sample does not contain "${from}": adapt the replacements of the test`)
    return result.replaceAll(from, to)
  }, text)
}

const proxies: Proxy[] = [
  {
    tool: 'haproxy',
    metricsPath: '/metrics',
    metrics: /^haproxy_frontend_http_requests_total\{proxy="https"\} \d+/m,
    configure: ({ port, metricsPort }, [firstPort, secondPort], { pem, clientCa }) =>
      replaceTexts(readSample('haproxy/haproxy.cfg'), [
        [
          'bind :443 ssl crt /etc/haproxy/certs/',
          `bind 127.0.0.1:${port} ssl crt ${pem} ca-file ${clientCa} verify optional`,
        ],
        ['node-1:8080', `127.0.0.1:${firstPort}`],
        ['node-2:8080', `127.0.0.1:${secondPort}`],
        ['maxconn 50000', 'maxconn 200'],
        ['127.0.0.1:8405', `127.0.0.1:${metricsPort}`],
        ['log stdout format raw daemon', ''],
      ]),
    checkArgs: (path) => ['-c', '-f', path],
    runArgs: (path) => ['-db', '-f', path],
  },
  {
    tool: 'nginx',
    metricsPath: '/status',
    metrics: /^Active connections: \d+/m,
    configure: ({ port, metricsPort }, [firstPort, secondPort], { certificate, key, clientCa, folder }) =>
      replaceTexts(readSample('nginx/nginx.conf'), [
        ['listen 443', `listen 127.0.0.1:${port}`],
        ['/etc/nginx/tls/site.crt', certificate],
        ['/etc/nginx/tls/site.key', key],
        ['# ssl_client_certificate /etc/nginx/tls/clients.crt', `ssl_client_certificate ${clientCa}`],
        ['# ssl_verify_client', 'ssl_verify_client'],
        ['node-1:8080', `127.0.0.1:${firstPort}`],
        ['node-2:8080', `127.0.0.1:${secondPort}`],
        ['worker_processes auto', `pid ${folder}/nginx.pid;\nworker_processes 1`],
        ['worker_connections 20000', 'worker_connections 200'],
        ['worker_rlimit_nofile 40100', 'worker_rlimit_nofile 500'],
        ['/dev/stdout', `${folder}/requests.log`],
        ['127.0.0.1:8405', `127.0.0.1:${metricsPort}`],
      ]),
    checkArgs: (path) => ['-t', '-e', 'stderr', '-c', path],
    runArgs: (path, folder) => ['-e', 'stderr', '-p', folder, '-c', path, '-g', 'daemon off;'],
  },
]

test.each([
  ['haproxy/haproxy.cfg', /^ *http-request set-header (\S+)/gm],
  ['nginx/nginx.conf', /^ *proxy_set_header (\S+)/gm],
])('%s sets only headers that the service reads', (sample, setHeader) => {
  const folder = new URL('../service/server/http/', import.meta.url)
  const source = ['node-request.ts', 'client-certificate.ts']
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('')
  // Node reads those of the connection.
  const names = [...readSample(sample).matchAll(setHeader)]
    .map(([, name]) => name!.toLowerCase())
    .filter((name) => !['connection', 'upgrade'].includes(name))
  expect(names.length).toBeGreaterThan(1)
  for (const name of names) expect(source).toContain(`'${name}'`)
})

describe.each(proxies)('$tool', ({ tool, metricsPath, metrics, configure, checkArgs, runArgs }) => {
  const isAvailable = findTool(tool) !== undefined && findTool('openssl') !== undefined
  describe.skipIf(!isAvailable)(`with the sample configuration (${requirementText(tool, 'openssl')})`, () => {
    const folder = mkdtempSync(join(tmpdir(), `${tool}-`))
    const configurationPath = join(folder, 'configuration')
    const cleanups: (() => unknown)[] = []
    const nodes: Server[] = []
    let port: number
    let metricsPort: number
    let files: Files
    /** Certificate of the test authority, PEM. */
    let ca: string
    /** Client certificate and key of a partner, PEM. */
    let partner: { cert: string; key: string }

    const portOf = (server: Server) => (server.address() as AddressInfo).port
    /**
     * Sends a request through the proxy. The node responds with its name and the headers that it
     * received.
     */
    const sendRequest = (
      args: {
        path?: string
        headers?: Record<string, string>
        method?: string
        cert?: string
        key?: string
      } = {},
    ) =>
      new Promise<{ status: number; node: string; target: string; headers: IncomingHttpHeaders }>(
        (resolve, reject) => {
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
            (response) => {
              let text = ''
              response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
              response.on('end', () =>
                resolve({
                  status: response.statusCode!,
                  node: String(response.headers['x-node']),
                  target: String(response.headers['x-target']),
                  headers: text.startsWith('{') ? (JSON.parse(text) as IncomingHttpHeaders) : {},
                }),
              )
            },
          )
            .on('error', reject)
            .end()
        },
      )

    beforeAll(async () => {
      const authority = makeAuthority(folder)
      ca = authority.pem
      const site = authority.issue('localhost')
      writeFileSync(
        join(folder, 'site.pem'),
        readFileSync(site.certificate, 'utf8') + readFileSync(site.key, 'utf8'),
      )
      files = { ...site, pem: join(folder, 'site.pem'), clientCa: authority.certificate, folder }
      const partnerFiles = authority.issue('partner')
      partner = {
        cert: readFileSync(partnerFiles.certificate, 'utf8'),
        key: readFileSync(partnerFiles.key, 'utf8'),
      }
      for (const name of ['first', 'second']) {
        const node = createServer((request, response) => {
          // A killed process ends its connections without a response.
          if (request.url === '/killed' && name === 'first') return void request.socket.destroy()
          response.setHeader('X-Node', name)
          response.setHeader('X-Target', request.url!)
          response.end(JSON.stringify(request.headers))
        })
        const sockets = new WebSocketServer({ noServer: true })
        node.on('upgrade', (request, socket, head) =>
          sockets.handleUpgrade(request, socket, head, (client) =>
            client.send(JSON.stringify(request.headers)),
          ),
        )
        node.listen(0, '127.0.0.1')
        await once(node, 'listening')
        cleanups.push(() => (node.closeAllConnections(), node.close()))
        nodes.push(node)
      }
      port = await freePort()
      metricsPort = await freePort()
      writeFileSync(
        configurationPath,
        configure({ port, metricsPort }, [portOf(nodes[0]!), portOf(nodes[1]!)], files),
      )
      mkdirSync(join(folder, 'logs'))
      const proxy = spawn(findTool(tool)!, runArgs(configurationPath, folder), { stdio: 'ignore' })
      const exited = once(proxy, 'exit')
      cleanups.push(async () => {
        proxy.kill('SIGTERM')
        await exited
      })
      await vi.waitFor(async () => expect((await sendRequest()).status).toBe(200), {
        timeout: 20_000,
        interval: 50,
      })
    })
    afterAll(async () => {
      for (const cleanup of cleanups.toReversed()) await cleanup()
      rmSync(folder, { recursive: true })
    })

    test('is valid', () => {
      const { code, output } = runTool(findTool(tool)!, ...checkArgs(configurationPath))
      expect(code, output).toBe(0)
    })

    test('passes on the host and the caller’s real address, and ignores forged headers', async () => {
      const forgedHeaders = {
        'X-Forwarded-For': '203.0.113.9',
        Forwarded: 'for=203.0.113.9',
      }
      const { headers } = await sendRequest({ headers: forgedHeaders })
      expect(headers).toMatchObject({
        host: 'api.example.com',
        'x-forwarded-for': '127.0.0.1',
      })
      expect(headers).not.toHaveProperty('forwarded')
    })

    test('passes on a verified client certificate, and no forged certificate header', async () => {
      const forgedHeaders = { 'Client-Cert': ':AAAA:', 'X-Client-Cert': encodeURIComponent(partner.cert) }
      /** Fingerprint of the certificate that the service reads from the node's request. */
      const receivedFingerprint = async (requestOptions: object) => {
        const { headers } = await sendRequest(requestOptions)
        const rawHeaders = Object.entries(headers).flat()
        const nodeRequest = { rawHeaders, socket: { remoteAddress: '127.0.0.1' } } as unknown as Parameters<
          typeof clientCertificate
        >[0]
        return clientCertificate(nodeRequest, ['127.0.0.1'])
      }
      expect(await receivedFingerprint({ headers: forgedHeaders })).toBeNull()
      const fingerprint = new X509Certificate(partner.cert).fingerprint256.replaceAll(':', '').toLowerCase()
      expect(await receivedFingerprint({ headers: forgedHeaders, ...partner })).toBe(fingerprint)
    })

    test('forwards the feed’s WebSocket connection with the real address', async () => {
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

    test('has metrics on this machine only', async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}${metricsPath}`)).text()
      expect(text).toMatch(metrics)
    })

    test('supports HTTP/2', async () => {
      const session = connectHttp2(`https://127.0.0.1:${port}`, { ca })
      const stream = session.request({ ':path': '/' })
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>]
      expect(headers[':status']).toBe(200)
      session.destroy()
    })

    test.each([
      '/metrics',
      '/readyz',
      '/healthz',
      '/metrics?x=1',
      '/%6Detrics',
      '/%72eadyz',
      '/./metrics',
      '/x/../metrics',
      '/x/%2e%2E/healthz',
      '/%2e/readyz',
      '/a/b/../../metrics',
    ])('hides the operational path %s', async (path) => {
      expect((await sendRequest({ path })).status).toBe(404)
    })

    test('passes on other paths as they are', async () => {
      for (const path of ['/a%2Fb?x=%20', '/docs//x', '/metrics/x', '/why/BRK.B'])
        expect(await sendRequest({ path })).toMatchObject({ status: 200, target: path })
    })

    test('statement 50: refuses plain HTTP and TLS 1.1, without a redirect', async () => {
      const plainSocket = connectPlain(port, '127.0.0.1')
      plainSocket.on('error', () => {})
      plainSocket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
      let output = ''
      plainSocket.on('data', (bytes: Buffer) => (output += bytes.toString('latin1')))
      await once(plainSocket, 'close')
      expect(output).not.toMatch(/^HTTP\/1\.1 [23]/)
      const tls11Socket = connectTls({
        host: '127.0.0.1',
        port,
        ca,
        servername: 'localhost',
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT:@SECLEVEL=0',
      })
      await expect(once(tls11Socket, 'secureConnect')).rejects.toThrow()
    })

    test('repeats a GET at the other node if one is killed while it responds, and no POST', async () => {
      await vi.waitFor(
        async () =>
          expect((await sendRequest({ path: '/killed', method: 'POST' })).status).toBeGreaterThan(500),
        { timeout: 20_000, interval: 50 },
      )
      // nginx does not use the failed node for some seconds.
      await vi.waitFor(async () => expect((await sendRequest()).node).toBe('first'), { timeout: 20_000 })
      const responses = await Promise.all(Array.from({ length: 20 }, () => sendRequest({ path: '/killed' })))
      expect(responses.map(({ status, node }) => `${status} ${node}`)).toEqual(Array(20).fill('200 second'))
    })

    test('retries at the other node if one refuses connections, and fails no request', async () => {
      const [firstNode] = nodes
      firstNode!.closeAllConnections()
      firstNode!.close()
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) => sendRequest({ method: index % 2 ? 'POST' : 'GET' })),
      )
      expect(responses.map(({ status, node }) => `${status} ${node}`)).toEqual(Array(20).fill('200 second'))
    })

    test('responds like the service if no node does: a problem with an id and the time to retry', async () => {
      for (const node of nodes) {
        node.closeAllConnections()
        node.close()
      }
      const { status, headers, body } = await new Promise<{
        status: number
        headers: IncomingHttpHeaders
        body: string
      }>((resolve, reject) => {
        request(
          { host: '127.0.0.1', servername: 'localhost', port, ca, agent: false, path: '/' },
          (response) => {
            let text = ''
            response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
            response.on('end', () =>
              resolve({ status: response.statusCode!, headers: response.headers, body: text }),
            )
          },
        )
          .on('error', reject)
          .end()
      })
      expect(status).toBe(503)
      expect(headers).toMatchObject({
        'content-type': 'application/problem+json',
        'retry-after': '2',
        'cache-control': 'no-store',
      })
      const { requestId, ...problem } = v.parse(ProblemDetailsSchema, JSON.parse(body))
      expect(problem).toMatchObject({ status: 503, code: 'unavailable', type: '/problems/unavailable' })
      expect(requestId).toBe(headers['x-request-id'])
    })
  })
})
