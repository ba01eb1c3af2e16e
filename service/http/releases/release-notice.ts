/**
 * What pages get instead of a release that cannot be served: a frame document, or a loader, that reports
 * `ERROR VERSION` with the reason to the page and writes it to the console.
 */
import { bridgeNamespace, bridgeProtocol, bridgeProtocolMin, EventType } from '#contract/bridge/bridge.ts'
import type { Hello, WidgetError } from '#contract/bridge/bridge.ts'
import { framePolicyOf, randomNonce } from '#service/http/documents/frame-document.ts'
import { isLocalHost } from '#service/http/request/local-host.ts'
import type { RequestUrl } from '#service/http/request/request.ts'
import { htmlResponse } from '#service/http/response/response.ts'
import type { HttpResponse } from '#service/http/response/response.ts'
import type { FrameChoice } from './channels.ts'
import { reportFromFrame, reportFromLoader } from './notice-scripts.ts'

type Unavailable = Extract<FrameChoice, { app: 'withdrawn' | 'unknown' }>

/** The error that a page with this release receives. */
export function noticeOf(
  choice: Unavailable,
  url: Pick<RequestUrl, 'host' | 'hostname' | 'origin'>,
): WidgetError {
  const origin = isLocalHost(url.hostname) ? url.origin : `https://${url.host}`
  const { version } = choice
  const cause =
    choice.app === 'withdrawn'
      ? `release ${version} was withdrawn on ${new Date(choice.withdrawal.at).toISOString().slice(0, 10)}: ${choice.withdrawal.reason}`
      : `this service has no release ${version}`
  const remedy = `Use the script tag of another release, which ${origin}/widgetLoader/versions.json lists, or ${origin}/widgetLoader.`
  return {
    code: 'VERSION',
    message: `VERSION: ${cause.replace(/[.\s]*$/, '')}. ${remedy}`,
    docs: `${origin}/docs/errors#VERSION`,
  }
}

/** Text of a script that calls the function with its window and these values. It can stand in a script element. */
const callOf = <Values>(run: (window: never, values: Values) => void, values: Values): string =>
  `(${String(run)})(window, ${JSON.stringify(values).replaceAll('<', String.raw`\u003c`)})`

/**
 * Returns a frame document that completes the handshake and reports the error, in a page as well as in a web view
 * (docs/protocol.md).
 */
export function noticeDocument(choice: Unavailable, url: RequestUrl): HttpResponse {
  const error = noticeOf(choice, url)
  const greeting: Omit<Hello, 'id'> = {
    ns: bridgeNamespace,
    type: 'hello',
    protocol: bridgeProtocol,
    min: bridgeProtocolMin,
    app: choice.version,
  }
  const nonce = randomNonce()
  const scheme = url.searchParams.get('theme') === 'dark' ? 'dark' : 'light'
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="${scheme}"><title>ERROR VERSION</title></head>
<body>ERROR VERSION<script nonce="${nonce}">${callOf(reportFromFrame, { greeting, error })}</script></body></html>`
  return htmlResponse(html, {
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': framePolicyOf(url.host, nonce),
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  })
}

/** Returns the script that is served instead of a withdrawn loader. */
export function noticeLoader(choice: Unavailable, url: RequestUrl): string {
  const error = noticeOf(choice, url)
  return callOf(reportFromLoader, { version: choice.version, error, eventTypes: EventType })
}
