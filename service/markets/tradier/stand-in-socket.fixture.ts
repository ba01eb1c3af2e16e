/** The market stream of the stand-in: sessions, subscriptions, frames. */
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'

/** Payload of a client. */
export type Payload = {
  readonly symbols: readonly string[]
  readonly sessionid: string
  readonly filter: readonly string[]
  readonly linebreak: boolean
}

export type StandInSocketOptions = {
  readonly server: Server
  readonly isKnown: (symbol: string) => Promise<boolean>
  /** Milliseconds for which a session's id is accepted. */
  readonly sessionMs: () => number
}

export function createStandInSocket({ server, isKnown, sessionMs }: StandInSocketOptions) {
  const sessions = new Map<string, number>()
  const subscriptions = new Map<WebSocket, Payload>()
  const payloads: Payload[] = []
  let mostAtOnce = 0
  const sockets = new WebSocketServer({ server, path: '/v1/markets/events' })
  sockets.on('connection', (socket) => {
    mostAtOnce = Math.max(mostAtOnce, sockets.clients.size)
    socket.on('message', (data: Buffer) => void onPayload(socket, JSON.parse(data.toString()) as Payload))
    socket.on('close', () => subscriptions.delete(socket))
  })

  const onPayload = async (socket: WebSocket, payload: Payload) => {
    payloads.push(payload)
    const createdMs = sessions.get(payload.sessionid)
    if (createdMs === undefined) return socket.send('{"error":"Session not found"}\n')
    if (performance.now() - createdMs > sessionMs())
      return socket.send(`{"error":"Session ${payload.sessionid} expired"}\n`)
    for (const symbol of payload.symbols)
      if (!(await isKnown(symbol))) return socket.send(`{"error":"${symbol} is not a valid symbol"}\n`)
    subscriptions.set(socket, payload)
  }
  return {
    /** All payloads, oldest first. */
    payloads,
    /** Symbols that are subscribed to now. */
    subscribed: () => [...subscriptions.values()].flatMap(({ symbols }) => symbols),
    /** Sockets that were open at the same time, at most. */
    mostAtOnce: () => mostAtOnce,
    createSession() {
      const id = randomUUID()
      sessions.set(id, performance.now())
      return { stream: { url: 'https://stream.evil.test/v1/markets/events', sessionid: id } }
    },
    /** Sends a frame to the subscribers of its symbol and type. */
    send(frame: { readonly type: string; readonly symbol: string }) {
      for (const [socket, { symbols, filter }] of subscriptions)
        if (symbols.includes(frame.symbol) && filter.includes(frame.type))
          socket.send(`${JSON.stringify(frame)}\n`)
    },
    sendText(text: string) {
      for (const socket of sockets.clients) socket.send(text)
    },
    drop() {
      for (const socket of sockets.clients) socket.terminate()
    },
    close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}
