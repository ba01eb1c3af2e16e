/**
 * Scans that published nothing, as reported by `/readyz` and the metrics. Any process may have run
 * them.
 */
import { beforeEach, expect, test } from 'vitest'
import { batch, scanOutcome } from '#service/store/store.fixture.ts'
import { makeTestService, problemOf } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

const reason = 'the source failed at 500 of 500 symbols: more than 2 %'
const refused = scanOutcome({ outcome: 'refused', reason, durationMs: 1500 })

let testService: TestService
beforeEach(async () => {
  testService = await makeTestService()
})
const metrics = async () => (await testService.get('/metrics')).text()

test('reports nothing before the first scan', async () => {
  expect(await metrics()).not.toContain('service_scan_last')
})

test('readiness names a refused first scan as the reason', async () => {
  await testService.store.scans.keep(refused)
  expect(await problemOf(await testService.get('/readyz'))).toMatchObject({
    status: 503,
    detail: `No scan has published a batch yet; the last was refused: ${reason}.`,
  })
})

test('with an older batch the service is ready but degraded, until a scan publishes a batch', async () => {
  await testService.store.batches.publish(batch('b1'))
  const published = scanOutcome({ batchId: 'b1', endedAt: 1_000_000 })
  await testService.store.scans.keep(published)
  expect(await (await testService.get('/readyz')).json()).toMatchObject({
    status: 'ready',
    lastScan: { outcome: 'published', reason: null },
  })
  await testService.store.scans.keep(refused)
  const degraded = await testService.get('/readyz')
  expect(degraded.status).toBe(200)
  expect(await degraded.json()).toMatchObject({
    status: 'degraded',
    lastScan: { outcome: 'refused', reason, counts: { failures: 12 } },
  })
  const text = await metrics()
  for (const line of [
    'service_scan_outcomes_total{outcome="published"} 1',
    'service_scan_outcomes_total{outcome="refused"} 1',
    'service_scan_outcomes_total{outcome="failed"} 0',
    'service_scan_last_success_timestamp_seconds 1000',
    'service_scan_last_duration_seconds 1.5',
    'service_scan_failures 12',
  ])
    expect(text.split('\n')).toContain(line)
  expect(text).toContain('service_batch_age_seconds')

  await testService.store.scans.keep(scanOutcome({ batchId: 'b2' }))
  expect(await (await testService.get('/readyz')).json()).toMatchObject({ status: 'ready' })
})

test('serves a rolled back batch with the next request', async () => {
  const latestId = async () => {
    const latest = await testService.service.store.batches.latest()
    return latest?.id
  }
  await testService.store.batches.publish(batch('b1'))
  await testService.store.batches.publish(batch('b2'))
  expect(await latestId()).toBe('b2')
  await testService.store.batches.rollback()
  expect(await latestId()).toBe('b1')
})
