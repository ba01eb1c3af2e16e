/** `kill -9` in the middle of a scan, repeatedly: the next start resumes it, and publishes one complete batch. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { admin } from '../kit/admin.ts'
import { startProcess, waitReady } from '../kit/process.ts'
import type { ServiceProcess } from '../kit/process.ts'

let cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
})

/** Number of saved parts of the scan. */
function countSavedParts(dataDir: string): number {
  const database = new DatabaseSync(join(dataDir, 'service.sqlite'), { readOnly: true })
  const { count } = database.prepare('select count(*) as count from scan_parts').get() as { count: number }
  database.close()
  return count
}
/** Match of the log line about resuming: the numbers of saved parts and of all parts. */
const resumeLogMatch = (node: ServiceProcess) =>
  node
    .log()
    .map((line) => / (\d+) of (\d+) parts were stored/.exec(String(line['line'])))
    .find((match) => match !== null)

test('publishes one complete batch after a scan is killed three times', { timeout: 300_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'killed-scan-'))
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }))
  const variables = { DATA_DIR: dataDir, MARKET: 'simulated' }
  let savedParts = 0
  for (let kill = 1; kill <= 3; kill++) {
    const node = await startProcess(variables)
    cleanups.push(node.kill)
    await expect
      .poll(() => countSavedParts(dataDir), { interval: 5, timeout: 60_000 })
      .toBeGreaterThan(savedParts)
    await node.kill()
    savedParts = countSavedParts(dataDir)
    if (kill > 1) expect(Number(resumeLogMatch(node)![1])).toBeGreaterThan(0)
    expect(await admin(variables, 'batch', 'list'), 'no incomplete batch is published').toEqual([])
  }
  const node = await startProcess(variables)
  cleanups.push(node.kill)
  await waitReady(node)
  expect(Number(resumeLogMatch(node)![1])).toBe(savedParts)
  const batches = await admin<{ universeSize: number; chains: number; failures: number }[]>(
    variables,
    'batch',
    'list',
  )
  expect(batches).toHaveLength(1)
  expect(batches[0]!.universeSize).toBeGreaterThan(500)
  expect(batches[0]!.chains).toBeGreaterThan(500)
  expect(batches[0]!.failures).toBe(0)
  expect(countSavedParts(dataDir), 'the parts are deleted after publishing').toBe(0)
})
