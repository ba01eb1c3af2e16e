/** The sockets of the stand-in: authentication, subscriptions, and pushed events. */
import type { IncomingMessage, Server } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import type { StandInData } from './stand-in-answer.fixture.ts'

export type StandInChannel = 'stocks' | 'options' | 'indices'

type Client = {
  readonly socket: WebSocket
  readonly channel: string
  readonly topics: Set<string>
  isAuthenticated: boolean
}

/** A frame that a client has sent. */
export type SocketAction = { readonly channel: string; readonly action: string; readonly params: string }
/** A new quote of a contract; `timeMs` in milliseconds since the epoch. */
export type ContractUpdate = {
  readonly id: string
  readonly bid: number
  readonly ask: number
  readonly timeMs: number
}

export type StandInSockets = {
  readonly actions: SocketAction[]
  /** Channels whose sockets accept the key. */
  readonly accepted: Set<StandInChannel>
  /** Sends events, or a text, to the clients of a channel. */
  push(channel: StandInChannel, events: unknown): void
  /** Sends the quotes to the clients that subscribe to the contracts. */
  pushContracts(updates: readonly ContractUpdate[]): void
  /** Sends the simulated prices of what is subscribed. */
  tick(): Promise<void>
  drop(): void
}

export function attachSockets(
  server: Server,
  data: StandInData,
  { key, notify }: { readonly key: string; readonly notify: () => void },
): StandInSockets {
  const sockets = new WebSocketServer({ noServer: true })
  const clients = new Set<Client>()
  const actions: SocketAction[] = []
  const accepted = new Set<StandInChannel>(['stocks', 'options', 'indices'])
  const send = ({ socket }: Client, events: unknown) => socket.send(JSON.stringify(events))
  const sendStatus = (client: Client, status: string, message: string) =>
    send(client, [{ ev: 'status', status, message }])
  const onFrame = (client: Client, text: string) => {
    const { action, params } = JSON.parse(text) as { action: string; params: string }
    actions.push({ channel: client.channel, action, params })
    const topics = params.split(',')
    if (action === 'auth') {
      client.isAuthenticated = accepted.has(client.channel as StandInChannel) && params === key
      sendStatus(client, client.isAuthenticated ? 'auth_success' : 'auth_failed', 'authentication')
      if (!client.isAuthenticated) client.socket.close()
    } else if (action === 'subscribe') {
      for (const topic of topics) client.topics.add(topic)
      sendStatus(client, 'success', `subscribed to: ${params}`)
    } else for (const topic of topics) client.topics.delete(topic)
    notify()
  }
  server.on('upgrade', (request: IncomingMessage, stream, head) => {
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const channel = (request.url ?? '').slice(1)
      const client: Client = { socket, channel, topics: new Set(), isAuthenticated: false }
      clients.add(client)
      socket.on('message', (frame) => onFrame(client, (frame as Buffer).toString()))
      socket.on('close', () => {
        clients.delete(client)
        notify()
      })
      sendStatus(client, 'connected', 'Connected Successfully')
    })
  })
  let sequence = 0
  const sendContracts = (updates: readonly ContractUpdate[]) => {
    const events = updates.map((update) => contractEvent(update, ++sequence))
    for (const client of clients) {
      const subscribed = events.filter(({ sym }) => client.topics.has(`Q.${sym}`))
      if (subscribed.length > 0) send(client, subscribed)
    }
  }
  return {
    actions,
    accepted,
    push(channel, events) {
      for (const client of clients)
        if (client.channel === channel && client.isAuthenticated)
          client.socket.send(typeof events === 'string' ? events : JSON.stringify(events))
    },
    pushContracts: sendContracts,
    tick: () => tick(data, clients, sendContracts),
    drop() {
      for (const { socket } of clients) socket.terminate()
    },
  }
}

async function tick(
  data: StandInData,
  clients: ReadonlySet<Client>,
  sendContracts: (updates: readonly ContractUpdate[]) => void,
): Promise<void> {
  for (const { socket, topics } of clients) {
    const seconds = await Promise.all([...topics].map((topic) => secondEvent(data, topic)))
    const events = seconds.filter((event) => event !== undefined)
    if (events.length > 0) socket.send(JSON.stringify(events))
  }
  const ids = [...clients].flatMap(({ topics }) =>
    [...topics].flatMap((topic) => (topic.startsWith('Q.O:') ? [topic.slice(4)] : [])),
  )
  sendContracts(await simulatedQuotes(data, new Set(ids)))
}

const contractEvent = ({ id, bid, ask, timeMs }: ContractUpdate, q: number) => ({
  ev: 'Q',
  sym: `O:${id}`,
  bx: 302,
  ax: 302,
  bp: bid,
  ap: ask,
  bs: 17,
  as: 24,
  t: timeMs,
  q,
})

/** The second of a topic `A.AAPL`; undefined for other topics and unknown tickers. */
async function secondEvent({ market, names }: StandInData, topic: string) {
  if (!topic.startsWith('A.')) return undefined
  const sym = topic.slice(2)
  const quote = await market.quote(names.get(sym) ?? '')
  if (!quote) return undefined
  const [c, e] = [quote.last, Date.parse(quote.time)]
  return { ev: 'A', sym, v: 100, av: quote.volume ?? 0, c, o: c, h: c, l: c, s: e - 1000, e }
}

/** Present quotes of contracts in the simulated market. */
async function simulatedQuotes(
  { market, names }: StandInData,
  ids: ReadonlySet<string>,
): Promise<ContractUpdate[]> {
  if (ids.size === 0) return []
  const chains = await Promise.all([...names.values()].map((name) => market.chain(name)))
  const timeMs = market.now().getTime()
  return chains
    .flatMap((chain) => chain?.contracts ?? [])
    .flatMap(({ id, bid, ask }) => (ids.has(id) ? [{ id, bid, ask, timeMs }] : []))
}
