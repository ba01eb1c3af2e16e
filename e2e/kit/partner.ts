/**
 * Partners' pages: one folder per embedder scenario, served as any partner would serve it, with the headers a scenario
 * is about. The pages are plain files; `%SERVICE%`, `%KEY%` and `%NONCE%` in them are filled in.
 */
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newAuthToken } from './doors.ts'
import type { Site } from './site.ts'

/** How a scenario's page is served. */
export type Serving = {
  /** Sent with every answer of the page, its own scripts included. `%SERVICE%` and `%NONCE%` are filled in. */
  headers?: Record<string, string>
  /** Placeholder → text, beside those that are always filled in. */
  fill?: Record<string, string>
  /** Files that are made, not kept: name → text. */
  files?: Record<string, string>
  /** Scheme and host name of the page. Default: `http://partner.localhost`, cross-site to the service. */
  at?: string
}

export type Partner = {
  readonly port: number
  /** The whitelisted origin of the pages. */
  readonly origin: string
  /** Address of a scenario's page, served as asked. */
  page: (folder: string, serving?: Serving) => string
  /** Every request the partner's server has got: method, path and `Referer`. */
  readonly requests: readonly { method: string; path: string; referer: string | undefined }[]
  stop: () => Promise<void>
}

const scenarios = fileURLToPath(new URL('../embed', import.meta.url))
const shared = 'host-page.js'
const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}
export const nonce = 'cGFydG5lcnMgbm9uY2U'

/** Serves the folders on a free port, under every `*.localhost` name, and whitelists `partner.localhost`. */
export async function startPartner(site: Site): Promise<Partner> {
  const served: Serving[] = []
  const requests: Partner['requests'][number][] = []

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://partner')
    requests.push({ method: request.method ?? '', path: url.pathname, referer: request.headers.referer })
    // The server of a partner, for its signed-in users. docs/specification.md 5.4.
    if (url.pathname === '/token') return void response.end(await newAuthToken(site))
    const [, number = '', ...rest] = url.pathname.split('/')
    const serving = served[Number(number)]
    const path = normalize(rest.join('/'))
    if (!serving || path.startsWith('..')) return void response.writeHead(404).end()
    const name = path.endsWith('/') ? `${path}index.html` : path
    const file = path.endsWith(shared) ? join(import.meta.dirname, shared) : join(scenarios, name)
    const text =
      serving.files?.[name.split('/').at(-1) ?? ''] ?? (await readFile(file, 'utf8').catch(() => undefined))
    if (text === undefined) return void response.writeHead(404).end()
    const known = {
      SERVICE: site.widgetOrigin,
      SOCKET: site.widgetOrigin.replace('http', 'ws'),
      KEY: site.credentials.apiKey,
      NONCE: nonce,
      ...serving.fill,
    }
    const filled = (template: string) =>
      Object.entries(known).reduce((done, [key, value]) => done.replaceAll(`%${key}%`, value), template)
    for (const [header, value] of Object.entries(serving.headers ?? {}))
      response.setHeader(header, filled(value))
    response.setHeader('Content-Type', types[name.split('.').at(-1) ?? ''] ?? 'text/plain')
    response.end(filled(text))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const origin = `http://partner.localhost:${port}`
  await site.admin('domain', 'add', 'p_demo', origin)

  return {
    port,
    origin,
    page(name, serving = {}) {
      const number = served.push(serving) - 1
      return `${serving.at ?? 'http://partner.localhost'}:${port}/${number}/${name}/`
    },
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
