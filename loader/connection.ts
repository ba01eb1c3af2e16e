/** The handshake (contract/bridge/bridge.ts), and messages of the frame through the port. */
import { bridgeNamespace, bridgeProtocol, type Init } from '#contract/bridge/bridge.ts'
import { app } from './app-address.ts'
import type { Life } from './widget-state.ts'
import { applyLook } from './frame-element.ts'
import { askForToken } from './token.ts'

/** Answers a hello of our own frame: opens a new port, and says again all that the frame must know. */
export function hearWindow(life: Life, { data, origin, source }: MessageEvent): void {
  // The frame's window sends no other message with its id.
  const isOurs = source === life.shown_?.contentWindow && origin === app.origin
  if (!isOurs || data?.id !== life.id_) return
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = (event) => hearFrame(life, event)
  life.port_?.close()
  life.port_ = port1
  life.report_.app = data.app
  life.silence_ = 0
  ;(source as Window).postMessage(
    { ns: bridgeNamespace, type: 'init', id: life.id_, protocol: bridgeProtocol } satisfies Init,
    origin,
    [port2],
  )
  Object.values(life.replay_).forEach((message) => port1.postMessage(message))
}

/** Handles messages of the frame: the port is private to both sides. */
function hearFrame(life: Life, { data }: MessageEvent): void {
  const { type, name, payload, look, state } = Object(data)
  life.silence_ = 0
  if (state) life.shown_!.dataset['serviceWidget'] = state
  if (look) {
    Object.assign(life.options_, look)
    applyLook(life)
  }
  if (name) life.emit_(name, payload)
  if (type === 'ready' && !life.report_.READY) life.emit_('READY', new Date())
  if (type === 'need-token') askForToken(life)
}
