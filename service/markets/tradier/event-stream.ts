/**
 * Tradier's market stream: a session is created over REST, then a WebSocket gets the list of symbols with the session's id.
 * Every change sends the whole list. Tradier permits one session at a time, so one socket carries quotes and contracts.
 */
import type { OpenStream, QuoteStream, StreamEvents } from '#service/markets/kit/quote-stream.ts'
import type { VendorClient } from '#service/markets/kit/vendor-client.ts'
import { VendorError } from '#service/markets/kit/vendor-error.ts'
import type { Log } from '#service/shared/log.ts'
import { errorMessage } from '#service/shared/error-message.ts'
import { isBookKey, readFrame, symbolOfKey, type StreamValue } from './frames.ts'
import { SessionSchema } from './wire.ts'

export type EventStreamOptions = {
  /** `wss://ws.tradier.com/v1/markets/events`; never an address from a response. */
  readonly address: string
  readonly client: Pick<VendorClient, 'post'>
  /** A ticker that trades every second: its frames show that the stream is alive if the others are not traded. */
  readonly heartbeatSymbol: string
  /** Receives the previous close of a symbol, in dollars. */
  readonly onPreviousClose: (symbol: string, price: number) => void
  readonly log: Log
  /** Milliseconds after which a session is renewed. */
  readonly renewMs?: number
  readonly connectTimeoutMs?: number
}

/** A session's id is valid for five minutes; without renewal, streams have been seen to go silent. */
const sessionRenewMs = 270_000

export const eventStream =
  (options: EventStreamOptions): OpenStream<StreamValue> =>
  async (events) => {
    const sessionId = await createSession(options.client)
    const socket = await connect(options.address, options.connectTimeoutMs ?? 8_000)
    return startStream(socket, sessionId, events, options)
  }

const createSession = async (client: Pick<VendorClient, 'post'>): Promise<string> =>
  (await client.post('/v1/markets/events/session', {}, SessionSchema)).stream.sessionid

/** @throws VendorError `unavailable` */
function connect(address: string, timeoutMs: number): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    const fail = (reason: string) => {
      clearTimeout(timer)
      socket.close()
      reject(new VendorError('unavailable', `tradier stream: ${reason}`))
    }
    const timer = setTimeout(() => fail(`no connection within ${timeoutMs / 1000} s`), timeoutMs)
    socket.onopen = () => {
      clearTimeout(timer)
      resolve(socket)
    }
    socket.onerror = () => fail('the connection was refused')
    socket.onclose = ({ code }) => fail(`closed before it was open (${code})`)
  })
}

function startStream(
  socket: WebSocket,
  firstSessionId: string,
  events: StreamEvents<StreamValue>,
  { client, heartbeatSymbol, onPreviousClose, log, renewMs = sessionRenewMs }: EventStreamOptions,
): QuoteStream {
  let sessionId = firstSessionId
  const keys = new Set<string>()
  const refused = new Set<string>()
  let isClosed = false
  let isScheduled = false
  let hasLoggedUnreadable = false

  const close = () => {
    isClosed = true
    clearInterval(renewTimer)
    socket.close()
  }
  const lose = (reason: string) => {
    if (isClosed) return
    close()
    events.onLost(reason.replaceAll(sessionId, '***'))
  }
  const send = () => {
    isScheduled = false
    if (isClosed) return
    const symbols = [...new Set([heartbeatSymbol, ...[...keys].map(symbolOfKey)])]
    socket.send(
      JSON.stringify({
        symbols: symbols.filter((symbol) => !refused.has(symbol)),
        sessionid: sessionId,
        // Quotes of shares are many times their trades, and not used.
        filter: [...keys].some(isBookKey) ? ['trade', 'summary', 'quote'] : ['trade', 'summary'],
        linebreak: true,
        validOnly: true,
      }),
    )
  }
  /** Changes of one event-loop tick are one list. */
  const scheduleSend = () => {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(send)
  }
  const renew = async () => {
    try {
      sessionId = await createSession(client)
      scheduleSend()
    } catch (error) {
      lose(`the session cannot be renewed: ${errorMessage(error)}`)
    }
  }
  const renewTimer = setInterval(() => void renew(), renewMs)

  const refuse = (symbol: string) => {
    // A list that was sent before may name it again.
    if (refused.has(symbol)) return
    log('warn', 'market-symbol-refused', { vendor: 'tradier', symbol })
    refused.add(symbol)
    scheduleSend()
  }
  const onLine = (line: string) => {
    const content = readFrame(line)
    switch (content.kind) {
      case 'update':
        return events.onUpdate(content.update)
      case 'previous-close':
        return onPreviousClose(content.symbol, content.price)
      case 'refused-symbol':
        return refuse(content.symbol)
      case 'error':
        return lose(`refused: ${content.reason.slice(0, 200)}`)
      case 'unreadable':
        // One line per connection: every frame may be concerned.
        if (!hasLoggedUnreadable)
          log('warn', 'market-frame-unreadable', { vendor: 'tradier', reason: content.reason })
        hasLoggedUnreadable = true
        return
      case 'nothing':
        return
    }
  }
  socket.onmessage = ({ data }: { readonly data: unknown }) => {
    if (isClosed || typeof data !== 'string') return
    events.onActivity()
    for (const line of data.split('\n')) if (line.trim() !== '') onLine(line)
  }
  socket.onerror = () => lose('the connection failed')
  socket.onclose = ({ code }) => lose(`closed (${code})`)

  return {
    subscribe(added) {
      for (const key of added) keys.add(key)
      scheduleSend()
    },
    unsubscribe(removed) {
      for (const key of removed) keys.delete(key)
      scheduleSend()
    },
    close,
  }
}
