/** The market source fails and recovers: publishing, serving and reporting meanwhile. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { admin } from '../kit/admin.ts'
import { lookUp, metric } from '../kit/calls.ts'
import { startProcess, waitReady } from '../kit/process.ts'
import type { ServiceProcess, Variables } from '../kit/process.ts'
import { createRecordedMarket } from './recorded-market.ts'
import type { RecordedMarket } from './recorded-market.ts'

let market: RecordedMarket
let variables: Variables
let cleanups: (() => Promise<unknown>)[]
beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'dead-source-'))
  market = await createRecordedMarket(60)
  variables = { DATA_DIR: dataDir, MARKET: `files:${market.folder}` }
  cleanups = [() => rm(dataDir, { recursive: true, force: true }), () => market.remove()]
})
afterEach(async () => {
  for (const cleanUp of cleanups.toReversed()) await cleanUp()
})

const start = async (): Promise<ServiceProcess> => {
  const node = await startProcess(variables)
  cleanups.push(node.kill)
  return node
}
type Status = { id: string | null; lastScan: { outcome: string; reason: string | null } }
const status = () => admin<Status>(variables, 'scan', 'status')
const readyz = async ({ url }: ServiceProcess) => {
  const response = await fetch(`${url}/readyz`)
  return {
    http: response.status,
    ...((await response.json()) as { status: string | number; detail?: string }),
  }
}
const servedScanDate = async ({ url }: ServiceProcess) => {
  const { subscriptionKey: key } = await admin<{ subscriptionKey: string }>(variables, 'demo', 'credentials')
  const response = await lookUp(url, '/api/v1/platform/what/tradeideas', { key })
  expect(response.status).toBe(200)
  return ((await response.json()) as { dateOfScan: string | null }).dateOfScan
}

test(
  'publishes nothing if the source is dead at the first start, and scans again automatically',
  { timeout: 300_000 },
  async () => {
    await market.corrupt(60)
    const node = await start()
    await expect.poll(async () => (await readyz(node)).detail, { timeout: 60_000 }).toContain('was refused')
    expect(await readyz(node)).toMatchObject({ http: 503 })
    expect((await fetch(`${node.url}/healthz`)).status).toBe(200)
    expect(await status()).toMatchObject({ id: null, lastScan: { outcome: 'refused' } })
    expect(node.log().find(({ event }) => event === 'scan-failed')?.['line']).toMatch(
      /^scan refused, trying again in \d\d s: the source failed at \d+ of 60 symbols/,
    )
    await market.restore()
    // The retry follows after a minute, with a jitter of 20 %.
    await waitReady(node, 110_000)
    expect(await status()).toMatchObject({ lastScan: { outcome: 'published', reason: null } })
    expect(await metric(node.url, 'service_scan_outcomes_total{outcome="refused"}')).toBe(1)
    expect(await node.stop()).toBe(0)
  },
)

test(
  'keeps the last batch if the source dies later, and scans at a restart after the source is repaired',
  { timeout: 300_000 },
  async () => {
    const first = await start()
    await waitReady(first)
    const { id } = await status()
    const servedDate = await servedScanDate(first)
    expect(servedDate).not.toBeNull()

    await market.corrupt(3)
    await expect(admin(variables, 'scan', 'run')).rejects.toThrow('the source failed at 3 of 60 symbols')
    expect(await status()).toMatchObject({ id, lastScan: { outcome: 'refused' } })
    expect(await readyz(first), 'reports the failure and keeps serving').toMatchObject({
      http: 200,
      status: 'degraded',
    })
    expect(await servedScanDate(first)).toBe(servedDate)
    expect(await metric(first.url, 'service_scan_failures')).toBe(3)
    await first.stop()

    const second = await start()
    await expect
      .poll(() => second.log().filter(({ event }) => event === 'scan-failed').length, { timeout: 60_000 })
      .toBe(1)
    expect(await readyz(second)).toMatchObject({ http: 200, status: 'degraded' })
    await second.stop()

    await market.restore()
    const third = await start()
    await expect.poll(async () => (await readyz(third)).status, { timeout: 60_000 }).toBe('ready')
    expect((await status()).id).not.toBe(id)
  },
)

test(
  'lets the operator publish a rejected batch or return to the previous one, also across a restart',
  { timeout: 300_000 },
  async () => {
    const node = await start()
    await waitReady(node)
    const previousBatch = (await status()).id
    await market.corrupt(30)
    const rejected = await admin<Status>(variables, 'scan', 'run', '--accept-failures')
    expect(rejected.lastScan.reason).toContain('despite: the source failed at 30 of 60 symbols')
    const servedDate = await servedScanDate(node)
    expect(servedDate).not.toBeNull()
    await admin(variables, 'batch', 'rollback')
    expect((await status()).id).toBe(previousBatch)
    await node.stop()
    await market.restore()
    const restarted = await start()
    await waitReady(restarted)
    expect((await status()).id).toBe(previousBatch)
    const listed = await admin<{ id: string; isCurrent: boolean }[]>(variables, 'batch', 'list')
    expect(listed.map((batch) => [batch.id, batch.isCurrent])).toEqual([
      [rejected.id, false],
      [previousBatch, true],
    ])
  },
)
