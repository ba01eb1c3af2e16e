/** Operational routes, and the headers that every response has. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Batch } from '#service/store/batches.ts'
import { StoreError } from '#service/store/store-error.ts'
import { batch, scanOutcome } from '#service/store/store.fixture.ts'
import { dataPath, makeTestService, problemOf } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

let testService: TestService
const batchOf = (symbols: readonly string[]): Batch => ({
  ...batch('b1'),
  dateOfScan: testService.market.now().toISOString(),
  scores: symbols.map((symbol) => ({ symbol, score: 1 })),
})
beforeEach(async () => {
  testService = await makeTestService()
})

test('is ready after a scan has been published, and reports the age of the batch', async () => {
  expect((await testService.get('/healthz')).status).toBe(200)
  expect(await problemOf(await testService.get('/readyz'))).toMatchObject({ code: 'unavailable' })
  await testService.store.batches.publish(batchOf(['AAPL']))
  testService.advanceTime(90_000)
  expect(await (await testService.get('/readyz')).json()).toMatchObject({
    status: 'ready',
    batchAgeSeconds: 90,
  })
  const metrics = await (
    await testService.get(
      '/metrics',
      {},
      {
        processState: () => ({
          metrics: () => ({ process_resident_memory_bytes: 123, service_log_lines_dropped_total: 4 }),
          isStopping: false,
        }),
      },
    )
  ).text()
  expect(metrics).toContain('service_requests_total{route="readyz",status="503"} 1')
  expect(metrics).toContain('service_batch_age_seconds 90')
  expect(metrics).toContain('process_resident_memory_bytes 123')
  expect(metrics).toContain(
    '# TYPE service_log_lines_dropped_total counter\nservice_log_lines_dropped_total 4',
  )
  expect(metrics).toMatch(/service_request_duration_seconds_bucket\{route="readyz",le="\+Inf"\} 2/)
})

test('readiness reports why the service is not ready, while liveness stays 200', async () => {
  const readinessDetail = async () => (await problemOf(await testService.get('/readyz')))['detail']
  expect(await readinessDetail()).toBe('The first scan has not finished yet.')
  await testService.store.batches.publish(batchOf([]))
  expect(await readinessDetail()).toBe('The latest batch is empty: its scan could not analyse any symbol.')
  await testService.store.batches.publish(batchOf(['AAPL']))
  expect((await testService.get('/readyz')).status).toBe(200)
  expect((await testService.get('/healthz')).status).toBe(200)
})

describe('while the store fails', () => {
  const fail = (error: Error) => {
    const refuse = async (): Promise<never> => {
      throw error
    }
    Object.assign(testService.store, { check: refuse })
    Object.assign(testService.store.batches, { latest: refuse })
    Object.assign(testService.store.scans, { summary: refuse })
  }
  const readiness = async (path = '/readyz') => {
    const response = await testService.get(path)
    return { status: response.status, ...((await response.json()) as object) }
  }
  const reason = 'The store cannot be used: the disk is full.'
  const unreachable = 'The service cannot reach its data. Try again shortly.'
  beforeEach(async () => {
    await testService.store.batches.publish(batchOf(['AAPL']))
    expect(await readiness()).toMatchObject({ status: 'ready', store: 'ok' })
  })

  test('is ready with the reason while callers are served from the cache, which is a minute', async () => {
    fail(new Error('SQLITE_IOERR at /var/lib/secret'))
    testService.advanceTime(59_000)
    const response = await testService.get('/readyz')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      status: 'degraded',
      store: 'unavailable',
      reason: unreachable,
      batchAgeSeconds: 59,
    })
    testService.advanceTime(1000)
    expect(await problemOf(await testService.get('/readyz'))).toMatchObject({
      status: 503,
      detail: unreachable,
    })
  })

  test('is not ready with `strict`, from the first failure', async () => {
    fail(new StoreError('the disk is full'))
    expect(await problemOf(await testService.get('/readyz?strict'))).toMatchObject({
      status: 503,
      detail: reason,
    })
  })

  test('is not ready if the store responds that no batch can be served', async () => {
    await testService.store.batches.publish(batchOf([]))
    expect((await testService.get('/readyz')).status).toBe(503)
  })

  test('a store that does not respond is reported within half a second', async () => {
    vi.useFakeTimers()
    try {
      Object.assign(testService.store, { check: () => new Promise<never>(() => {}) })
      const pending = testService.get('/readyz')
      await vi.advanceTimersByTimeAsync(500)
      expect(await (await pending).json()).toMatchObject({ reason: 'The store does not respond.' })
    } finally {
      vi.useRealTimers()
    }
  })
})

test('metrics are served without the store, except those that the store provides', async () => {
  await testService.store.batches.publish(batchOf(['AAPL']))
  await testService.store.scans.keep(scanOutcome({}))
  const metrics = async () => {
    const response = await testService.get('/metrics')
    expect(response.status).toBe(200)
    return response.text()
  }
  const storeMetrics = /^service_(scan|batch_age)/m
  expect(await metrics()).toMatch(storeMetrics)
  const calls = [
    vi.spyOn(testService.store.scans, 'summary').mockRejectedValue(new Error('down')),
    vi.spyOn(testService.store.batches, 'latest').mockRejectedValue(new Error('down')),
  ]
  testService.advanceTime(120_000)
  const withoutStore = await metrics()
  expect(withoutStore).not.toMatch(storeMetrics)
  expect(withoutStore).toContain('service_store_failures_total{call="scans.summary"} 1')
  expect(withoutStore).toContain('service_requests_total{route="metrics",status="200"} 1')
  for (const call of calls) call.mockRestore()
  expect(await metrics()).toMatch(storeMetrics)
})

test('metrics have the open sessions, and the last backup if there was one', async () => {
  const metrics = async () => (await testService.get('/metrics')).text()
  await testService.session()
  const withoutBackup = await metrics()
  expect(withoutBackup).toContain('service_sessions_open 1\n')
  expect(withoutBackup).not.toContain('service_backup_last_timestamp_seconds')
  await testService.store.audit.append({
    at: 1_700_000_000_000,
    actor: 'operator',
    action: 'store-backed-up',
    partnerId: null,
    subject: 'options.gz',
    details: {},
  })
  testService.advanceTime(60_000)
  expect(await metrics()).toContain('service_backup_last_timestamp_seconds 1700000000\n')
})

test('queries of a store that does not respond time out', async () => {
  vi.useFakeTimers()
  try {
    const neverResolves = () => new Promise<never>(() => {})
    Object.assign(testService.store, { check: neverResolves })
    Object.assign(testService.store.scans, { summary: neverResolves })
    const [readiness, metrics] = [testService.get('/readyz'), testService.get('/metrics')]
    await vi.advanceTimersByTimeAsync(2000)
    expect(await problemOf(await readiness)).toMatchObject({
      status: 503,
      detail: 'The store does not respond.',
    })
    expect((await metrics).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('every response has the security headers and its request id', async () => {
  for (const response of [
    await testService.get(`${dataPath}/tone`),
    await testService.get('/nowhere'),
    await testService.get('/healthz'),
  ]) {
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  }
})
