/** Operational routes, and the headers that every response has. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { Batch } from '#service/store/batches.ts'
import { StoreError } from '#service/store/store-error.ts'
import { batch, scanOutcome } from '#service/store/store.fixture.ts'
import { dataPath, makeTestService, problemOf } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

let environment: TestService
const batchOf = (symbols: readonly string[]): Batch => ({
  ...batch('b1'),
  dateOfScan: environment.market.now().toISOString(),
  scores: symbols.map((symbol) => ({ symbol, score: 1 })),
})
beforeEach(async () => {
  environment = await makeTestService()
})

test('is ready once a scan has been published, and says how old it is', async () => {
  expect((await environment.get('/healthz')).status).toBe(200)
  expect(await problemOf(await environment.get('/readyz'))).toMatchObject({ code: 'unavailable' })
  await environment.store.batches.publish(batchOf(['AAPL']))
  environment.pass(90_000)
  expect(await (await environment.get('/readyz')).json()).toMatchObject({
    status: 'ready',
    batchAgeSeconds: 90,
  })
  const metrics = await (
    await environment.get(
      '/metrics',
      {},
      {
        readings: () => ({
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

test('readiness names the reason if the service is not ready; liveness stays 200', async () => {
  const why = async () => (await problemOf(await environment.get('/readyz')))['detail']
  expect(await why()).toBe('The first scan has not finished yet.')
  await environment.store.batches.publish(batchOf([]))
  expect(await why()).toBe('The latest batch is empty: its scan could not analyse any symbol.')
  await environment.store.batches.publish(batchOf(['AAPL']))
  expect((await environment.get('/readyz')).status).toBe(200)
  Object.assign(environment.store, {
    check: async () => {
      throw new StoreError('the disk is full')
    },
  })
  expect(await why()).toBe('The store cannot be used: the disk is full.')
  Object.assign(environment.store, {
    check: async () => {
      throw new Error('SQLITE_IOERR at /var/lib/secret')
    },
  })
  expect(await why()).toBe('The service cannot reach its data. Try again shortly.')
  expect((await environment.get('/healthz')).status).toBe(200)
})

test('metrics are served without the store, except those that the store provides', async () => {
  await environment.store.batches.publish(batchOf(['AAPL']))
  await environment.store.scans.keep(scanOutcome({}))
  const metrics = async () => {
    const response = await environment.get('/metrics')
    expect(response.status).toBe(200)
    return response.text()
  }
  const fromStore = /^service_(scan|batch_age)/m
  expect(await metrics()).toMatch(fromStore)
  const calls = [
    vi.spyOn(environment.store.scans, 'summary').mockRejectedValue(new Error('down')),
    vi.spyOn(environment.store.batches, 'latest').mockRejectedValue(new Error('down')),
  ]
  environment.pass(120_000)
  const without = await metrics()
  expect(without).not.toMatch(fromStore)
  expect(without).toContain('service_store_failures_total{call="scans.summary"} 1')
  expect(without).toContain('service_requests_total{route="metrics",status="200"} 1')
  for (const call of calls) call.mockRestore()
  expect(await metrics()).toMatch(fromStore)
})

test('a silent store times out', async () => {
  vi.useFakeTimers()
  try {
    const never = () => new Promise<never>(() => {})
    Object.assign(environment.store, { check: never })
    Object.assign(environment.store.scans, { summary: never })
    const [readiness, metrics] = [environment.get('/readyz'), environment.get('/metrics')]
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
    await environment.get(`${dataPath}/tone`),
    await environment.get('/nowhere'),
    await environment.get('/healthz'),
  ]) {
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  }
})
