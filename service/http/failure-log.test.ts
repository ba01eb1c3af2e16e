/** Each failed response is one line in the log, with the request id that the client received. */
import { beforeEach, expect, test } from 'vitest'
import { batch } from '#service/store/store.fixture.ts'
import { schedulerLimits } from '#service/shared/limits.ts'
import { dataPath, makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import { Problem } from '#contract/api/problem.ts'
import { createFailureLog } from './failure-log.ts'

let environment: TestService
beforeEach(async () => {
  environment = await makeTestService()
  await environment.store.batches.publish(batch('b1'))
})

const trace = '4b'.repeat(16)
const headers = () => ({
  'Op-Subscription-Key': environment.demo.subscriptionKey,
  traceparent: `00-${trace}-00f067aa0ba902b7-01`,
})
const lines = () => environment.logged.filter(({ event }) => event === 'request-failed')
const idOf = (response: Response) => response.headers.get('x-request-id')
/** The demo account and its subscription key. */
const account = () => ({ account: 'p_demo', key: expect.stringMatching(/^sub_test_\w+$/) as string })

test('the store cannot be reached', async () => {
  environment.store.keys.find = () => Promise.reject(new Error('disk on fire'))
  const response = await environment.get(`${dataPath}/tone`, headers())
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

test('the market fails', async () => {
  environment.market.fail = true
  const response = await environment.get(`${dataPath}/why/AAPL`, headers())
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

test('the queue of analyses is full', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const profile = environment.market.profile.bind(environment.market)
  environment.market.profile = async (symbol) => {
    await held
    return profile(symbol)
  }
  const { concurrent, queueLengthPerCaller } = schedulerLimits
  const sendRequest = (index: number) => environment.get(`${dataPath}/why/S${index}`, headers())
  const queued = Array.from({ length: concurrent + queueLengthPerCaller }, (_, index) => sendRequest(index))
  await new Promise((resolve) => setImmediate(resolve))
  const response = await sendRequest(concurrent + queueLengthPerCaller)
  release()
  await Promise.all(queued)
  expect(response.status).toBe(503)
  const detail = expect.stringContaining('Too many analyses are queued') as string
  expect(lines()).toMatchObject([
    { level: 'warn', fields: { requestId: idOf(response), route: 'why', ...account(), detail } },
  ])
})

test('an unexpected error of a route', async () => {
  Object.assign(environment.service.environments, {
    environmentOf: () => {
      throw new TypeError('x is not a function')
    },
  })
  const response = await environment.get(`${dataPath}/tone`, headers())
  expect(response.status).toBe(500)
  const cause = expect.stringMatching(/^TypeError: x is not a function\n +at /) as string
  expect(lines()).toMatchObject([
    { level: 'error', fields: { requestId: idOf(response), ...account(), code: 'internal', cause } },
  ])
})

test('successful and 4xx responses are not logged', async () => {
  expect((await environment.get(`${dataPath}/tone`, headers())).status).toBe(200)
  expect((await environment.get(`${dataPath}/tone`)).status).toBe(401)
  expect(lines()).toEqual([])
})

test('a flood is rate-limited, and does not hide an unexpected error', () => {
  const written: [string, unknown][] = []
  let now = 0
  const failures = createFailureLog(
    (level, _, fields) => void written.push([level, fields?.['leftOut']]),
    () => now,
  )
  const failure = { requestId: 'r', traceId: null, route: 'tone', caller: undefined }
  const [busy, broken] = [new Problem('unavailable'), new Problem('internal')]
  for (let index = 0; index < 100; index++) failures.requestFailed({ ...failure, status: 503, problem: busy })
  failures.requestFailed({ ...failure, status: 500, problem: broken })
  expect(written).toHaveLength(61)
  expect(written.at(-1)).toEqual(['error', undefined])
  now = 60_000
  failures.requestFailed({ ...failure, status: 503, problem: busy })
  expect(written.at(-1)).toEqual(['warn', 40])
})

test('probes of a node that is not ready have their own limit', () => {
  const routes: string[] = []
  const failures = createFailureLog(
    (_level, _event, fields) => void routes.push(String(fields?.['route'])),
    () => 0,
  )
  const failure = { requestId: 'r', traceId: null, status: 503, caller: undefined }
  for (let probe = 0; probe < 100; probe++) failures.requestFailed({ ...failure, route: 'readyz' })
  failures.requestFailed({ ...failure, route: 'tone' })
  expect(routes).toEqual(['readyz', 'tone'])
})
