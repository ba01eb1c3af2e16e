/**
 * Partners' pages: one folder per embedder scenario, served like a partner's site, with the headers of the scenario.
 * `%SERVICE%`, `%KEY%` and `%NONCE%` in the files are replaced. A folder without `index.html` has the page
 * `host-page.html`, which is a heading and the element of the widget; `?wrapper=` adds elements around it.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newAuthToken } from './doors.ts'
import type { Site } from './site.ts'

/** Headers, files and address of a scenario's page. */
export type PageSettings = {
  /** Headers of every response of the partner's server. `%SERVICE%` and `%NONCE%` are replaced. */
  headers?: Record<string, string>
  /** Placeholder → text, in addition to those that are always replaced. */
  fill?: Record<string, string>
  /** Generated files: name → text. */
  files?: Record<string, string>
  /** Scheme and host name of the page, without port. Default: `http://partner.localhost`, cross-site to the service. */
  baseUrl?: string
}

export type Partner = {
  readonly port: number
  /** The whitelisted origin of the pages. */
  readonly origin: string
  /** Address of a scenario's page: the folder, and a query if the page has one. */
  page: (name: string, settings?: PageSettings) => string
  /** Every request to the partner's server: method, path and `Referer`. */
  readonly requests: readonly { method: string; path: string; referer: string | undefined }[]
  stop: () => Promise<void>
}

const scenarios = fileURLToPath(new URL('../embed', import.meta.url))
const sharedScript = 'host-page.js'
const contentTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}
/** The widget's element in `host-page.html` and elements around it, by the query parameter `wrapper`. */
const widgetMarkup: Record<string, string> = {
  none: '<div id="ideas"></div>',
  // Focusable elements before and after the widget, and the reserved height that docs/embedding.md recommends.
  buttons:
    '<button id="before">Before</button><div id="ideas" style="min-block-size: 768px"></div><button id="after">After</button>',
}
export const nonce = 'cGFydG5lcnMgbm9uY2U'

/** Serves the folders on a free port, under every `*.localhost` name, and whitelists `partner.localhost`. */
export async function startPartner(site: Site): Promise<Partner> {
  const servedPages: PageSettings[] = []
  const requests: Partner['requests'][number][] = []

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://partner')
    requests.push({ method: request.method ?? '', path: url.pathname, referer: request.headers.referer })
    // One-time token for a signed-in user of the partner. docs/specification.md 5.4.
    if (url.pathname === '/token') return void response.end(await newAuthToken(site))
    const [, pageNumber = '', ...pathParts] = url.pathname.split('/')
    const settings = servedPages[Number(pageNumber)]
    const path = normalize(pathParts.join('/'))
    if (!settings || path.startsWith('..')) return void response.writeHead(404).end()
    const name = path.endsWith('/') ? `${path}index.html` : path
    const text = settings.files?.[name.split('/').at(-1) ?? ''] ?? (await fileOf(name))
    const widget = widgetMarkup[url.searchParams.get('wrapper') ?? 'none']
    if (text === undefined || widget === undefined) return void response.writeHead(404).end()
    const placeholders = {
      SERVICE: site.widgetOrigin,
      SOCKET: site.widgetOrigin.replace('http', 'ws'),
      KEY: site.credentials.apiKey,
      NONCE: nonce,
      TITLE: titleOf(name),
      WIDGET: widget,
      ...settings.fill,
    }
    const fillPlaceholders = (template: string) =>
      Object.entries(placeholders).reduce(
        (filled, [key, value]) => filled.replaceAll(`%${key}%`, value),
        template,
      )
    for (const [header, value] of Object.entries(settings.headers ?? {}))
      response.setHeader(header, fillPlaceholders(value))
    response.setHeader('Content-Type', contentTypes[name.split('.').at(-1) ?? ''] ?? 'text/plain')
    response.end(fillPlaceholders(text))
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
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
    page(name, settings = {}) {
      const pageNumber = servedPages.push(settings) - 1
      const [folder, query] = name.split('?')
      const address = `${settings.baseUrl ?? 'http://partner.localhost'}:${port}/${pageNumber}/${folder}/`
      return query ? `${address}?${query}` : address
    },
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Reads a file of a scenario, or the shared page or script; undefined if it does not exist. */
async function fileOf(name: string): Promise<string | undefined> {
  const file = join(scenarios, name)
  if (name.endsWith(sharedScript)) return readFile(join(import.meta.dirname, sharedScript), 'utf8')
  if (name.endsWith('/index.html') && existsSync(dirname(file)) && !existsSync(file))
    return readFile(join(import.meta.dirname, 'host-page.html'), 'utf8')
  return readFile(file, 'utf8').catch(() => undefined)
}

/** `40-first-paint/index.html` → `First paint`. */
function titleOf(name: string): string {
  const words = dirname(name).replace(/^\d+-/, '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
