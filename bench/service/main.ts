/**
 * The service over HTTP against a bare `node:http` server that writes the same bytes: `npm run bench:service`. Rounds
 * of both are interleaved and medians compared, so that what else the machine does falls on both. Needs wrk (Debian's
 * package) and the build. Exits 1 where a bar is missed.
 *
 * `--seconds 2 --rounds 5 --only why` change how long, how often, and which rows by a part of their names;
 * `--only feed`: the feed's table alone, which comes last. A run of all rows is written to docs/service-performance.md.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { dataPaths } from '#contract/api/paths.ts'
import { createOperator } from '#service/access/operator/operator.ts'
import { keyedHash } from '#service/access/credentials/hashing.ts'
import { openDataDir } from '#service/server/config/data-dir.ts'
import { startChild } from './children.ts'
import type { Child } from './children.ts'
import { feedRows, printFeed } from './feed.ts'
import { answerColumns, pageOfService } from './page-of-service.ts'
import type { AnswerRow } from './page-of-service.ts'
import { record } from './recorded.ts'
import type { Recorded } from './recorded.ts'
import { barsFor, leastNewPositions, mostOfP99, newPositions } from './rows.ts'
import type { RouteBar } from './rows.ts'
import { load } from './wrk.ts'
import type { LoadResult } from './wrk.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const page = fileURLToPath(new URL('../../docs/service-performance.md', import.meta.url))
const mostSymbols = 500

const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!
const medians = (rows: readonly LoadResult[]): Omit<LoadResult, 'requests'> => ({
  perSecond: median(rows.map(({ perSecond }) => perSecond)),
  p50: median(rows.map(({ p50 }) => p50)),
  p99: median(rows.map(({ p99 }) => p99)),
})

const answers: AnswerRow[] = []
const print = (what: string, isMet: boolean, figures: readonly string[]): void => {
  answers.push({ what, isMet, figures })
  console.log(`${isMet ? ' ' : '!'} ${what.padEnd(24)}${figures.map((one) => one.padStart(12)).join('')}`)
}

/** A folder with a key that meets no limit here. */
async function prepare(folder: string): Promise<string> {
  const { store, pepper } = await openDataDir(folder, { kind: 'simulated' })
  const operator = createOperator({
    store,
    hash: await keyedHash(pepper),
    actor: 'service',
    clock: () => Date.now(),
  })
  const { id } = await operator.addPartner('Bench')
  const { secret } = await operator.issueKey(id, 'subscription', { ratePerMinute: 1_000_000 })
  await store.close()
  return secret
}

/** Symbols of the search, which lists every one. */
async function symbolsOf(port: number, key: string): Promise<string[]> {
  const found = new Set<string>()
  for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
    const answer = await fetch(`http://127.0.0.1:${port}${dataPaths.symbols}?query=${letter}`, {
      headers: { 'Op-Subscription-Key': key },
    })
    const { symbols } = (await answer.json()) as { symbols: { symbol: string }[] }
    for (const { symbol } of symbols) found.add(symbol)
  }
  return [...found].slice(0, mostSymbols)
}

async function compare(ours: Child, bar: RouteBar, folder: string): Promise<void> {
  const recorded: Recorded[] = []
  for (const path of bar.paths) recorded.push(await record(ours.port, path, bar.headers))
  const wrong = recorded.find(({ status }) => status !== bar.status)
  if (wrong) throw new Error(`${bar.what}: ${wrong.key} was answered ${wrong.status}`)
  const file = join(folder, 'recorded.json')
  writeFileSync(file, JSON.stringify(recorded))
  const raw = await startChild('raw.ts', [file])
  try {
    const figures = { ours: [] as LoadResult[], raw: [] as LoadResult[] }
    const costs = { ours: [] as number[], raw: [] as number[] }
    // The first round of each warms up.
    for (let round = 0; round <= rounds; round++)
      for (const [name, child] of [['raw', raw] as const, ['ours', ours] as const]) {
        const before = await child.cpu()
        const measured = await load({ ...bar, port: child.port, seconds })
        if (round === 0) continue
        figures[name].push(measured)
        costs[name].push(((await child.cpu()) - before) / measured.requests)
      }
    const [mine, bare] = [medians(figures.ours), medians(figures.raw)]
    const ratio = mine.perSecond / bare.perSecond
    const slower = mine.p99 / bare.p99
    print(bar.what, ratio >= bar.least && slower <= mostOfP99, [
      mine.perSecond.toFixed(0),
      bare.perSecond.toFixed(0),
      `${ratio.toFixed(2)} ≥ ${bar.least}`,
      `${mine.p99.toFixed(1)} ms`,
      `${slower.toFixed(1)} ≤ ${mostOfP99}`,
      `${(median(costs.ours) * 1e6).toFixed(0)} µs`,
      `${(median(costs.raw) * 1e6).toFixed(0)} µs`,
    ])
  } finally {
    await raw.stop()
  }
}

/** On warm chains, a second at a time. By processor time, all threads of the process together: what one core does. */
async function positions(ours: Child, symbols: readonly string[], key: string): Promise<void> {
  const rates: number[] = []
  const p99s: number[] = []
  const { paths, ...asking } = newPositions(symbols, key)
  for (let round = 0; round <= 2 * rounds; round++) {
    // Warm chains: none expires within the second in which a thousand positions are requested.
    for (const path of paths) await record(ours.port, path.replace('{n}', `00${round}`), asking.headers)
    const before = await ours.cpu()
    const { requests, p99 } = await load({ ...asking, paths, port: ours.port, seconds: 1 })
    const used = (await ours.cpu()) - before
    if (round > 0) rates.push(requests / used)
    if (round > 0) p99s.push(p99)
  }
  const rate = median(rates)
  print('income, new positions', rate >= leastNewPositions, [
    `${rate.toFixed(0)} a core`,
    '',
    `≥ ${leastNewPositions}`,
    `${median(p99s).toFixed(1)} ms`,
    '',
    `${(1e6 / rate).toFixed(0)} µs`,
    '',
  ])
}

const at = new Date().toISOString()
const [before = 0] = loadavg()
const folder = mkdtempSync(join(tmpdir(), 'bench-service-'))
const children: Child[] = []
try {
  const key = await prepare(join(folder, 'data'))
  const ours = await startChild('ours.ts', [], { DATA_DIR: join(folder, 'data') })
  children.push(ours)
  const symbols = await symbolsOf(ours.port, key)
  console.log(`  ${''.padEnd(24)}${answerColumns.map((one) => one.padStart(12)).join('')}`)
  for (const bar of barsFor(symbols, key, dist))
    if (bar.what.includes(values.only)) await compare(ours, bar, folder)
  if ('income, new positions'.includes(values.only)) await positions(ours, symbols, key)
} finally {
  for (const child of children) await child.stop()
  rmSync(folder, { recursive: true })
}
const feed = 'feed'.includes(values.only) ? await feedRows() : []
printFeed(feed)
if (values.only === '')
  writeFileSync(page, pageOfService({ at, load: before, seconds, rounds, answers, feed }))
if ([...answers, ...feed].some(({ isMet }) => !isMet)) {
  console.error('! A bar is missed.')
  process.exitCode = 1
}
