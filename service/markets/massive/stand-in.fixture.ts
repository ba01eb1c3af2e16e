/**
 * A server that speaks the vendor's protocols with the data of the simulated market, and with faults on demand. For tests, and
 * for trials without a key (e2e/kit/massive-stand-in.ts).
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Market } from '#service/markets/market.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import type { StandInData, Timeframe } from './stand-in-answer.fixture.ts'
import { answer } from './stand-in-data.fixture.ts'
import { standInSymbols } from './stand-in-facts.fixture.ts'
import {
  attachSockets,
  type ContractUpdate,
  type SocketAction,
  type StandInChannel,
} from './stand-in-sockets.fixture.ts'

export const standInKey = 'test-key-4c1e9a'

/** A response as it is sent. */
export type Reply = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly text: string
  /** The connection is left open without a response. */
  readonly isSilent?: boolean
}
/** Changes the responses of matching paths. */
export type ReplyFault = (reply: Reply, url: URL) => Reply

/** An error as the vendor sends it. */
export const failure =
  (
    status: number,
    body: unknown = { status: 'ERROR', error: 'An error has occurred.' },
    headers = {},
  ): ReplyFault =>
  () => ({ status, headers, text: JSON.stringify(body) })
/** Half of the response. */
export const truncated: ReplyFault = (reply) => ({
  ...reply,
  text: reply.text.slice(0, reply.text.length / 2),
})
export const silent: ReplyFault = (reply) => ({ ...reply, isSilent: true })
/** A changed body. */
export const altered =
  (change: (body: never, url: URL) => unknown): ReplyFault =>
  (reply, url) => ({ ...reply, text: JSON.stringify(change(JSON.parse(reply.text) as never, url)) })

export type StandInRequest = { readonly url: URL; readonly authorization: string | undefined }

export type StandIn = {
  readonly url: string
  readonly data: StandInData
  readonly market: Market
  readonly requests: StandInRequest[]
  /** Frames that clients have sent: channel, action and parameters. */
  readonly actions: readonly SocketAction[]
  /** Applies the fault to paths that contain the text; the last one counts. */
  fail(path: string, fault: ReplyFault): void
  heal(): void
  /** Sends events to the clients of a channel. */
  push(channel: StandInChannel, events: unknown): void
  /** Sets quotes of contracts: snapshots have them from now on, and subscribers receive them. */
  quoteContracts(updates: readonly ContractUpdate[]): void
  dropSockets(): void
  /** Channels whose sockets accept the key. */
  readonly acceptedSockets: Set<StandInChannel>
  /** Resolves once the condition holds; checked after every request and frame. */
  until(condition: () => boolean): Promise<void>
  close(): Promise<void>
}

export type StandInOptions = {
  readonly clock?: () => Date
  readonly port?: number
  /** Interval of pushed prices, milliseconds; undefined pushes none. */
  readonly tickMs?: number
  readonly key?: string
  /** Values of a delayed plan are 15 minutes old; the default. */
  readonly timeframe?: Timeframe
}

const planDelayMs = 15 * 60_000

export async function startStandIn({
  clock = () => new Date(),
  port = 0,
  tickMs,
  key = standInKey,
  timeframe = 'DELAYED',
}: StandInOptions = {}): Promise<StandIn> {
  const delayMs = timeframe === 'DELAYED' ? planDelayMs : 0
  const market = simulatedMarket({
    seed: 20_260_821,
    clock: () => new Date(clock().getTime() - delayMs),
  })
  const data: StandInData = {
    market,
    clock,
    timeframe,
    names: new Map(standInSymbols.map((symbol) => [symbol, symbol])),
    indexes: new Map(),
    contractQuotes: new Map(),
    daysWithoutData: new Set(),
    pageSize: 100,
  }
  const faults: { readonly path: string; readonly fault: ReplyFault }[] = []
  const requests: StandInRequest[] = []
  const changes = createChanges()

  const reply = async (url: URL, authorization: string | undefined): Promise<Reply> => {
    if (authorization !== `Bearer ${key}`)
      return {
        status: 401,
        text: JSON.stringify({ status: 'ERROR', request_id: '1', error: 'Unknown API Key' }),
      }
    const { status, body } = await answer(data, url)
    const normal = { status, text: JSON.stringify(body) }
    return faults.findLast(({ path }) => url.pathname.includes(path))?.fault(normal, url) ?? normal
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    void reply(url, request.headers.authorization).then(({ status, headers, text, isSilent }) => {
      requests.push({ url, authorization: request.headers.authorization })
      changes.notify()
      if (!isSilent) response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const sockets = attachSockets(server, data, { key, notify: () => changes.notify() })
  const ticking = tickMs === undefined ? undefined : setInterval(() => void sockets.tick(), tickMs)

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    data,
    market,
    requests,
    actions: sockets.actions,
    fail: (path, fault) => void faults.push({ path, fault }),
    heal: () => void faults.splice(0),
    push: (channel, events) => sockets.push(channel, events),
    quoteContracts(updates) {
      for (const update of updates) data.contractQuotes.set(update.id, update)
      sockets.pushContracts(updates)
    },
    dropSockets: () => sockets.drop(),
    acceptedSockets: sockets.accepted,
    until: changes.until,
    async close() {
      clearInterval(ticking)
      sockets.drop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await market.close()
    },
  }
}

/** Conditions that are checked whenever something has happened. */
function createChanges() {
  const waiting = new Set<() => void>()
  return {
    notify() {
      for (const check of waiting) check()
    },
    until: (condition: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!condition()) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
  }
}
