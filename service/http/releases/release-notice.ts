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

/** JSON that can stand in a script element. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

/**
 * Returns a frame document that completes the handshake and reports the error, in a page as well as in a web view
 * (docs/protocol.md).
 */
export function noticeDocument(choice: Unavailable, url: RequestUrl): HttpResponse {
  const error = noticeOf(choice, url)
  const hello: Omit<Hello, 'id'> = {
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
<body>ERROR VERSION<script nonce="${nonce}">(${reportFromFrame})(${inScript({ hello, error })})</script></body></html>`
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
  return `(${reportFromLoader})(${inScript({ version: choice.version, error, EventType })})`
}

/** Function that runs in the frame: completes the handshake of a page, or of native code, and reports the error. */
const reportFromFrame = `({ hello, error }) => {
  const event = { type: 'event', name: 'ERROR', payload: error, state: 'error' }
  hello.id = name
  console.error(error.message, error.docs)
  if (parent === window) {
    const { webkit, serviceWidget, ReactNativeWebView } = window
    const native = webkit?.messageHandlers?.serviceWidget ?? (serviceWidget?.postMessage ? serviceWidget : ReactNativeWebView)
    for (const message of [hello, event]) native?.postMessage(JSON.stringify(message))
    return
  }
  addEventListener('message', ({ data, source, ports: [port] }) => {
    if (source !== parent || !port || data?.ns !== hello.ns || data.type !== 'init' || data.id !== name) return
    port.onmessage = (received) => received.data?.type === 'ping' && port.postMessage({ type: 'pong' })
    port.postMessage(event)
  })
  parent.postMessage(hello, '*')
}`

/** Function that runs in the page, instead of the loader: each widget reports the error. */
const reportFromLoader = `({ version, error, EventType }) => {
  if (window.serviceWidgetLoader?.version) return
  console.error(error.message, error.docs)
  const load = (type, options) => {
    const element = document.getElementById(options?.destinationId)
    if (element) element.textContent = 'ERROR VERSION'
    let isDestroyed = false
    return {
      on(name, call) {
        let isListening = name === 'ERROR'
        queueMicrotask(() => isListening && !isDestroyed && call(error))
        return () => { isListening = false }
      },
      postMessage() {},
      destroyWidget() {
        isDestroyed = true
        if (element) element.textContent = ''
      },
      EventType,
    }
  }
  const diagnose = () => {
    const report = [{ loader: version, origin, ERROR: error }]
    console.log(report)
    return report
  }
  window.serviceWidgetLoader = { load, EventType, version, diagnose }
}`
