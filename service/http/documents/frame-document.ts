/**
 * Document of the frame: the built page with theme, language and density on its root, and a
 * skeleton of the widget, so that the first paint needs no script. Its policy allows only its own
 * scripts and connections to its own origin. It contains no account data.
 */
import { readInitialFrame, skeletonName, type Skeletons } from '#contract/api/initial-frame.ts'
import { directionOf } from '#contract/text/locales.ts'
import { themes, type Theme } from '#contract/bridge/options/options.ts'
import { themeCookie } from '#contract/api/paths.ts'
import { htmlResponse, withHeaders } from '#service/http/response/response.ts'
import type { HttpResponse } from '#service/http/response/response.ts'
import type { RequestHeaders, RequestUrl } from '#service/http/request/request.ts'
import { oldCookieRemovals } from '#service/http/request/cookies.ts'
import type { DocumentHints } from './document-hints.ts'
import { policyReportsPath } from '#service/http/routes/policy-reports.ts'

const rootElement = '<div id="root" hidden>'

/** Inputs of a document. */
export type DocumentParts = {
  /** HTML of the built page. */
  readonly template: string
  /**
   * Skeletons that the document shows until the app has loaded. Without a matching one, its body is
   * empty.
   */
  readonly skeletons: Skeletons
  /** Links to further resources that the browser should load. */
  readonly hints: DocumentHints
}

/** Returns the response with the frame's document, which also removes cookies of old widgets. */
export function frameDocument(
  { template, skeletons, hints }: DocumentParts,
  url: Pick<RequestUrl, 'host' | 'searchParams'>,
  requestHeaders: RequestHeaders,
): HttpResponse {
  // A reloaded frame has its original URL. The cookie has later changes of the theme.
  const cookiePrefix = `${themeCookie}${url.searchParams.get('i')}=`
  const themePair = (requestHeaders.get('cookie') ?? '')
    .split('; ')
    .find((candidate) => candidate.startsWith(cookiePrefix))
  const requestedTheme = themePair?.slice(cookiePrefix.length) ?? url.searchParams.get('theme')
  const theme = themes.find((candidate) => candidate === requestedTheme) ?? 'light'
  const initialFrame = readInitialFrame(url.searchParams)
  const { density, locale } = initialFrame
  const nonce = randomNonce()
  const skeleton = skeletons[skeletonName(initialFrame)] ?? ''
  const html = template
    .replace(
      /<html\b[^>]*>/i,
      `<html lang="${locale}" dir="${directionOf(locale)}" data-theme="${theme}" data-density="${density}">`,
    )
    .replace(/\s*<meta name="color-scheme"[^>]*>/gi, '')
    .replace(
      /<head>/i,
      `<head><meta name="color-scheme" content="${colorSchemeOf(theme)}"><meta property="csp-nonce" nonce="${nonce}">`,
    )
    .replace(/<\/head>/i, `${hints(locale)}${scriptLink(skeleton)}</head>`)
    .replace(/<script\b/gi, `<script nonce="${nonce}"`)
    .replace(/<link rel="(modulepreload|preload|later)"/gi, `<link rel="$1" nonce="${nonce}"`)
    // Inserted after the nonces, so that only elements of the build get one. A skeleton contains no script.
    .replace(rootElement, () => rootElement + skeleton)
  const response = htmlResponse(html, {
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': framePolicyOf(url.host, nonce),
    'Reporting-Endpoints': `csp="${policyReportsPath}"`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    // In a frame Chromium would start another process for it, after the response (docs/decisions/0101).
    ...(requestHeaders.get('sec-fetch-dest') !== 'iframe' && { 'Origin-Agent-Cluster': '?1' }),
    'Permissions-Policy':
      'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()',
    Vary: 'Sec-Fetch-Dest, Cookie',
  })
  return withHeaders(
    response,
    oldCookieRemovals(requestHeaders.get('cookie')).flatMap((line) => ['Set-Cookie', line]),
  )
}

/** The link to the script that fills a skeleton's template, which is needed with the first response. */
function scriptLink(skeleton: string): string {
  const script = /<template data-script="([^"]+)"/.exec(skeleton)?.[1]
  return script ? `<link rel="modulepreload" crossorigin href="${script}">` : ''
}

/** The CSS `color-scheme` of a theme, as in app/ui/tokens.css: it applies before the style sheet does. */
const colorSchemeOf = (theme: Theme) =>
  theme === 'auto' ? 'light dark' : theme.endsWith('dark') ? 'dark' : 'light'

/** A nonce for the scripts of one document. */
export const randomNonce = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))

/** The requested host for a policy; `localhost` if it has characters that would end or extend a directive. */
export const policyHost = (requestHost: string): string =>
  /^[a-z0-9.\-:[\]]+$/i.test(requestHost) ? requestHost : 'localhost'

/** The Content-Security-Policy of documents in the frame. */
export function framePolicyOf(requestHost: string, nonce: string): string {
  const host = policyHost(requestHost)
  return [
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
    "trusted-types 'none'",
    'report-to csp',
  ].join('; ')
}
