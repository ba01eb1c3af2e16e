/** The handshake (contract/bridge.ts), and what the frame says through the port. */
import {
  bridgeNamespace,
  bridgeProtocol,
  bridgeProtocolMin,
  type EventType,
  type Init,
} from '#contract/bridge.ts'
import { app } from './app-address.ts'
import { fail } from './failure.ts'
import type { Life } from './life.ts'
import { askForToken } from './token.ts'

/** Answers a hello of our own frame: opens a new port, and says again all that the frame must know. */
export function hearWindow(life: Life, { data, origin, source }: MessageEvent): void {
  const isOurs = source === life.shown_?.contentWindow && origin === app.origin
  if (!isOurs || data?.ns !== bridgeNamespace || data.type !== 'hello' || data.id !== life.id_) return
  if (data.min > bridgeProtocol || data.protocol < bridgeProtocolMin)
    return fail(life, 'VERSION', `app ${data.app}`)
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = (event) => hearFrame(life, event)
  life.port_?.close()
  life.port_ = port1
  life.silence_ = 0
  life.report_.hello = new Date()
  life.report_.app = data.app
  const init: Init = { ns: bridgeNamespace, type: 'init', id: data.id, protocol: bridgeProtocol }
  ;(source as Window).postMessage(init, origin, [port2])
  Object.values(life.replay_).forEach((message) => port1.postMessage(message))
}

/** What our frame says. Events of a wrong shape are dropped. */
function hearFrame(life: Life, { data }: MessageEvent): void {
  const { type, name, payload } = Object(data)
  life.silence_ = 0
  if (type === 'ready' && !life.report_.READY) life.emit_('READY', new Date())
  if (type === 'need-token') askForToken(life)
  /** Event of the frame → what its payload is. */
  const types: Readonly<Record<string, string>> = {
    SYMBOL_CHANGED: 'string',
    TRADE_TICKET_EXECUTE: 'object',
    ERROR: 'object',
  }
  if (payload && typeof payload === types[name as string]) life.emit_(name as EventType, payload)
}
