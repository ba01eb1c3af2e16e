/** The handshake (contract/bridge/bridge.ts), and messages of the frame through the port. */
import { bridgeNamespace, bridgeProtocol, type Init } from '#contract/bridge/bridge.ts'
import { app } from './app-address.ts'
import type { LoaderWidgetState } from './widget-state.ts'
import { applyLook } from './frame-element.ts'
import { requestToken } from './token.ts'

/** Handles a `hello` of this widget's frame: opens a new port and replays the stored messages. */
export function onWindowMessage(
  widgetState: LoaderWidgetState,
  { data, origin, source }: MessageEvent,
): void {
  // A message with this id from the frame's window is always a `hello`.
  const isOurs = source === widgetState.frameElement_?.contentWindow && origin === app.origin
  if (!isOurs || data?.id !== widgetState.id_) return
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = (event) => onFrameMessage(widgetState, event)
  widgetState.port_?.close()
  widgetState.port_ = port1
  widgetState.report_.app = data.app
  widgetState.silentBeats_ = 0
  ;(source as Window).postMessage(
    { ns: bridgeNamespace, type: 'init', id: widgetState.id_, protocol: bridgeProtocol } satisfies Init,
    origin,
    [port2],
  )
  Object.values(widgetState.replay_).forEach((message) => port1.postMessage(message))
}

/**
 * Handles messages of the frame. They need no check of their origin, because the port is private to
 * both sides.
 */
function onFrameMessage(widgetState: LoaderWidgetState, { data }: MessageEvent): void {
  const { type, name, payload, look, state } = Object(data)
  widgetState.silentBeats_ = 0
  if (state) widgetState.frameElement_!.dataset['serviceWidget'] = state
  if (look) {
    Object.assign(widgetState.options_, look)
    applyLook(widgetState)
  }
  if (name) widgetState.emit_(name, payload)
  if (type === 'ready' && !widgetState.report_.READY) widgetState.emit_('READY', new Date())
  if (type === 'need-token') requestToken(widgetState)
}
