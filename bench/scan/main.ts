/**
 * The nightly scan at full size: `npm run bench:scan`. 6,000 symbols and 1.5 million contracts by two
 * threads; whether its time is linear in the symbols, whether a killed scan resumes, and how long the
 * server's event loop is blocked meanwhile. Exits 1 if a bar is missed.
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
const bars = { seconds: 20, memory: 2 * 2 ** 30, held: 25, contracts: 1.5e6, linear: 1.25 }

type Row = { readonly what: string; readonly figure: string; readonly bar: string; readonly isMet: boolean }
const rows: Row[] = []
const row = (what: string, figure: string, bar: string, isMet: boolean): void => {
  rows.push({ what, figure, bar, isMet })
  console.log(`${isMet ? '  ' : '! '}${what.padEnd(62)} ${figure.padStart(26)}   ${bar}`)
}

const folder = mkdtempSync(join(tmpdir(), 'bench-scan-'))
const inFolder = async (name: string, count: number): Promise<Run> => {
  const store = sqliteStore(join(folder, name))
  try {
    return await scanOf(count, store)
  } finally {
    await store.close()
  }
}

/** Kills a scan when half of its parts are kept, then finishes it here. */
const killedAndResumed = async (count: number): Promise<{ kept: number; run: Run }> => {
  const path = join(folder, 'killed.sqlite')
  await sqliteStore(path).close()
  const script = fileURLToPath(new URL('./killed.ts', import.meta.url))
  const child = spawn(process.execPath, [script, path, String(count)], { stdio: 'inherit' })
  const exited = once(child, 'exit')
  const database = new DatabaseSync(path)
  const parts = database.prepare('select count(*) as count from scan_parts')
  let kept = 0
  while (child.exitCode === null && kept < count / 80) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    kept = (parts.get() as { count: number }).count
  }
  child.kill('SIGKILL')
  await exited
  kept = (parts.get() as { count: number }).count
  database.close()
  return { kept, run: await inFolder('killed.sqlite', count) }
}

try {
  const { market, isRecorded } = await benchMarket(symbols)
  let contracts = 0
  for (const symbol of await market.universe())
    contracts += (await market.chain(symbol))?.contracts.length ?? 0
  const source = isRecorded ? 'recorded and simulated' : 'simulated: no recorded data here'
  console.log(`${symbols} symbols (${source}), ${threads} threads on ${availableParallelism()} cores`)
  // The bars are those of the full size; a smaller run is for trying out.
  const share = symbols / 6000
  const enough = bars.contracts * share
  row('contracts', contracts.toLocaleString('en'), `>= ${enough.toLocaleString('en')}`, contracts >= enough)

  const few = Math.round(symbols / 12)
  const small = await inFolder('small.sqlite', few)
  const half = await inFolder('half.sqlite', symbols / 2)
  const whole = await inFolder('whole.sqlite', symbols)
  const { batch } = whole
  row(
    `scan of ${symbols} symbols, ${batch.ideas.length} ideas, ${batch.failures.length} failures`,
    `${whole.seconds.toFixed(1)} s (${whole.cpu.toFixed(1)} s of processor)`,
    `<= ${bars.seconds * share} s`,
    whole.seconds <= bars.seconds * share && batch.failures.length === 0,
  )
  row(
    'memory, the whole process',
    `${Math.round(whole.memory / 2 ** 20)} MB`,
    `<= ${bars.memory / 2 ** 20} MB`,
    whole.memory <= bars.memory,
  )
  const held = Math.max(small.held, half.held, whole.held)
  const worked = Math.max(small.worked, half.worked, whole.worked)
  row(
    'event loop held at most (of that by work of its own thread)',
    `${held.toFixed(1)} ms (${worked.toFixed(1)} ms)`,
    `<= ${bars.held} ms`,
    held <= bars.held,
  )
  // The first symbols are dearer: threads start and the code is still cold. So the slope between the sizes is compared, in
  // time of the processor, which other processes change least.
  const early = (half.cpu - small.cpu) / (symbols / 2 - few)
  const late = (whole.cpu - half.cpu) / (symbols / 2)
  row(
    `linear: ms of processor a symbol from ${few} to ${symbols / 2}, and on to ${symbols}`,
    `${(early * 1000).toFixed(2)} and ${(late * 1000).toFixed(2)}`,
    `ratio <= ${bars.linear}`,
    late <= early * bars.linear,
  )
  const { kept, run } = await killedAndResumed(symbols)
  const wasResumed = run.lines.some((line) => line.includes(`${kept} of `))
  const isSame = JSON.stringify(run.batch.ideas) === JSON.stringify(batch.ideas)
  row(
    `killed with ${kept} of ${Math.ceil(symbols / 40)} parts kept, then finished`,
    `${run.seconds.toFixed(1)} s`,
    wasResumed && isSame ? 'the same ideas' : 'other ideas, or begun anew',
    wasResumed && isSame && run.seconds < whole.seconds,
  )
} finally {
  rmSync(folder, { recursive: true })
}
process.exitCode = rows.every(({ isMet }) => isMet) ? 0 : 1
