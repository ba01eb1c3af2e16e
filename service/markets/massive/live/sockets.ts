/**
 * The vendor's sockets: `connected`, authentication, subscriptions, then arrays of events.
 *
 * Stocks are subscribed as seconds (`A`), not as trades (`T`): all paid plans include seconds, a second holds the last price
 * that the exchange's rules count (trades out of order or at average prices are left out), it carries the volume of the
 * day, and a busy symbol sends one frame a second instead of hundreds. Seconds are not numbered; their end is their time.
 * Indexes are subscribed as seconds as well, which have no volume. Contracts are subscribed as quotes (`Q`), whose `q` is the
 * sequence number.
 */
import * as v from 'valibot'
import type {
  OpenStream,
  QuoteStream,
  StreamEvents,
  StreamUpdate,
} from '#service/markets/kit/quote-stream.ts'
import { VendorError } from '#service/markets/kit/vendor-error.ts'
import { createConfirmations } from './confirmations.ts'
import { osiOf, optionTickerOf } from '#service/markets/massive/tickers.ts'
import {
  socketAddress,
  vendorName,
  type MassiveConnection,
  type SocketChannel,
} from '#service/markets/massive/vendor.ts'
import { ContractQuoteSchema, SecondSchema, StatusEventSchema } from '#service/markets/massive/wire.ts'
import type { Price } from '#service/markets/massive/quotes.ts'

/** The vendor allows 1,000 contracts a connection. */
export const contractsPerConnection = 1_000
/** Longest time to connect and authenticate, milliseconds. */
const openTimeoutMs = 10_000

/** A pushed price of a stock or an index: the close before is known from the snapshot only. */
export type PushedPrice = Omit<Price, 'previousClose'>
/** A pushed quote of a contract; `last` is undefined if the frame does not contain it. */
export type ContractQuote = {
  readonly bid: number
  readonly ask: number
  readonly last: number | null | undefined
  readonly timeMs: number
}

type Channel<Value> = {
  readonly name: SocketChannel
  /**
   * A key that each connection subscribes to, and that is always traded during a session: the vendor sends no heartbeat, and
   * a connection with rarely traded symbols only would look lost. Undefined if there is no such key.
   */
  readonly heartbeat?: string
  /** Subscription of a key, for example `A.AAPL`. */
  readonly topic: (key: string) => string
  /** The update of an event; undefined for others, and for events that cannot be read. */
  readonly parse: (event: unknown) => StreamUpdate<Value> | undefined
}

function parseSecond(event: unknown): StreamUpdate<PushedPrice> | undefined {
  const parsed = v.safeParse(SecondSchema, event)
  if (!parsed.success) return undefined
  const { sym, c, av, e } = parsed.output
  return { key: sym, seq: null, timeMs: e, value: { last: c, volume: av ?? null, timeMs: e } }
}

const secondTopic = (key: string): string => `A.${key}`

const stocks: Channel<PushedPrice> = {
  name: 'stocks',
  heartbeat: 'SPY',
  topic: secondTopic,
  parse: parseSecond,
}

const indexes: Channel<PushedPrice> = { name: 'indices', topic: secondTopic, parse: parseSecond }

const options: Channel<ContractQuote> = {
  name: 'options',
  topic: (key) => `Q.${optionTickerOf(key)}`,
  parse(event) {
    const parsed = v.safeParse(ContractQuoteSchema, event)
    if (!parsed.success) return undefined
    const { sym, bp, ap, t, q } = parsed.output
    const value = { bid: bp ?? 0, ask: ap ?? 0, last: undefined, timeMs: t }
    return { key: osiOf(sym), seq: q, timeMs: t, value }
  },
}

export const openStocks = (connection: MassiveConnection): OpenStream<PushedPrice> =>
  opener(connection, stocks)
export const openIndexes = (connection: MassiveConnection): OpenStream<PushedPrice> =>
  opener(connection, indexes)
export const openOptions = (connection: MassiveConnection): OpenStream<ContractQuote> =>
  opener(connection, options)

