/**
 * Whether one address can keep others out: `npm run bench:fairness`. Starts the service in a separate
 * process. While one address does its worst by each of eleven means, polite callers at other addresses must
 * keep a 99th percentile of latency of at most three times the idle one, and see no 429 and no 5xx.
 * Exits 1 if one of them is missed. A run of all attacks writes a section of docs/service-performance.md.
 *
 * `--seconds 15` sets the duration of each attack, and `--only feeds` selects attacks by a part of their
 * name. Needs a quiet machine. Without the build, the pages of the documentation are not attacked.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { withSection } from '#bench/page-section.ts'
import { percentile } from '#bench/percentile.ts'
import { dataPaths } from '#contract/api/paths.ts'
import { keyedHash } from '#service/access/credentials/hashing.ts'
import { createOperator } from '#service/access/operator/operator.ts'
import { openDataDir } from '#service/server/config/data-dir.ts'
import { startChild } from '#bench/service/children.ts'
import type { AttackOrder, AttackReport } from './attacker.ts'
import { attacks } from './attacks.ts'
import { createClient, pageOrigin } from './client.ts'
import { fairnessHeading, fairnessSection, fairnessTable, isMet } from './page.ts'
import type { AttackRow } from './page.ts'
import { openPoliteCallers } from './polite.ts'
import type { PoliteCallers } from './polite.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '15' }, only: { type: 'string', default: '' } },
})
const seconds = Number(values.seconds)
const reportFile = 'docs/service-performance.md'
const measuredAt = new Date().toISOString()
const load = loadavg()[0]!

/** Creates a data folder with a partner, whose page is listed. Returns its public key. */
async function prepareDataFolder(folder: string): Promise<string> {
  const { store, pepper } = await openDataDir(folder, { kind: 'simulated' })
  const hash = await keyedHash(pepper)
  const operator = createOperator({ store, hash, actor: 'service', clock: () => Date.now() })
  const { id: partnerId } = await operator.addPartner('Bench')
  await operator.addDomain(partnerId, pageOrigin)
  const { id } = await operator.issueKey(partnerId, 'widget')
  await store.close()
  return id
}

/** Symbols of the current ideas. */
async function symbolsOf(port: number, apiKey: string): Promise<readonly string[]> {
  const client = createClient(port, '203.0.113.200')
  const cookie = (await client.openSession(apiKey, 'symbols', 'symbols')) ?? ''
  const { text } = await client.send(dataPaths.tradeIdeas, { headers: { Cookie: cookie } })
  const { tradeIdeas } = JSON.parse(text) as { tradeIdeas: { symbol: string }[] }
  return [...new Set(tradeIdeas.map(({ symbol }) => symbol))]
}

/** Runs an attack in a separate process while `observe` runs. */
async function during<Result>(order: AttackOrder, observe: () => Promise<Result>) {
  const attacker = fork(fileURLToPath(new URL('attacker.ts', import.meta.url)), [], {
    execArgv: process.execArgv,
  })
  const exited = once(attacker, 'exit')
  try {
    attacker.send(order)
    await once(attacker, 'message')
    const result = await observe()
    attacker.send('report')
    const [report] = (await once(attacker, 'message')) as [AttackReport]
    return { result, report }
  } finally {
    attacker.kill('SIGKILL')
    await exited
  }
}

/** Waits until all requests of a second succeed within half a second each, at most a minute. */
async function settle(polite: PoliteCallers): Promise<void> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const { latencies, refused } = await polite.run(1)
    if (performance.now() > deadline) return
    if (Object.keys(refused).length === 0 && Math.max(...latencies) < 500) return
  }
}

const folder = mkdtempSync(join(tmpdir(), 'bench-fairness-'))
const apiKey = await prepareDataFolder(join(folder, 'data'))
const service = await startChild('service-process.ts', [], {
  DATA_DIR: join(folder, 'data'),
  TRUSTED_PROXIES: '127.0.0.1',
})
try {
  const { port } = service
  const symbols = await symbolsOf(port, apiKey)
  const polite = await openPoliteCallers(port, apiKey, symbols)
  // Computes the results that all callers share.
  await polite.run(seconds)
  const idleLatencies: number[] = []
  const rows: AttackRow[] = []
  for (const [index, name] of Object.keys(attacks).entries()) {
    if (!name.includes(values.only)) continue
    // The service finishes the work of the previous attack first.
    await settle(polite)
    idleLatencies.push(...(await polite.run(seconds)).latencies)
    const order = { attack: name, port, address: `198.51.100.${index + 1}`, apiKey, symbols }
    const { result, report } = await during(order, () => polite.run(seconds))
    rows.push({ name, polite: result, attacker: report })
  }
  idleLatencies.sort((a, b) => a - b)
  const results = { rows, idleLatencies, seconds, measuredAt, load }
  console.log(fairnessTable(results))
  if (values.only === '')
    writeFileSync(
      reportFile,
      withSection(readFileSync(reportFile, 'utf8'), fairnessHeading, fairnessSection(results)),
    )
  const idleP99 = percentile(idleLatencies, 0.99)
  if (!rows.every((row) => isMet(row, idleP99))) {
    console.error('! At least one bar is missed.')
    process.exitCode = 1
  }
} finally {
  await service.stop()
  rmSync(folder, { recursive: true })
}
process.exit()
