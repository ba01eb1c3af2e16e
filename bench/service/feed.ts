/**
 * The feed under full load, alone: `node bench/service/feed.ts`. Thousands of widgets, with the load
 * generator on the same machine. Exits 1 if a bar is missed.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { LoadFigures, LoadOrder } from './feed-load.ts'
import type { ServerFigures, ServerOrder } from './feed-server.ts'

/** A line of the table. */
export type FeedRow = {
  readonly what: string
  readonly figure: string
  /** Empty where none is set. */
  readonly bar: string
  readonly isMet: boolean
}

const symbols = 500
const size = { clients: 5000, follows: 20, stalled: 1000 }
const bars = { ageMs: 500, clientBytes: 20_000, stalledBytes: 20_000, flushes: 3.8 }
const measuredMs = 20_000

/** A process that answers one order at a time. */
type Helper<Order> = { ask(order: Order): Promise<unknown>; stop(): Promise<void> }

function helper<Order extends ServerOrder | LoadOrder>(child: ChildProcess): Helper<Order> {
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the process has ended: ${child.spawnargs.join(' ')}`)
  })
  ended.catch(() => {})
  return {
    async ask(order) {
      const answered = once(child, 'message')
      child.send(order)
      const [answer] = (await Promise.race([answered, ended])) as [unknown]
      return answer
    },
    async stop() {
      child.disconnect()
      await ended.catch(() => {})
    },
  }
}

/**
 * With the young generation that the service is run with (deploy/): V8 lets it grow to 110 MB otherwise, however few clients
 * there are.
 */
const nodeFlags = ['--expose-gc', '--max-semi-space-size=16']
const start = (name: string, given: string[] = []) =>
  fork(fileURLToPath(new URL(name, import.meta.url)), given, { execArgv: nodeFlags })

type Stage = {
  readonly port: number
  readonly server: Helper<ServerOrder>
  readonly load: Helper<LoadOrder>
}

async function openStage(): Promise<Stage> {
  const child = start('./feed-server.ts', [String(symbols)])
  const [port] = (await once(child, 'message')) as [number]
  return { port, server: helper(child), load: helper(start('./feed-load.ts')) }
}

async function inStage<T>(measure: (stage: Stage) => Promise<T>): Promise<T> {
  const stage = await openStage()
  try {
    return await measure(stage)
  } finally {
    await stage.load.stop()
    await stage.server.stop()
  }
}

const figuresOf = (server: Stage['server']) => server.ask('figures') as Promise<ServerFigures>
const settled = (server: Stage['server']) => server.ask('settle') as Promise<ServerFigures>

async function openWidgets({ port, server, load }: Stage, count: number, follows: number, stalled = false) {
  const open = (await server.ask({ sessions: count })) as string[]
  const before = await settled(server)
  await load.ask({ open, port, symbols, follows, stalled })
  return before
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

/** All clients read: age of quotes on arrival, and cost per client. */
async function crowd(stage: Stage): Promise<FeedRow[]> {
  const { server, load } = stage
  const { clients, follows } = size
  const before = await openWidgets(stage, clients, follows)
  await wait(10_000)
  await Promise.all([load.ask('figures'), figuresOf(server)])
  const begun = performance.now()
  await wait(measuredMs)
  const [read, served] = (await Promise.all([load.ask('figures'), figuresOf(server)])) as [
    LoadFigures,
    ServerFigures,
  ]
  const seconds = (performance.now() - begun) / 1000
  const after = await settled(server)
  const flushes = read.frames / seconds / clients
  const age = percentile(read.ages, 0.99)
  const bytes = (served.resident - before.resident) / clients
  return [
    {
      what: `${clients} clients x ${follows} symbols, flushes a client and second`,
      figure: `${flushes.toFixed(2)} (${(read.bytes / seconds / 1e6).toFixed(0)} MB/s)`,
      bar: `>= ${bars.flushes}`,
      isMet: flushes >= bars.flushes && served.connections === clients,
    },
    {
      what: 'from tick to client, p99 (median, most)',
      figure: `${age} ms (${percentile(read.ages, 0.5)}, ${percentile(read.ages, 1)})`,
      bar: `<= ${bars.ageMs} ms`,
      isMet: age <= bars.ageMs,
    },
    {
      what: 'memory a client, of the whole process (in use)',
      figure: `${kilobytes(bytes)} (${kilobytes((after.used - before.used) / clients)})`,
      bar: `<= ${kilobytes(bars.clientBytes)}`,
      isMet: bytes <= bars.clientBytes,
    },
    {
      what: 'event loop held at most (p99)',
      figure: `${served.held.most.toFixed(0)} ms (${served.held.p99.toFixed(0)})`,
      bar: '',
      isMet: true,
    },
    {
      what: 'cores at work: the service, the load generator',
      figure: `${served.processor.toFixed(2)}, ${read.processor.toFixed(2)}`,
      bar: '',
      isMet: true,
    },
  ]
}

/** A thousand read nothing, of all symbols that a connection may follow. */
async function stalled(stage: Stage): Promise<FeedRow[]> {
  const { server } = stage
  await openWidgets(stage, size.stalled, 100, true)
  await wait(8000)
  const early = await settled(server)
  await wait(15_000)
  const late = await settled(server)
  const growth = late.resident - early.resident
  const limit = size.stalled * bars.stalledBytes
  return [
    {
      what: `${size.stalled} stalled clients of 100 symbols: memory after 8 s, and 15 s later`,
      figure: `${megabytes(early.resident)}, ${megabytes(late.resident)}`,
      bar: `+ <= ${megabytes(limit)}`,
      isMet: growth <= limit,
    },
  ]
}

/** Measures, which takes about two minutes. */
export async function feedRows(): Promise<FeedRow[]> {
  return [...(await inStage(crowd)), ...(await inStage(stalled))]
}

/** @returns whether a bar is missed */
export function printFeed(rows: readonly FeedRow[]): boolean {
  for (const { what, figure, bar, isMet } of rows)
    console.log(`${isMet ? ' ' : '!'} ${what.padEnd(74)} ${figure.padStart(26)}   ${bar}`)
  return rows.some(({ isMet }) => !isMet)
}

if (import.meta.main) process.exitCode = printFeed(await feedRows()) ? 1 : 0
