/**
 * The nightly scan at full size: `npm run bench:scan`. 6,000 symbols and 1.5 million contracts by two
 * threads. Checks that its time is linear in the symbols, that a killed scan resumes, and how long the
 * server's event loop is blocked. Exits 1 if a bar is missed.
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
import { scanOf, threads, type Run } from './run.ts'

const symbols = Number(process.argv[2] ?? 6000)
const bars = { seconds: 20, memory: 2 * 2 ** 30, blockedMs: 25, contracts: 1.5e6, linear: 1.25 }

type Row = { readonly label: string; readonly figure: string; readonly bar: string; readonly isMet: boolean }
const rows: Row[] = []
const row = (label: string, figure: string, bar: string, isMet: boolean): void => {
  rows.push({ label, figure, bar, isMet })
  console.log(`${isMet ? '  ' : '! '}${label.padEnd(62)} ${figure.padStart(26)}   ${bar}`)
}

const folder = mkdtempSync(join(tmpdir(), 'bench-scan-'))
const scanInFolder = async (name: string, count: number): Promise<Run> => {
  const store = sqliteStore(join(folder, name))
  try {
    return await scanOf(count, store)
  } finally {
    await store.close()
  }
}

/** Kills a scan when half of its parts are saved, then resumes it in this process. */
const killAndResume = async (count: number): Promise<{ savedParts: number; run: Run }> => {
  const path = join(folder, 'killed.sqlite')
  await sqliteStore(path).close()
  const script = fileURLToPath(new URL('./killed.ts', import.meta.url))
  const child = spawn(process.execPath, [script, path, String(count)], { stdio: 'inherit' })
  const exited = once(child, 'exit')
  const database = new DatabaseSync(path)
  const parts = database.prepare('select count(*) as count from scan_parts')
  let savedParts = 0
  while (child.exitCode === null && savedParts < count / 80) {
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
  console.log(`${symbols} symbols (${source}), ${threads} threads on ${availableParallelism()} cores`)
  // The bars apply to the full size; a smaller run is for experiments.
  const share = symbols / 6000
  const minimumContracts = bars.contracts * share
  row(
    'contracts',
    contracts.toLocaleString('en'),
    `>= ${minimumContracts.toLocaleString('en')}`,
    contracts >= minimumContracts,
  )

  const smallCount = Math.round(symbols / 12)
  const smallRun = await scanInFolder('small.sqlite', smallCount)
  const halfRun = await scanInFolder('half.sqlite', symbols / 2)
  const fullRun = await scanInFolder('whole.sqlite', symbols)
  const { batch } = fullRun
  row(
    `scan of ${symbols} symbols, ${batch.ideas.length} ideas, ${batch.failures.length} failures`,
    `${fullRun.seconds.toFixed(1)} s (${fullRun.cpu.toFixed(1)} s of processor)`,
    `<= ${bars.seconds * share} s`,
    fullRun.seconds <= bars.seconds * share && batch.failures.length === 0,
  )
  row(
    'memory, the whole process',
    `${Math.round(fullRun.memory / 2 ** 20)} MB`,
    `<= ${bars.memory / 2 ** 20} MB`,
    fullRun.memory <= bars.memory,
  )
  const maxBlockedMs = Math.max(smallRun.blockedMs, halfRun.blockedMs, fullRun.blockedMs)
  const maxWorkMs = Math.max(smallRun.maxWorkMs, halfRun.maxWorkMs, fullRun.maxWorkMs)
  row(
    'event loop blocked at most (by work of its own thread)',
    `${maxBlockedMs.toFixed(1)} ms (${maxWorkMs.toFixed(1)} ms)`,
    `<= ${bars.blockedMs} ms`,
    maxBlockedMs <= bars.blockedMs,
  )
  // The first symbols cost more: threads start and the code is still cold. So the slopes between sizes are compared, in
  // CPU time, which other processes affect least.
  const firstSlope = (halfRun.cpu - smallRun.cpu) / (symbols / 2 - smallCount)
  const secondSlope = (fullRun.cpu - halfRun.cpu) / (symbols / 2)
  row(
    `linear: ms of processor a symbol from ${smallCount} to ${symbols / 2}, and on to ${symbols}`,
    `${(firstSlope * 1000).toFixed(2)} and ${(secondSlope * 1000).toFixed(2)}`,
    `ratio <= ${bars.linear}`,
    secondSlope <= firstSlope * bars.linear,
  )
  const { savedParts, run } = await killAndResume(symbols)
  const wasResumed = run.lines.some((line) => line.includes(`${savedParts} of `))
  const isSame = JSON.stringify(run.batch.ideas) === JSON.stringify(batch.ideas)
  row(
    `killed with ${savedParts} of ${Math.ceil(symbols / 40)} parts saved, then resumed`,
    `${run.seconds.toFixed(1)} s`,
    wasResumed && isSame ? 'the same ideas' : 'other ideas, or restarted from the beginning',
    wasResumed && isSame && run.seconds < fullRun.seconds,
  )
} finally {
  rmSync(folder, { recursive: true })
}
process.exitCode = rows.every(({ isMet }) => isMet) ? 0 : 1
