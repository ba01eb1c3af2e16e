/** A fake feed that pushes a given number of quotes to every client, independent of the market. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { type ClientFrame, feedProtocol, heartbeatMs, type Quote, type ServerFrame } from '#contract/feed.ts'

/** Milliseconds between two frames. */
const beatMs = 10

export type FeedStandIn = {
  take: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Quotes sent so far. */
  sent: () => number
  stop: () => void
}

/** A quote that oscillates around a price; `seq` is the phase. */
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
 * @param perSecond quotes to each connection
 * @param prices dollars, by symbol; of any other symbol 100
 */
export function openFeedStandIn(perSecond: number, prices: Readonly<Record<string, number>>): FeedStandIn {
  const server = new WebSocketServer({ noServer: true })
  let sent = 0

  function serve(socket: WebSocket): void {
    const say = (frame: ServerFrame) => socket.send(JSON.stringify(frame))
    const watched = new Set<string>()
    let begunAt: number | undefined
    let seq = 0
    say({ type: 'hello', protocol: feedProtocol, heartbeatMs })
    say({ type: 'market', state: 'open', delayedSeconds: 0, simulated: true, asOf: null })
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as ClientFrame
      if (frame.type === 'subscribe') for (const symbol of frame.symbols) watched.add(symbol)
      if (frame.type === 'unsubscribe') for (const symbol of frame.symbols) watched.delete(symbol)
    })
    const timer = setInterval(() => {
      const symbols = [...watched]
      if (symbols.length === 0) return
      begunAt ??= performance.now()
      // Sends what is due by now, so that a late timer catches up.
      const due = Math.floor(((performance.now() - begunAt) * perSecond) / 1000) - seq
      if (due < 1) return
      const quotes = Array.from({ length: due }, () => {
        const symbol = symbols[seq % symbols.length]!
        return quoteOf(symbol, prices[symbol] ?? 100, seq++)
      })
      sent += quotes.length
      say({ type: 'quotes', seq, quotes })
    }, beatMs)
    socket.on('close', () => clearInterval(timer))
  }

  return {
    take: (request, socket, head) => server.handleUpgrade(request, socket, head, serve),
    sent: () => sent,
    stop() {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}
