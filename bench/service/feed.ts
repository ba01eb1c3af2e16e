/**
 * Benchmark of the feed under full load: `node bench/service/feed.ts`. A load generator on the same
 * machine simulates thousands of widgets. Exits 1 if a bar is missed.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { percentile } from '#bench/percentile.ts'
import type { LoadFigures, LoadCommand } from './feed-load.ts'
import type { ServerCommand, ServerFigures } from './feed-server.ts'

/** A row of the table. */
export type FeedRow = {
  readonly label: string
  readonly figure: string
  /** The required value; empty if the row has none. */
  readonly bar: string
  readonly isMet: boolean
}

/** Number of symbols that the market lists. */
const symbolCount = 500
const readingClients = { count: 5000, symbolsPerClient: 20 }
/** Stalled clients subscribe to the maximum number of symbols. */
const stalledClients = { count: 1000, symbolsPerClient: 100 }
/**
 * Bars: 99th percentile of the age of quotes, memory per client, memory growth per stalled client,
 * and flushes per client and second.
 */
const bars = { ageMs: 500, clientBytes: 20_000, stalledClientBytes: 20_000, flushesPerSecond: 3.8 }
const measurementMs = 20_000

/** A child process that executes one command at a time. `send` resolves with the reply. */
type BenchProcess<Command> = { send(command: Command): Promise<unknown>; stop(): Promise<void> }

function benchProcess<Command extends ServerCommand | LoadCommand>(
  child: ChildProcess,
): BenchProcess<Command> {
  const exited = once(child, 'exit').then(() => {
    throw new Error(`the process exited before it replied: ${child.spawnargs.join(' ')}`)
  })
  exited.catch(() => {})
  return {
    async send(command) {
      const reply = once(child, 'message')
      child.send(command)
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
 * Node options. The young generation has the same size as in production (deploy/). With V8's
 * default, it grows to 110 MB even with few clients.
 */
const nodeFlags = ['--expose-gc', '--max-semi-space-size=16']
const forkScript = (script: string, args: string[] = []) =>
  fork(fileURLToPath(new URL(script, import.meta.url)), args, { execArgv: nodeFlags })

/** The service and the load generator. */
type BenchSetup = {
  readonly port: number
  readonly server: BenchProcess<ServerCommand>
  readonly load: BenchProcess<LoadCommand>
}

async function startProcesses(): Promise<BenchSetup> {
  const child = forkScript('./feed-server.ts', [String(symbolCount)])
  const [port] = (await once(child, 'message')) as [number]
  return { port, server: benchProcess(child), load: benchProcess(forkScript('./feed-load.ts')) }
}

/** Starts the processes, calls `measure`, and stops them. */
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
const readFiguresAfterGc = (server: BenchSetup['server']) =>
  server.send('figures-after-gc') as Promise<ServerFigures>

/** Opens clients. Returns the server's figures before they connect. */
async function openClients(
  { port, server, load }: BenchSetup,
  { count, symbolsPerClient }: { count: number; symbolsPerClient: number },
  isStalled: boolean,
): Promise<ServerFigures> {
  const cookies = (await server.send({ sessions: count })) as string[]
  const baseline = await readFiguresAfterGc(server)
  await load.send({ cookies, port, symbolCount, symbolsPerClient, isStalled })
  return baseline
}

const formatKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
const formatMegabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

/** Measures the age of quotes on arrival and the cost per client while all clients read. */
async function measureReadingClients(setup: BenchSetup): Promise<FeedRow[]> {
  const { server, load } = setup
  const { count, symbolsPerClient } = readingClients
  const baseline = await openClients(setup, readingClients, false)
  await wait(10_000)
  await Promise.all([load.send('figures'), readFigures(server)])
  const startedAt = performance.now()
  await wait(measurementMs)
  const [loadFigures, serverFigures] = (await Promise.all([load.send('figures'), readFigures(server)])) as [
    LoadFigures,
    ServerFigures,
  ]
  const seconds = (performance.now() - startedAt) / 1000
  const figuresAfterGc = await readFiguresAfterGc(server)
  const flushesPerSecond = loadFigures.frames / seconds / count
  const ageMs = percentile(loadFigures.quoteAgesMs, 0.99)
  const residentBytes = (serverFigures.residentBytes - baseline.residentBytes) / count
  const usedBytes = (figuresAfterGc.usedBytes - baseline.usedBytes) / count
  return [
    {
      label: `${count} clients x ${symbolsPerClient} symbols, flushes a client and second`,
      figure: `${flushesPerSecond.toFixed(2)} (${(loadFigures.bytes / seconds / 1e6).toFixed(0)} MB/s)`,
      bar: `>= ${bars.flushesPerSecond}`,
      isMet: flushesPerSecond >= bars.flushesPerSecond && serverFigures.connections === count,
    },
    {
      label: 'from tick to client, p99 (median, maximum)',
      figure: `${ageMs} ms (${percentile(loadFigures.quoteAgesMs, 0.5)}, ${percentile(loadFigures.quoteAgesMs, 1)})`,
      bar: `<= ${bars.ageMs} ms`,
      isMet: ageMs <= bars.ageMs,
    },
    {
      label: 'memory a client, of the whole process (in use)',
      figure: `${formatKilobytes(residentBytes)} (${formatKilobytes(usedBytes)})`,
      bar: `<= ${formatKilobytes(bars.clientBytes)}`,
      isMet: residentBytes <= bars.clientBytes,
    },
    {
      label: 'event loop delay, maximum (p99)',
      figure: `${serverFigures.loopDelayMs.maximum.toFixed(0)} ms (${serverFigures.loopDelayMs.p99.toFixed(0)})`,
      bar: '',
      isMet: true,
    },
    {
      label: 'cores used: service, load generator',
      figure: `${serverFigures.cpuShare.toFixed(2)}, ${loadFigures.cpuShare.toFixed(2)}`,
      bar: '',
      isMet: true,
    },
  ]
}

/**
 * Measures memory growth while clients subscribe to the maximum number of symbols and read nothing.
 */
async function measureStalledClients(setup: BenchSetup): Promise<FeedRow[]> {
  const { server } = setup
  const { count, symbolsPerClient } = stalledClients
  await openClients(setup, stalledClients, true)
  await wait(8000)
  const firstFigures = await readFiguresAfterGc(server)
  await wait(15_000)
  const lastFigures = await readFiguresAfterGc(server)
  const growthBytes = lastFigures.residentBytes - firstFigures.residentBytes
  const maxGrowthBytes = count * bars.stalledClientBytes
  return [
    {
      label: `${count} stalled clients of ${symbolsPerClient} symbols: memory after 8 s, and 15 s later`,
      figure: `${formatMegabytes(firstFigures.residentBytes)}, ${formatMegabytes(lastFigures.residentBytes)}`,
      bar: `+ <= ${formatMegabytes(maxGrowthBytes)}`,
      isMet: growthBytes <= maxGrowthBytes,
    },
  ]
}

/** Runs all measurements; takes about two minutes. */
export async function feedRows(): Promise<FeedRow[]> {
  return [...(await withProcesses(measureReadingClients)), ...(await withProcesses(measureStalledClients))]
}

/** Prints the table. Returns whether a bar is missed. */
export function printRows(rows: readonly FeedRow[]): boolean {
  for (const { label, figure, bar, isMet } of rows)
    console.log(`${isMet ? ' ' : '!'} ${label.padEnd(74)} ${figure.padStart(26)}   ${bar}`)
  return rows.some(({ isMet }) => !isMet)
}

if (import.meta.main) process.exitCode = printRows(await feedRows()) ? 1 : 0
