/** What the service serves beside the API: the loader, the frame's document, its files, and the help pages behind the widget's links. */
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { bridgeProtocol } from '#contract/bridge.ts'
import { locales, themes } from '#contract/options.ts'
import { problem } from '#contract/problem.ts'
import { framePath, loaderPath } from '#contract/paths.ts'
import { precompress, readFolder, sendFile, storedFile } from './delivery-files.ts'
import { errorsPath, helpPage } from './help-pages.ts'

export type Delivery = {
  /** The answer, or undefined where the path belongs to somebody else. */
  fetch(request: Request): Promise<Response | undefined>
}

const oneYear = 'public, max-age=31536000, immutable'
const nosniff = { 'X-Content-Type-Options': 'nosniff' }
/** Readable from any page: scripts and files without anybody's data. */
const forAll = {
  ...nosniff,
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/**
 * Reads the built files once. `dist` holds `app/app/index.html`, `app/assets/*` and `loader/widgetLoader.js`; where the
 * build is missing, their addresses answer 503.
 */
export async function createDelivery(dist: string, version: string): Promise<Delivery> {
  const app = readFolder(join(dist, 'app'))
  const template = app.get('app/index.html')
  const html = template && Buffer.from(template.bytes).toString('utf8')
  const loader = readFolder(join(dist, 'loader')).get('widgetLoader.js')
  if (loader) await precompress(loader)
  const versions =
    loader && storedFile('versions.json', JSON.stringify(loaderVersions(version, loader.bytes), null, 2))

  const notBuilt = () =>
    Response.json(problem('unavailable', { detail: 'The widget has not been built: run npm run build.' }), {
      status: 503,
      headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' },
    })

  return {
    async fetch(request) {
      const url = new URL(request.url)
      const path = url.pathname
      const ours =
        path === framePath ||
        path === loaderPath ||
        path.startsWith(`${loaderPath}/`) ||
        path.startsWith('/assets/') ||
        path.startsWith('/help/') ||
        path === errorsPath
      if (!ours) return undefined
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return Response.json(problem('method-refused', { detail: 'Use GET.' }), {
          status: 405,
          headers: { Allow: 'GET, HEAD', 'Content-Type': 'application/problem+json', ...nosniff },
        })
      }
      if (path === loaderPath) {
        return loader
          ? sendFile(request, loader, {
              ...forAll,
              'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400',
            })
          : notBuilt()
      }
      if (path === `${loaderPath}/versions.json`) {
        return versions
          ? sendFile(request, versions, { ...forAll, 'Cache-Control': 'public, max-age=300' })
          : notBuilt()
      }
      if (path === `${loaderPath}/${version}.js` && loader)
        return sendFile(request, loader, { ...forAll, 'Cache-Control': oneYear })
      if (path.startsWith('/assets/')) {
        const file = app.get(path.slice(1))
        return file && sendFile(request, file, { ...forAll, 'Cache-Control': oneYear })
      }
      if (path.startsWith('/help/')) return helpPage(path.slice('/help/'.length), request.method)
      if (path === errorsPath) return helpPage('errors', request.method)
      if (path !== framePath) return undefined

      // Opened by itself, say from the history, the frame has no page to speak to. A web view opens it so on purpose.
      const destination = request.headers.get('sec-fetch-dest')
      const framed =
        destination === null || ['iframe', 'frame', 'embed', 'object', 'empty'].includes(destination)
      if (!framed && url.searchParams.get('toplevel') !== '1') return helpPage('frame', request.method)
      return html === undefined ? notBuilt() : frameDocument(html, url, request)
    },
  }
}

/**
 * The frame's document: the built page with theme and language on its root, so that the first paint is right, and a
 * policy that lets it run its own scripts and speak to its own address only. Nothing of any account is in it.
 */
function frameDocument(template: string, url: URL, request: Request): Response {
  const wanted = url.searchParams.get('theme')
  const theme = themes.find((one) => one === wanted) ?? 'light'
  const locale = findLocale(url.searchParams.get('locale'))
  const direction = locale === 'ar' || locale === 'he' ? 'rtl' : 'ltr'
  const scheme = theme === 'dark' ? 'dark' : 'light'
  const nonce = randomBytes(16).toString('base64')
  const html = template
    .replace(/<html\b[^>]*>/i, `<html lang="${locale}" dir="${direction}" data-theme="${theme}">`)
    .replace(/\s*<meta name="color-scheme"[^>]*>/gi, '')
    .replace(
      /<head>/i,
      `<head><meta name="color-scheme" content="${scheme}"><meta property="csp-nonce" nonce="${nonce}">`,
    )
    .replace(/<script\b/gi, `<script nonce="${nonce}"`)
    .replace(/<link rel="modulepreload"/gi, `<link rel="modulepreload" nonce="${nonce}"`)

  const host = /^[a-z0-9.\-:[\]]+$/i.test(url.host) ? url.host : 'localhost'
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ws://${host} wss://${host}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    'frame-ancestors https: http://localhost:* http://127.0.0.1:* http://*.localhost:*',
    "require-trusted-types-for 'script'",
    'trusted-types sw',
  ]
  return new Response(request.method === 'HEAD' ? null : html, {
    headers: {
      ...nosniff,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': policy.join('; '),
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Referrer-Policy': 'no-referrer',
      'Origin-Agent-Cluster': '?1',
      'Permissions-Policy':
        'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()',
      Vary: 'Sec-Fetch-Dest',
    },
  })
}

/** The locale itself, or the first of the same language. */
function findLocale(given: string | null): string {
  const tag = given?.toLowerCase() ?? 'en'
  return (
    locales.find((one) => one.toLowerCase() === tag) ??
    locales.find((one) => one.split('-')[0] === tag.split('-')[0]) ??
    'en'
  )
}

/** What a page pins: `integrity` is the Subresource Integrity value of `/widgetLoader/<version>.js`. */
function loaderVersions(version: string, bytes: Uint8Array) {
  const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
  return {
    latest: version,
    versions: [{ version, protocol: bridgeProtocol, integrity, bytes: bytes.byteLength }],
  }
}
