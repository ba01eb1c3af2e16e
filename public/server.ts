/**
 * The demo partner's server: static files of this folder, the page's configuration, and the one call that
 * must never come from a page: `POST /Auth` with the secret key (docs/specification.md 5.4).
 *
 * It represents any partner's server, so it imports nothing of the service and uses HTTP only.
 */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export type DemoOptions = {
  /** 0 = any free port. */
  port: number
  /** Address to bind. */
  host: string
  /** Address at which this server reaches the service. The browser's address derives from it and the page's host. */
  serviceUrl: string
  /**
   * The demo account. The page receives the public keys, never the secret key. `testKey` reads the
   * test market.
   */
  credentials: { apiKey: string; secretKey: string; testKey?: string | undefined }
}

const folder = fileURLToPath(new URL('.', import.meta.url))
/** File extension → content type. Other files are not served. */
const contentTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}
const loopback = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0'])

/**
 * Returns the origin at which the browser of a page reaches the service.
 *
 * A page under `partner.localhost` (or any other `*.localhost`) gets `widget.localhost`, which is
 * another site; a page under `localhost` or an address gets the same host with the service's port.
 * A service with a real name keeps it.
 */
export function serviceOriginFor(pageHost: string, serviceUrl: string): string {
  const service = new URL(serviceUrl)
  if (!loopback.has(service.hostname)) return service.origin
  const page = URL.parse(`http://${pageHost}`)
  if (page && !page.username && !page.password) {
    service.hostname = page.hostname.endsWith('.localhost') ? 'widget.localhost' : page.hostname
  }
  return service.origin
}

/** The policy of the page: exactly that of docs/specification.md 5.5, with nothing inline. */
function contentSecurityPolicy(service: string): string {
  const socket = service.replace(/^http/, 'ws')
  return [
    "default-src 'none'",
    `script-src 'self' ${service}`,
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${service} ${socket}`,
    `frame-src ${service}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function respond(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'Content-Type': type })
  response.end(body)
}

const respondText = (response: ServerResponse, status: number, text: string) =>
  respond(response, status, 'text/plain; charset=utf-8', text)

const respondJson = (response: ServerResponse, status: number, body: unknown) =>
  respond(response, status, 'application/json; charset=utf-8', JSON.stringify(body))

/** The files below this folder by path, listed at the start: no request path can reach any other file. */
function listFiles(): ReadonlyMap<string, string> {
  const files = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll(sep, '/'))
      .filter((name) => (name.split('.').at(-1) ?? '') in contentTypes)
      .map((name) => [`/${name}`, name]),
  )
  return files.set('/', 'index.html')
}

/** Responds with a one-time token of the service, only to the page itself. */
async function respondAuthToken(
  { credentials, serviceUrl }: DemoOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const origin = request.headers.origin
  if (origin && URL.parse(origin)?.host !== request.headers.host) {
    respondJson(response, 403, { message: 'This is for the demo’s own page.' })
    return
  }
  const auth = await fetch(new URL('/Auth', serviceUrl), {
    method: 'POST',
    body: new URLSearchParams({ apikey: credentials.apiKey, secretKey: credentials.secretKey }),
    signal: AbortSignal.timeout(5_000),
  })
  const text = await auth.text()
  if (!auth.ok) {
    respondJson(response, 502, { message: `The service refused the demo account: ${auth.status}` })
    return
  }
  // docs/specification.md 4.3: the token may be wrapped in double quotes.
  respondJson(response, 200, { authToken: text.trim().replace(/^"(.*)"$/, '$1') })
}

/** Handles one request of the page. */
async function handle(
  options: DemoOptions,
  files: ReadonlyMap<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const service = serviceOriginFor(request.headers.host ?? '', options.serviceUrl)
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin')
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(service))

  const path = (request.url ?? '/').split('?')[0] ?? '/'
  const allowed = path === '/auth-token' ? ['POST'] : ['GET', 'HEAD']
  if (!allowed.includes(request.method ?? '')) {
    response.setHeader('Allow', allowed.join(', '))
    respondText(response, 405, 'Method not allowed')
  } else if (path === '/auth-token') {
    await respondAuthToken(options, request, response)
  } else if (path === '/config.json') {
    const { apiKey, testKey } = options.credentials
    respondJson(response, 200, { place: 'partner', service, apiKey, testKey })
  } else {
    const name = files.get(path)
    if (!name) respondText(response, 404, 'Not found')
    else
      respond(response, 200, contentTypes[name.split('.').at(-1) ?? ''] ?? '', await readFile(folder + name))
  }
}

/** Starts the demo partner's site. `stop` closes the server and its connections. */
export async function startDemo(options: DemoOptions): Promise<{ url: string; stop(): Promise<void> }> {
  const files = listFiles()
  const server = createServer((request, response) => {
    handle(options, files, request, response).catch((error: unknown) => {
      console.error('demo:', error)
      if (response.headersSent) response.end()
      else respondJson(response, 502, { message: 'The demo’s server could not reach the service.' })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const name = loopback.has(options.host) ? 'localhost' : options.host

  return {
    url: `http://${name}:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
