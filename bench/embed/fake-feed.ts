/**
 * A fake feed that pushes a fixed number of quotes per second to every client, independent of the
 * market.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { type ClientFrame, feedProtocol, heartbeatMs, type Quote, type ServerFrame } from '#contract/feed.ts'

/** Milliseconds between two frames. */
const intervalMs = 10

export type FakeFeed = {
  /** Completes the WebSocket handshake of an upgrade request. */
  accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Quotes sent so far. */
  sentCount: () => number
  stop: () => void
}

/** A quote whose price oscillates around `price`; `seq` is the phase. */
export function quoteOf(symbol: string, price: number, seq: number): Quote {
  const percentageChange = Math.sin(seq / 7)
  const change = (price * percentageChange) / 100
  return {
    symbol,
    last: Math.round((price + change) * 100) / 100,
    change,
    percentageChange,
    volume: 1e6 + seq,
    time: new Date(Date.UTC(2026, 10, 12, 19, 30) + seq).toISOString(),
  }
}

/**
 * Opens a fake feed.
 *
 * @param quotesPerSecond quotes to each connection
 * @param prices dollars by symbol; any other symbol costs 100
 */
export function openFakeFeed(quotesPerSecond: number, prices: Readonly<Record<string, number>>): FakeFeed {
  const server = new WebSocketServer({ noServer: true })
  let sentCount = 0

  function serve(socket: WebSocket): void {
    const send = (frame: ServerFrame) => socket.send(JSON.stringify(frame))
    const subscribed = new Set<string>()
    let startedAt: number | undefined
    let seq = 0
    send({ type: 'hello', protocol: feedProtocol, heartbeatMs })
    send({ type: 'market', state: 'open', delayedSeconds: 0, simulated: true, asOf: null })
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as ClientFrame
      if (frame.type === 'subscribe') for (const symbol of frame.symbols) subscribed.add(symbol)
      if (frame.type === 'unsubscribe') for (const symbol of frame.symbols) subscribed.delete(symbol)
    })
    const timer = setInterval(() => {
      const symbols = [...subscribed]
      if (symbols.length === 0) return
      startedAt ??= performance.now()
      // Sends all quotes that are due, so that a late timer catches up.
      const dueCount = Math.floor(((performance.now() - startedAt) * quotesPerSecond) / 1000) - seq
      if (dueCount < 1) return
      const quotes = Array.from({ length: dueCount }, () => {
        const symbol = symbols[seq % symbols.length]!
        return quoteOf(symbol, prices[symbol] ?? 100, seq++)
      })
      sentCount += quotes.length
      send({ type: 'quotes', seq, quotes })
    }, intervalMs)
    socket.on('close', () => clearInterval(timer))
  }

  return {
    accept: (request, socket, head) => server.handleUpgrade(request, socket, head, serve),
    sentCount: () => sentCount,
    stop() {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}
