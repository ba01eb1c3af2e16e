/** `kill -9` in the middle of a scan, repeatedly: the next start resumes it, and publishes one complete batch. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { admin } from '../kit/admin.ts'
import { startProcess, waitReady } from '../kit/process.ts'
import type { ServiceProcess } from '../kit/process.ts'

let ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** Number of saved parts of the scan. */
function keptParts(dataDir: string): number {
  const database = new DatabaseSync(join(dataDir, 'service.sqlite'), { readOnly: true })
  const { count } = database.prepare('select count(*) as count from scan_parts').get() as { count: number }
  database.close()
  return count
}
const resumed = (node: ServiceProcess) =>
  node
    .log()
    .map((line) => / (\d+) of (\d+) parts were stored/.exec(String(line['line'])))
    .find((match) => match !== null)

test('publishes one complete batch after a scan is killed three times', { timeout: 300_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'killed-scan-'))
  ends.push(() => rm(dataDir, { recursive: true, force: true }))
  const variables = { DATA_DIR: dataDir, MARKET: 'simulated' }
  let kept = 0
  for (let kill = 1; kill <= 3; kill++) {
    const node = await startProcess(variables)
    ends.push(node.kill)
    await expect.poll(() => keptParts(dataDir), { interval: 5, timeout: 60_000 }).toBeGreaterThan(kept)
    await node.kill()
    kept = keptParts(dataDir)
    if (kill > 1) expect(Number(resumed(node)![1])).toBeGreaterThan(0)
    expect(await admin(variables, 'batch', 'list'), 'nothing is published half').toEqual([])
  }
  const node = await startProcess(variables)
  ends.push(node.kill)
  await waitReady(node)
  expect(Number(resumed(node)![1])).toBe(kept)
  const batches = await admin<{ universeSize: number; chains: number; failures: number }[]>(
    variables,
    'batch',
    'list',
  )
  expect(batches).toHaveLength(1)
  expect(batches[0]!.universeSize).toBeGreaterThan(500)
  expect(batches[0]!.chains).toBeGreaterThan(500)
  expect(batches[0]!.failures).toBe(0)
  expect(keptParts(dataDir), 'and nothing is left of the parts').toBe(0)
})
