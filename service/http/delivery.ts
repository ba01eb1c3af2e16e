/** What the service serves beside the API: the loader, the frame's document, its files, and the help pages behind the widget's links. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { directionOf, nearestLocale } from '#contract/locales.ts'
import { themes } from '#contract/options.ts'
import { problemDetails } from '#contract/problem-details.ts'
import { framePath, loaderPath, themeCookie } from '#contract/paths.ts'
import { precompress, readFolder, sendFile } from '#service/node/static-files.ts'
import { errorsPath, helpPage } from './help-pages.ts'
import { type Log, silentLog } from '#service/settings/log.ts'
import { policyReportsPath, takePolicyReports } from './policy-reports.ts'
import { releasedLoaders } from '#service/node/released-loaders.ts'

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
 * build is missing, their addresses answer 503. `releases` holds the loaders that partners may have pinned.
 */
export async function createDelivery(
  dist: string,
  version: string,
  releases: string,
  log: Log = silentLog,
): Promise<Delivery> {
  const takeReports = takePolicyReports(log, Date.now)
  const app = readFolder(join(dist, 'app'))
  const template = app.get('app/index.html')
  const html = template && Buffer.from(template.bytes).toString('utf8')
  const loader = readFolder(join(dist, 'loader')).get('widgetLoader.js')
  if (loader) await precompress(loader)
  const released = loader && releasedLoaders(releases, { version, file: loader })

  const notBuilt = () =>
    Response.json(
      problemDetails('unavailable', { detail: 'The widget has not been built: run npm run build.' }),
      {
        status: 503,
        headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' },
      },
    )

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
      if (path === policyReportsPath && request.method === 'POST') return takeReports(request)
      if (!ours) return undefined
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return Response.json(problemDetails('method-refused', { detail: 'Use GET.' }), {
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
        return released
          ? sendFile(request, released.list, { ...forAll, 'Cache-Control': 'public, max-age=300' })
          : notBuilt()
      }
      if (path.startsWith(`${loaderPath}/`)) {
        const pinned = released?.files.get(path.slice(loaderPath.length + 1))
        return pinned && sendFile(request, pinned, { ...forAll, 'Cache-Control': oneYear })
      }
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
  // A frame that reloads comes with the address it was loaded with; what it was told since is in its cookie.
  const cookie = `${themeCookie}${url.searchParams.get('i')}=`
  const told = (request.headers.get('cookie') ?? '').split('; ').find((one) => one.startsWith(cookie))
  const wanted = told?.slice(cookie.length) ?? url.searchParams.get('theme')
  const theme = themes.find((one) => one === wanted) ?? 'light'
  const locale = nearestLocale(url.searchParams.get('locale'))
  const scheme = theme === 'dark' ? 'dark' : 'light'
  const nonce = randomBytes(16).toString('base64')
  const html = template
    .replace(/<html\b[^>]*>/i, `<html lang="${locale}" dir="${directionOf(locale)}" data-theme="${theme}">`)
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
    'report-to csp',
  ]
  return new Response(request.method === 'HEAD' ? null : html, {
    headers: {
      ...nosniff,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': policy.join('; '),
      'Reporting-Endpoints': `csp="${policyReportsPath}"`,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Referrer-Policy': 'no-referrer',
      'Origin-Agent-Cluster': '?1',
      'Permissions-Policy':
        'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()',
      Vary: 'Sec-Fetch-Dest, Cookie',
    },
  })
}
