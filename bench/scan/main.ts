/**
 * The nightly scan at full size: `npm run bench:scan`. Two threads scan 6,000 symbols with 1.5
 * million contracts. Checks that the CPU time grows linearly with the symbols, that a killed scan
 * resumes, and that the event loop is never blocked for long. Exits 1 if a bar is missed. The
 * argument sets another number of symbols.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { sqliteStore } from '#service/store/sqlite/sqlite.ts'
import { benchMarket } from './market.ts'
import { runScanBench, type ScanRun, threadCount } from './run.ts'

const symbols = Number(process.argv[2] ?? 6000)
/** Symbols per part of a scan: `partSize` in service/scan/parts.ts. */
const symbolsPerPart = 40
/**
 * Bars of the full size. `memoryBytes`: peak; `slopeRatio`: between the CPU times per symbol of two
 * sizes.
 */
const bars = { seconds: 20, memoryBytes: 2 * 2 ** 30, blockedMs: 25, contracts: 1.5e6, slopeRatio: 1.25 }

type Row = { readonly label: string; readonly figure: string; readonly bar: string; readonly isMet: boolean }
const rows: Row[] = []
const addRow = (label: string, figure: string, bar: string, isMet: boolean): void => {
  rows.push({ label, figure, bar, isMet })
  console.log(`${isMet ? '  ' : '! '}${label.padEnd(62)} ${figure.padStart(26)}   ${bar}`)
}

const folder = mkdtempSync(join(tmpdir(), 'bench-scan-'))
const scanInFolder = async (name: string, count: number): Promise<ScanRun> => {
  const store = sqliteStore(join(folder, name))
  try {
    return await runScanBench(count, store)
  } finally {
    await store.close()
  }
}

/**
 * Starts a scan in another process, kills it when half of its parts are saved, and resumes it in
 * this process.
 */
const killAndResume = async (count: number): Promise<{ savedParts: number; run: ScanRun }> => {
  const path = join(folder, 'killed.sqlite')
  await sqliteStore(path).close()
  const script = fileURLToPath(new URL('./scan-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, path, String(count)], { stdio: 'inherit' })
  const exited = once(child, 'exit')
  const database = new DatabaseSync(path)
  const parts = database.prepare('select count(*) as count from scan_parts')
  let savedParts = 0
  while (child.exitCode === null && savedParts < count / symbolsPerPart / 2) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    savedParts = (parts.get() as { count: number }).count
  }
  child.kill('SIGKILL')
  await exited
  savedParts = (parts.get() as { count: number }).count
  database.close()
  return { savedParts, run: await scanInFolder('killed.sqlite', count) }
}

try {
  const { market, isRecorded } = await benchMarket(symbols)
  let contracts = 0
  for (const symbol of await market.universe())
    contracts += (await market.chain(symbol))?.contracts.length ?? 0
  const source = isRecorded ? 'recorded and simulated' : 'simulated: no recorded data found'
  console.log(`${symbols} symbols (${source}), ${threadCount} threads on ${availableParallelism()} cores`)
  // The bars apply to the full size; a smaller run is for experiments.
  const sizeShare = symbols / 6000
  const minimumContracts = bars.contracts * sizeShare
  addRow(
    'contracts',
    contracts.toLocaleString('en'),
    `>= ${minimumContracts.toLocaleString('en')}`,
    contracts >= minimumContracts,
  )

  const smallCount = Math.round(symbols / 12)
  const smallRun = await scanInFolder('small.sqlite', smallCount)
  const halfRun = await scanInFolder('half.sqlite', symbols / 2)
  const fullRun = await scanInFolder('full.sqlite', symbols)
  const { batch } = fullRun
  addRow(
    `scan of ${symbols} symbols, ${batch.ideas.length} ideas, ${batch.failures.length} failures`,
    `${fullRun.seconds.toFixed(1)} s (${fullRun.cpuSeconds.toFixed(1)} s of processor)`,
    `<= ${bars.seconds * sizeShare} s`,
    fullRun.seconds <= bars.seconds * sizeShare && batch.failures.length === 0,
  )
  addRow(
    'memory, the whole process',
    `${Math.round(fullRun.peakMemoryBytes / 2 ** 20)} MB`,
    `<= ${bars.memoryBytes / 2 ** 20} MB`,
    fullRun.peakMemoryBytes <= bars.memoryBytes,
  )
  const maxBlockedMs = Math.max(smallRun.blockedMs, halfRun.blockedMs, fullRun.blockedMs)
  const maxWorkMs = Math.max(smallRun.maxWorkMs, halfRun.maxWorkMs, fullRun.maxWorkMs)
  addRow(
    'event loop blocked at most (by work of its own thread)',
    `${maxBlockedMs.toFixed(1)} ms (${maxWorkMs.toFixed(1)} ms)`,
    `<= ${bars.blockedMs} ms`,
    maxBlockedMs <= bars.blockedMs,
  )
  // Compares slopes between sizes, because the first symbols cost more: threads start and the code is not compiled yet.
  // CPU time depends less on other processes than elapsed time.
  const firstSlope = (halfRun.cpuSeconds - smallRun.cpuSeconds) / (symbols / 2 - smallCount)
  const secondSlope = (fullRun.cpuSeconds - halfRun.cpuSeconds) / (symbols / 2)
  addRow(
    `linear: ms of processor a symbol from ${smallCount} to ${symbols / 2}, and on to ${symbols}`,
    `${(firstSlope * 1000).toFixed(2)} and ${(secondSlope * 1000).toFixed(2)}`,
    `ratio <= ${bars.slopeRatio}`,
    secondSlope <= firstSlope * bars.slopeRatio,
  )
  const { savedParts, run } = await killAndResume(symbols)
  const wasResumed = run.logLines.some((line) => line.includes(`${savedParts} of `))
  const hasSameIdeas = JSON.stringify(run.batch.ideas) === JSON.stringify(batch.ideas)
  addRow(
    `killed with ${savedParts} of ${Math.ceil(symbols / symbolsPerPart)} parts saved, then resumed`,
    `${run.seconds.toFixed(1)} s`,
    wasResumed && hasSameIdeas ? 'the same ideas' : 'other ideas, or restarted from the beginning',
    wasResumed && hasSameIdeas && run.seconds < fullRun.seconds,
  )
} finally {
  rmSync(folder, { recursive: true })
}
process.exitCode = rows.every(({ isMet }) => isMet) ? 0 : 1
