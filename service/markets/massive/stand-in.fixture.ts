/**
 * A server that speaks the vendor's protocols with the data of the simulated market, and with faults on demand. For tests, and
 * for trials without a key (e2e/kit/massive-stand-in.ts).
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Market } from '#service/markets/market.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import type { StandInData, Timeframe } from './stand-in-answer.fixture.ts'
import { answer } from './stand-in-data.fixture.ts'
import { standInSymbols } from './stand-in-facts.fixture.ts'

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
type Client = {
  readonly socket: WebSocket
  readonly channel: string
  readonly topics: Set<string>
  isAuthenticated: boolean
}

export type StandIn = {
  readonly url: string
  readonly data: StandInData
  readonly market: Market
  readonly requests: StandInRequest[]
  /** Frames that clients have sent: channel, action and parameters. */
  readonly actions: { readonly channel: string; readonly action: string; readonly params: string }[]
  /** Applies the fault to paths that contain the text; the last one counts. */
  fail(path: string, fault: ReplyFault): void
  heal(): void
  /** Sends events to the clients of a channel. */
  push(channel: 'stocks' | 'options', events: unknown): void
  dropSockets(): void
  /** Whether sockets accept the key. */
  acceptsSockets: boolean
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
  const sockets = attachSockets(server, { key, notify: () => changes.notify() })
  const ticking =
    tickMs === undefined ? undefined : setInterval(() => void tick(market, data, sockets), tickMs)

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    data,
    market,
    requests,
    actions: sockets.actions,
    fail: (path, fault) => void faults.push({ path, fault }),
    heal: () => void faults.splice(0),
    push: sockets.push,
    dropSockets: () => sockets.drop(),
    get acceptsSockets() {
      return sockets.accepts
    },
    set acceptsSockets(value) {
      sockets.accepts = value
    },
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

type Sockets = Pick<StandIn, 'actions' | 'push'> & {
  readonly clients: Set<Client>
  accepts: boolean
  drop(): void
}

function attachSockets(
  server: ReturnType<typeof createServer>,
  { key, notify }: { readonly key: string; readonly notify: () => void },
): Sockets {
  const sockets = new WebSocketServer({ noServer: true })
  const clients = new Set<Client>()
  const actions: StandIn['actions'][number][] = []
  const send = ({ socket }: Client, events: unknown) => socket.send(JSON.stringify(events))
  const status = (client: Client, name: string, message: string) =>
    send(client, [{ ev: 'status', status: name, message }])
  const result: Sockets = {
    accepts: true,
    clients,
    actions,
    push(channel, events) {
      for (const client of clients)
        if (client.channel === channel && client.isAuthenticated)
          client.socket.send(typeof events === 'string' ? events : JSON.stringify(events))
    },
    drop() {
      for (const { socket } of clients) socket.terminate()
    },
  }
  const onFrame = (client: Client, text: string) => {
    const { action, params } = JSON.parse(text) as { action: string; params: string }
    actions.push({ channel: client.channel, action, params })
    const topics = params.split(',')
    if (action === 'auth') {
      client.isAuthenticated = result.accepts && params === key
      status(client, client.isAuthenticated ? 'auth_success' : 'auth_failed', 'authentication')
      if (!client.isAuthenticated) client.socket.close()
    } else if (action === 'subscribe') {
      for (const topic of topics) client.topics.add(topic)
      status(client, 'success', `subscribed to: ${params}`)
    } else for (const topic of topics) client.topics.delete(topic)
    notify()
  }
  server.on('upgrade', (request: IncomingMessage, stream, head) => {
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const client: Client = {
        socket,
        channel: (request.url ?? '').slice(1),
        topics: new Set(),
        isAuthenticated: false,
      }
      clients.add(client)
      socket.on('message', (frame) => onFrame(client, (frame as Buffer).toString()))
      socket.on('close', () => {
        clients.delete(client)
        notify()
      })
      status(client, 'connected', 'Connected Successfully')
    })
  })
  return result
}

/** Sends the simulated prices of what is subscribed. */
async function tick(market: Market, { names }: StandInData, { clients }: Sockets): Promise<void> {
  for (const { socket, topics } of clients) {
    const events: unknown[] = []
    for (const topic of topics) {
      const ticker = topic.slice(2)
      const quote = topic.startsWith('A.') ? await market.quote(names.get(ticker) ?? '') : undefined
      const end = quote && Date.parse(quote.time)
      if (quote && end)
        events.push({
          ev: 'A',
          sym: ticker,
          v: 100,
          av: quote.volume ?? 0,
          c: quote.last,
          o: quote.last,
          h: quote.last,
          l: quote.last,
          s: end - 1000,
          e: end,
        })
    }
    if (events.length > 0) socket.send(JSON.stringify(events))
  }
}