const opener =
  <Value>(connection: MassiveConnection, channel: Channel<Value>): OpenStream<Value> =>
  (events) =>
    new Promise((resolve, reject) => {
      if (typeof WebSocket === 'undefined')
        return reject(new Error('this runtime has no WebSocket: expected Node 22 or later'))
      const socket = new WebSocket(socketAddress(connection, channel.name))
      const session = createSession(socket, { connection, channel, events, resolve, reject })
      socket.addEventListener('message', ({ data }: { data: unknown }) => session.receive(data))
      socket.addEventListener('close', ({ code }: { code: number }) =>
        session.end(`closed with code ${code}`),
      )
      // The event `close` follows with its code, but not on every runtime if the connection was refused.
      socket.addEventListener('error', () => session.end('the connection failed'))
    })

type SessionOptions<Value> = {
  readonly connection: MassiveConnection
  readonly channel: Channel<Value>
  readonly events: StreamEvents<Value>
  readonly resolve: (stream: QuoteStream) => void
  readonly reject: (error: Error) => void
}

function createSession<Value>(
  socket: WebSocket,
  { connection, channel, events, resolve, reject }: SessionOptions<Value>,
) {
  let state: 'opening' | 'open' | 'ended' = 'opening'
  const confirmations = createConfirmations()
  const send = (action: string, params: string) => socket.send(JSON.stringify({ action, params }))
  const end = (
    reason: string,
    error: Error = new VendorError('unavailable', `${vendorName} socket: ${reason}`),
  ) => {
    if (state === 'ended') return
    const wasOpen = state === 'open'
    state = 'ended'
    clearTimeout(timer)
    confirmations.end()
    socket.close()
    if (wasOpen) events.onLost(reason)
    else reject(error)
  }
  const timer = setTimeout(() => end(`no authentication within ${openTimeoutMs / 1000} s`), openTimeoutMs)
  const canSend = () => state === 'open' && socket.readyState === WebSocket.OPEN
  let hasHeartbeat = channel.heartbeat === undefined
  const stream: QuoteStream = {
    subscribe(keys) {
      if (!canSend()) return
      const added = hasHeartbeat ? [] : [channel.heartbeat!]
      hasHeartbeat = true
      const topics = [...new Set([...keys, ...added])].map(channel.topic)
      const confirmed = confirmations.wait(topics)
      send('subscribe', topics.join(','))
      return confirmed
    },
    unsubscribe(keys) {
      const topics = keys.filter((key) => key !== channel.heartbeat).map(channel.topic)
      if (topics.length > 0 && canSend()) send('unsubscribe', topics.join(','))
    },
    close() {
      state = 'ended'
      confirmations.end()
      clearTimeout(timer)
      socket.close()
    },
  }
  const onStatus = (status: string, message: string) => {
    if (status === 'success') return confirmations.receive(message)
    if (status === 'connected') return send('auth', connection.key)
    if (status === 'auth_success' && state === 'opening') {
      state = 'open'
      clearTimeout(timer)
      return resolve(stream)
    }
    if (status === 'auth_failed' || status === 'not_authorized') {
      const advice = `check MASSIVE_API_KEY, and that its plan includes ${connection.host} ${channel.name} sockets`
      const refusal = `${vendorName} refuses its ${channel.name} socket: ${advice}`
      return end(refusal, new VendorError('denied', refusal))
    }
    if (status === 'max_connections') end('another process uses the connections of this key')
  }

  return {
    end,
    receive(data: unknown) {
      if (state === 'ended') return
      events.onActivity()
      const list = eventsIn(data)
      if (!list) return end('a frame that is no JSON array')
      for (const event of list) {
        const status = v.safeParse(StatusEventSchema, event)
        if (status.success) onStatus(status.output.status, status.output.message ?? '')
        else if (state === 'open') {
          const update = channel.parse(event)
          if (update) events.onUpdate(update)
        }
      }
    },
  }
}

function eventsIn(data: unknown): readonly unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(String(data))
    return Array.isArray(list) ? list : undefined
  } catch {
    return undefined
  }
}
