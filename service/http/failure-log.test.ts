/** Each failed response is one line in the log, with the request id that the client received. */
import { beforeEach, expect, test } from 'vitest'
import { batch } from '#service/store/store.fixture.ts'
import { schedulerLimits } from '#service/shared/limits.ts'
import { jsonLog } from '#service/shared/log.ts'
import { dataPath, makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { Problem } from '#contract/api/problem.ts'
import { createFailureLog } from './failure-log.ts'

let testService: TestService
beforeEach(async () => {
  testService = await makeTestService()
  await testService.store.batches.publish(batch('b1'))
})

const trace = '4b'.repeat(16)
const headers = () => ({
  'Op-Subscription-Key': testService.demo.subscriptionKey,
  traceparent: `00-${trace}-00f067aa0ba902b7-01`,
})
const lines = () => testService.logged.filter(({ event }) => event === 'request-failed')
const idOf = (response: Response) => response.headers.get('x-request-id')
/** The demo account and its subscription key. */
const account = () => ({ account: 'p_demo', key: expect.stringMatching(/^sub_demo_\w+$/) as string })

test('logs a response that failed because the store cannot be reached', async () => {
  testService.store.keys.find = () => Promise.reject(new Error('disk on fire'))
  const response = await testService.get(`${dataPath}/tone`, headers())
  expect(response.status).toBe(503)
  expect(lines()).toEqual([
    {
      level: 'warn',
      event: 'request-failed',
      fields: {
        requestId: idOf(response),
        traceId: trace,
        route: 'tone',
        status: 503,
        code: 'unavailable',
        detail: 'The service cannot reach its data. Try again shortly.',
        cause: 'disk on fire',
      },
    },
  ])
})

test('logs a response that failed because the market fails', async () => {
  testService.market.isFailing = true
  const response = await testService.get(`${dataPath}/why/AAPL`, headers())
  expect(response.status).toBe(503)
  expect(lines()).toMatchObject([
    {
      level: 'warn',
      fields: {
        requestId: idOf(response),
        traceId: trace,
        route: 'why',
        ...account(),
        code: 'unavailable',
        cause: 'the source is down',
      },
    },
  ])
})

test('logs a response that failed because the queue of analyses is full', async () => {
  let release = () => {}
  const blocked = new Promise<void>((resolve) => (release = resolve))
  const profile = testService.market.profile.bind(testService.market)
  testService.market.profile = async (symbol) => {
    await blocked
    return profile(symbol)
  }
  const { concurrentPerCaller, queueLengthPerCaller } = schedulerLimits
  const sendRequest = (index: number) => testService.get(`${dataPath}/why/S${index}`, headers())
  const queued = Array.from({ length: concurrentPerCaller + queueLengthPerCaller }, (_, index) =>
    sendRequest(index),
  )
  await new Promise((resolve) => setImmediate(resolve))
  const response = await sendRequest(concurrentPerCaller + queueLengthPerCaller)
  release()
  await Promise.all(queued)
  expect(response.status).toBe(503)
  const detail = expect.stringContaining('Too many analyses are queued') as string
  const cause = 'the caller has its maximum of queued analyses'
  expect(lines()).toMatchObject([
    { level: 'warn', fields: { requestId: idOf(response), route: 'why', ...account(), detail, cause } },
  ])
  const text = await (await testService.get('/metrics')).text()
  expect(text).toContain('service_analysis_refusals_total{cause="caller-full"} 1\n')
  const total = concurrentPerCaller + queueLengthPerCaller
  expect(text, 'each analysis that started has a wait').toContain(
    `service_analysis_wait_seconds_count ${total}\n`,
  )
  expect(text).toContain('service_analyses_waiting 0\n')
})

test('logs an unexpected error of a route with its stack', async () => {
  Object.assign(testService.service.environments, {
    environmentOf: () => {
      throw new TypeError('x is not a function')
    },
  })
  const response = await testService.get(`${dataPath}/tone`, headers())
  expect(response.status).toBe(500)
  const cause = expect.stringMatching(/^TypeError: x is not a function\n +at /) as string
  expect(lines()).toMatchObject([
    { level: 'error', fields: { requestId: idOf(response), ...account(), code: 'internal', cause } },
  ])
})

test('does not log successful and 4xx responses', async () => {
  expect((await testService.get(`${dataPath}/tone`, headers())).status).toBe(200)
  expect((await testService.get(`${dataPath}/tone`)).status).toBe(401)
  expect(lines()).toEqual([])
})

test('limits the lines of a flood, which does not hide an unexpected error', () => {
  const written: [string, unknown][] = []
  let now = 0
  const failures = createFailureLog(
    (level, _, fields) => void written.push([level, fields?.['leftOut']]),
    () => now,
  )
  const failure = { requestId: 'r', traceId: null, route: 'tone', caller: undefined }
  const [unavailable, internal] = [new Problem('unavailable'), new Problem('internal')]
  for (let index = 0; index < 100; index++)
    failures.logFailedRequest({ ...failure, status: 503, problem: unavailable })
  failures.logFailedRequest({ ...failure, status: 500, problem: internal })
  expect(written).toHaveLength(61)
  expect(written.at(-1)).toEqual(['error', undefined])
  now = 60_000
  failures.logFailedRequest({ ...failure, status: 503, problem: unavailable })
  expect(written.at(-1)).toEqual(['warn', 40])
})

test('the line of a refused upgrade has at most 300 characters of its origin, and null without one', () => {
  const written: string[] = []
  const log = jsonLog(
    (line) => written.push(line),
    () => 0,
  )
  const failures = createFailureLog(log, () => 0)
  const failure = { requestId: 'r', traceId: null, route: 'feed', status: 403, caller: undefined }
  failures.logRefusedUpgrade({ ...failure, origin: `https://${'a'.repeat(5000)}.test` })
  failures.logRefusedUpgrade({ ...failure, origin: 'https://a.test\n{"event":"forged"}' })
  failures.logRefusedUpgrade({ ...failure, origin: null })
  failures.logFailedRequest({ ...failure, status: 503 })
  expect(written.every((line) => !line.includes('\n'))).toBe(true)
  const origins = written.map((line) => (JSON.parse(line) as { origin?: string | null }).origin)
  expect(origins).toEqual([
    `https://${'a'.repeat(292)}`,
    'https://a.test\n{"event":"forged"}',
    null,
    undefined,
  ])
})

test('limits the lines of readiness probes separately', () => {
  const routes: string[] = []
  const failures = createFailureLog(
    (_level, _event, fields) => void routes.push(String(fields?.['route'])),
    () => 0,
  )
  const failure = { requestId: 'r', traceId: null, status: 503, caller: undefined }
  for (let probe = 0; probe < 100; probe++) failures.logFailedRequest({ ...failure, route: 'readyz' })
  failures.logFailedRequest({ ...failure, route: 'tone' })
  expect(routes).toEqual(['readyz', 'tone'])
})
