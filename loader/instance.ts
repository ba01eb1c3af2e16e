/**
 * One widget from `load` to `destroyWidget`.
 *
 * It must never throw into the page, never call back after its destruction, and leave nothing behind. Its frame may
 * reload, move or die at any time: then the frame speaks first again, and `connect` replays everything it needs.
 */
import {
  bridgeNamespace,
  bridgeProtocol,
  bridgeProtocolMin,
  EventType,
  type EventPayloads,
  type Hello,
  type LoaderErrorCode,
  type ToFrame,
} from '#contract/bridge.ts'
import { readPageOptions, type WidgetOptions, type WidgetType } from '#contract/options.ts'
import { applyFrameStyle } from './frame-style.ts'
import { broadcast, observer, type PageEvent, widgets } from './page.ts'
import { problem, type WidgetReport } from './report.ts'
import type { WidgetInstance } from './widget.ts'

type Listener = (name: EventType, payload: unknown) => void
/** `clearTimeout` and `close` return nothing, which also says that there is nothing left to clear. */
type Timer = ReturnType<typeof setTimeout> | void

export function createWidget(
  app: URL,
  given: WidgetOptions & { widgetType: WidgetType },
  callback: ((widget: WidgetInstance) => void) | undefined,
): WidgetInstance {
  const [options, problems] = readPageOptions(given)
  if (problems) throw problem(app, 'BAD_OPTION', `check ${problems}`)
  const id = crypto.randomUUID?.()
  const report: WidgetReport = { destination: options.destinationId, load: new Date() }
  const listeners = new Set<Listener>()
  /** What a frame that says hello must hear, in this order. */
  const replay: Record<string, ToFrame> = {
    start: {
      type: 'start',
      widgetType: options.widgetType,
      options,
      canRenew: !!given.getAuthToken,
      loader: __VERSION__,
    },
  }
  let box: HTMLElement | null
  let shown: (HTMLElement & { contentWindow?: unknown }) | undefined
  let port: MessagePort | void
  let timer: Timer
  let asking: Timer
  /** Beats without a word from the frame. */
  let missed = 0

  const hear = (event: PageEvent) => {
    const { source, data } = event
    if (event.takes === options.destinationId || (box && !shown!.isConnected)) destroyWidget()
    else if (source) {
      if (
        source === shown?.contentWindow &&
        event.origin === app.origin &&
        data?.ns === bridgeNamespace &&
        data.type === 'hello' &&
        data.id === id
      )
        connect(data, source as Window)
    } else if (
      timer &&
      !port &&
      event.disposition === 'enforce' &&
      /^[cdf]/.test(event.effectiveDirective!) &&
      event.blockedURI!.startsWith(app.origin)
    )
      fail('CSP_BLOCKED', `frame-src ${app.origin}`)
  }

  const connect = (hello: Hello, source: Window) => {
    if (hello.min > bridgeProtocol || hello.protocol < bridgeProtocolMin)
      return fail('VERSION', `app ${hello.app}`)
    report.hello = new Date()
    report.app = hello.app
    missed = 0
    port?.close()
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = receive
    source.postMessage({ ns: bridgeNamespace, type: 'init', id, protocol: bridgeProtocol }, app.origin, [
      channel.port2,
    ])
    Object.values(replay).map(send)
  }

  const receive = ({ data }: MessageEvent) => {
    const { type, name, payload } = Object(data)
    missed = 0
    if (type === 'ready' && !report.READY) emit('READY', new Date())
    if (type === 'need-token' && !asking) {
      asking = setTimeout(answer, 3e4, Error('timeout'))
      ;(async () => given.getAuthToken!())().then(answer, answer)
    }
    if (typeof payload === (name === 'SYMBOL_CHANGED' ? 'string' : /^(T|E)R/.test(name) && 'object'))
      emit(name, payload)
  }

  const stop = () => {
    timer = clearTimeout(timer!)
    asking = clearTimeout(asking!)
    port = port?.close()
    missed = 0
  }

  /** Before the frame has said hello: gives up at the second beat. Later: reloads a frame that leaves three beats unanswered, once. */
  const beat = () => {
    missed = document.hidden ? 0 : missed + 1
    if (!port) {
      if (missed > 1)
        fail(
          navigator.onLine ? 'TIMEOUT' : 'NETWORK',
          `not CSP_BLOCKED; check service, blocker, page ${origin}`,
        )
    } else if (missed < 4) send({ type: 'ping' })
    else {
      fail('FRAME_LOST', 'frozen')
      if (!report.lost) open()
      report.lost = true
    }
  }

  const send = (message: ToFrame) => port?.postMessage(message)

  const show = (tag: 'iframe' | 'div', properties: object) => {
    stop()
    shown?.remove()
    shown = Object.assign(document.createElement(tag), properties)
    applyFrameStyle(shown, options)
    box?.append(shown)
  }

  const open = () => {
    show('iframe', {
      title: 'Options ideas',
      allow: 'clipboard-write',
      referrerPolicy: 'strict-origin',
      name: id,
      // The first paint needs these; `i` makes the address unique, or several frames would load one after another.
      src: `${app}?type=${options.widgetType}&theme=${options.theme}&locale=${options.locale}&i=${id}`,
    })
    timer = setInterval(beat, 5e3)
  }

  /** A string is the token; anything else, an Error above all, is why there is none. */
  const answer = (given: unknown) => {
    if (asking) send({ type: 'token', [typeof given === 'string' ? 'authToken' : 'reason']: `${given}` })
    asking = clearTimeout(asking!)
  }

  const mount = () => {
    box = document.getElementById(options.destinationId)
    if (box) {
      if (isSecureContext) open()
      else fail('INSECURE_PAGE', 'use https')
    } else if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', mount)
    else fail('DESTINATION_NOT_FOUND', options.destinationId)
  }

  const emit = (name: EventType, payload: unknown) => {
    report[name] = payload
    listeners.forEach((listener) => listener(name, payload))
  }

  const fail = (code: LoaderErrorCode, message: string) => {
    show('div', { textContent: `ERROR ${code}` })
    emit('ERROR', problem(app, code, message))
  }

  const destroyWidget = () => {
    send({ type: 'destroy' })
    stop()
    document.removeEventListener('DOMContentLoaded', mount)
    shown?.remove()
    widgets.delete(hear)
    if (widgets.size) return
    removeEventListener('message', broadcast)
    removeEventListener('securitypolicyviolation', broadcast)
    observer.disconnect()
  }

  const widget: WidgetInstance = {
    on(name, call) {
      /** In a microtask of its own, so that a listener that throws is the page's own mistake and harms no other. */
      const listener: Listener = (happened, payload) =>
        happened === name &&
        queueMicrotask(() => widgets.has(hear) && listeners.has(listener) && call(payload as never))
      listeners.add(listener)
      // READY and ERROR stay true.
      if (name.length < 6 && report[name]) listener(name, report[name])
      return () => listeners.delete(listener)
    },
    postMessage(name, payload) {
      const command = { type: 'command', name, payload: JSON.parse(JSON.stringify(payload)) } as ToFrame
      if (name === 'SET_THEME') {
        options.theme = (payload as EventPayloads['SET_THEME']).theme
        if (shown) applyFrameStyle(shown, options)
      }
      send((replay[name] = command))
    },
    destroyWidget,
    EventType,
  }
  broadcast({ takes: options.destinationId })
  widgets.set(hear, report)
  addEventListener('message', broadcast)
  addEventListener('securitypolicyviolation', broadcast)
  observer.observe(document, { childList: true, subtree: true })
  if (callback) widget.on('READY', () => callback(widget))
  mount()
  return widget
}
