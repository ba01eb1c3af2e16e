/**
 * Benchmark of the feed under full load: `node bench/service/feed.ts`. Simulates thousands of
 * widgets; the load generator runs on the same machine. Exits with code 1 if a target is missed.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { LoadFigures, LoadCommand } from './feed-load.ts'
import type { ServerFigures, ServerOrder } from './feed-server.ts'

/** A line of the table. */
export type FeedRow = {
  readonly label: string
  readonly figure: string
  /** The target; empty if the row has none. */
  readonly bar: string
  readonly isMet: boolean
}

const symbols = 500
const sizes = { clients: 5000, symbolsPerClient: 20, stalled: 1000 }
const targets = { ageMs: 500, clientBytes: 20_000, stalledBytes: 20_000, flushes: 3.8 }
const measurementMs = 20_000

/** A child process that executes one command at a time. */
type BenchProcess<Order> = { send(order: Order): Promise<unknown>; stop(): Promise<void> }

function benchProcess<Order extends ServerOrder | LoadCommand>(child: ChildProcess): BenchProcess<Order> {
  const exited = once(child, 'exit').then(() => {
    throw new Error(`the process exited: ${child.spawnargs.join(' ')}`)
  })
  exited.catch(() => {})
  return {
    async send(order) {
      const reply = once(child, 'message')
      child.send(order)
      const [message] = (await Promise.race([reply, exited])) as [unknown]
      return message
    },
    async stop() {
      child.disconnect()
      await exited.catch(() => {})
    },
  }
}

/**
 * Node options. The young generation has the size that production sets (deploy/): with V8's default it grows to 110 MB
 * even with few clients.
 */
const nodeFlags = ['--expose-gc', '--max-semi-space-size=16']
const start = (name: string, args: string[] = []) =>
  fork(fileURLToPath(new URL(name, import.meta.url)), args, { execArgv: nodeFlags })

type BenchSetup = {
  readonly port: number
  readonly server: BenchProcess<ServerOrder>
  readonly load: BenchProcess<LoadCommand>
}

async function startProcesses(): Promise<BenchSetup> {
  const child = start('./feed-server.ts', [String(symbols)])
  const [port] = (await once(child, 'message')) as [number]
  return { port, server: benchProcess(child), load: benchProcess(start('./feed-load.ts')) }
}

async function withProcesses<T>(measure: (setup: BenchSetup) => Promise<T>): Promise<T> {
  const setup = await startProcesses()
  try {
    return await measure(setup)
  } finally {
    await setup.load.stop()
    await setup.server.stop()
  }
}

const readFigures = (server: BenchSetup['server']) => server.send('figures') as Promise<ServerFigures>
const readFiguresAfterGc = (server: BenchSetup['server']) => server.send('settle') as Promise<ServerFigures>

async function openWidgets(
  { port, server, load }: BenchSetup,
  count: number,
  follows: number,
  stalled = false,
) {
  const open = (await server.send({ sessions: count })) as string[]
  const baseline = await readFiguresAfterGc(server)
  await load.send({ open, port, symbols, follows, stalled })
  return baseline
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

/** Measures the age of quotes on arrival and the cost per client while all clients read. */
async function measureReadingClients(setup: BenchSetup): Promise<FeedRow[]> {
  const { server, load } = setup
  const { clients, symbolsPerClient } = sizes
  const baseline = await openWidgets(setup, clients, symbolsPerClient)
  await wait(10_000)
  await Promise.all([load.send('figures'), readFigures(server)])
  const startedAt = performance.now()
  await wait(measurementMs)
  const [loadFigures, serverFigures] = (await Promise.all([load.send('figures'), readFigures(server)])) as [
    LoadFigures,
    ServerFigures,
  ]
  const seconds = (performance.now() - startedAt) / 1000
  const settledFigures = await readFiguresAfterGc(server)
  const flushes = loadFigures.frames / seconds / clients
  const age = percentile(loadFigures.ages, 0.99)
  const bytes = (serverFigures.residentBytes - baseline.residentBytes) / clients
  return [
    {
      label: `${clients} clients x ${symbolsPerClient} symbols, flushes a client and second`,
      figure: `${flushes.toFixed(2)} (${(loadFigures.bytes / seconds / 1e6).toFixed(0)} MB/s)`,
      bar: `>= ${targets.flushes}`,
      isMet: flushes >= targets.flushes && serverFigures.connections === clients,
    },
    {
      label: 'from tick to client, p99 (median, maximum)',
      figure: `${age} ms (${percentile(loadFigures.ages, 0.5)}, ${percentile(loadFigures.ages, 1)})`,
      bar: `<= ${targets.ageMs} ms`,
      isMet: age <= targets.ageMs,
    },
    {
      label: 'memory a client, of the whole process (in use)',
      figure: `${kilobytes(bytes)} (${kilobytes((settledFigures.usedBytes - baseline.usedBytes) / clients)})`,
      bar: `<= ${kilobytes(targets.clientBytes)}`,
      isMet: bytes <= targets.clientBytes,
    },
    {
      label: 'event loop delay, maximum (p99)',
      figure: `${serverFigures.loopDelayMs.maximum.toFixed(0)} ms (${serverFigures.loopDelayMs.p99.toFixed(0)})`,
      bar: '',
      isMet: true,
    },
    {
      label: 'cores used: service, load generator',
      figure: `${serverFigures.processor.toFixed(2)}, ${loadFigures.processor.toFixed(2)}`,
      bar: '',
      isMet: true,
    },
  ]
}

/** Measures memory growth while a thousand clients subscribe to the maximum number of symbols and read nothing. */
async function measureStalledClients(setup: BenchSetup): Promise<FeedRow[]> {
  const { server } = setup
  await openWidgets(setup, sizes.stalled, 100, true)
  await wait(8000)
  const firstFigures = await readFiguresAfterGc(server)
  await wait(15_000)
  const laterFigures = await readFiguresAfterGc(server)
  const growth = laterFigures.residentBytes - firstFigures.residentBytes
  const limit = sizes.stalled * targets.stalledBytes
  return [
    {
      label: `${sizes.stalled} stalled clients of 100 symbols: memory after 8 s, and 15 s later`,
      figure: `${megabytes(firstFigures.residentBytes)}, ${megabytes(laterFigures.residentBytes)}`,
      bar: `+ <= ${megabytes(limit)}`,
      isMet: growth <= limit,
    },
  ]
}

/** Runs all measurements; takes about two minutes. */
export async function feedRows(): Promise<FeedRow[]> {
  return [...(await withProcesses(measureReadingClients)), ...(await withProcesses(measureStalledClients))]
}

/** Prints the table. @returns whether a target is missed */
export function printRows(rows: readonly FeedRow[]): boolean {
  for (const { label, figure, bar, isMet } of rows)
    console.log(`${isMet ? ' ' : '!'} ${label.padEnd(74)} ${figure.padStart(26)}   ${bar}`)
  return rows.some(({ isMet }) => !isMet)
}

if (import.meta.main) process.exitCode = printRows(await feedRows()) ? 1 : 0
