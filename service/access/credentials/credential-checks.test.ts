import { beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '#contract/api/problem.ts'
import type { LogFields } from '#service/shared/log.ts'
import { createCredentialChecks } from './credential-checks.ts'
import type { Credential, CredentialChecks } from './credential-checks.ts'
import { createRateLimiter } from '#service/access/limits/rate-limiter.ts'
import type { MemoryRateLimiter } from '#service/access/limits/rate-limiter.ts'

const limits = {
  failedAddress: { name: 'failed-address', perMinute: 60, burst: 3 },
  failedClient: { name: 'failed-client', perMinute: 60, burst: 2 },
  failedClientAnywhere: { name: 'failed-client-anywhere', perMinute: 60, burst: 5 },
  throttledCredential: { name: 'throttled-credential', perMinute: 60, burst: 1 },
  throttledAddress: { name: 'throttled-address', perMinute: 60, burst: 6 },
}
let now: number
let lookups: number
let logged: LogFields[]
let countedMetrics: string[]
let checks: CredentialChecks
/** The checks of a second node that shares the counters. */
let otherNode: CredentialChecks

beforeEach(() => {
  ;[now, lookups, logged, countedMetrics] = [0, 0, [], []]
  const limiter = createRateLimiter(() => now)
  ;[checks, otherNode] = [createNode(limiter), createNode(limiter)]
})

const createNode = (limiter: MemoryRateLimiter) =>
  createCredentialChecks({
    limiter,
    nodeLimiter: createRateLimiter(() => now),
    limits,
    log: (_, event, fields) => void logged.push({ event, ...fields }),
    metrics: {
      count: (name, labels) => void countedMetrics.push(`${name} ${Object.values(labels ?? {}).join()}`),
    },
    elapsed: () => now,
  })

const validCredentials = new Set(['good', 'also good'])
type CheckOptions = Partial<Credential> & { node?: CredentialChecks }
/** Outcome of a check: `good` (valid), `bad` (invalid), or the seconds to wait if throttled. */
async function checkCredential(
  value: string,
  address = '198.51.100.1',
  { node: nodeChecks = checks, ...overrides }: CheckOptions = {},
) {
  const credential = {
    endpoint: 'gateway',
    value,
    publicId: 'sub_live_one',
    isWellFormed: true,
    ...overrides,
  } as const
  const sender = { address, origin: 'https://partner.com', requestId: 'r1' }
  const lookUp = async () => {
    lookups++
    return validCredentials.has(value) ? value : undefined
  }
  try {
    return (await nodeChecks.check(credential, sender, lookUp)) === value ? 'good' : 'bad'
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'rate-limited') throw error
    return error.facts.retryAfterSeconds
  }
}
const checkAll = async (...values: string[]) => {
  const results = []
  for (const value of values) results.push(await checkCredential(value))
  return results
}
const malformed = { isWellFormed: false, publicId: null }
/** Exhausts the limit of invalid credentials of an address. */
const throttle = async (nodeChecks = checks) => {
  for (const value of ['m1', 'm2', 'm3', 'm4'])
    await checkCredential(value, undefined, { ...malformed, node: nodeChecks })
}

describe('invalid credentials', () => {
  test('are checked up to the limit, then refused without a check until tokens refill', async () => {
    expect(await checkAll('b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7')).toEqual([...Array(6).fill('bad'), 1])
    expect(lookups).toBe(6)
    now = 1000
    expect(await checkAll('b8', 'b9')).toEqual(['bad', 'bad'])
    expect(await checkAll('b10', 'b11', 'b12')).toEqual(['bad', 'bad', 1])
  })

  test('have a lower limit if malformed', async () => {
    await throttle()
    expect(await checkCredential('m5', undefined, malformed)).toBe(1)
    expect(await checkCredential('m5', '198.51.100.2', malformed), 'another address').toBe('bad')
    expect(lookups).toBe(0)
  })

  test('do not block a credential that was verified before or issued by this process', async () => {
    checks.addIssued('also good')
    expect(await checkCredential('good')).toBe('good')
    await throttle()
    await checkAll('b1', 'b2')
    expect(await checkAll('b3', 'good', 'also good', 'good')).toEqual([1, 'good', 'good', 'good'])
    expect(await checkCredential('b3', '198.51.100.2'), 'another address').toBe('bad')
  })

  test('do not block a valid credential that this node has not seen', async () => {
    for (const nodeChecks of [checks, otherNode]) await throttle(nodeChecks)
    // Another client behind the same address keeps using a revoked key, or sends random cookies.
    const revoked = { publicId: 'sub_live_two' }
    for (const expected of ['bad', 'bad', 1])
      expect(await checkCredential('revoked', undefined, revoked)).toBe(expected)
    const cookie = { endpoint: 'widget', publicId: null } as const
    for (const expected of ['bad', 'bad', 1])
      expect(await checkCredential('ended', undefined, cookie)).toBe(expected)
    for (const cookieValue of ['c1', 'c2'])
      expect(await checkCredential(cookieValue, undefined, cookie)).toBe('bad')
    for (const nodeChecks of [checks, otherNode]) {
      expect(await checkCredential('good', undefined, { node: nodeChecks })).toBe('good')
      expect(await checkCredential('also good', undefined, { ...cookie, node: nodeChecks })).toBe('good')
    }
  })

  test('with one id block the holder of the id at that address and door only', async () => {
    for (const address of ['198.51.100.1', '198.51.100.2'])
      for (const value of ['m1', 'm2', 'm3', 'm4']) await checkCredential(value, address, malformed)
    for (const expected of ['bad', 'bad', 1]) expect(await checkCredential('guess')).toBe(expected)
    expect(await checkCredential('good')).toBe(1)
    expect(await checkCredential('good', undefined, { endpoint: 'auth' }), 'at another door').toBe('good')
    expect(await checkCredential('also good', '198.51.100.2')).toBe('good')
  })

  test('with a new id each have a limit per address at each node', async () => {
    for (const nodeChecks of [checks, otherNode]) await throttle(nodeChecks)
    const checkNewId = (index: number, nodeChecks: CredentialChecks) =>
      checkCredential(`i${index}`, undefined, { publicId: `id${index}`, node: nodeChecks })
    for (let index = 0; index < 7; index++) expect(await checkNewId(index, checks)).toBe('bad')
    expect(await checkNewId(7, checks)).toBe(1)
    expect(lookups).toBe(7)
    expect(await checkNewId(8, otherNode)).toBe('bad')
  })

  test('count for the /64 network of an IPv6 caller', async () => {
    for (let host = 1; host <= 6; host++) await checkCredential('bad', `2001:db8:0:1::${host}`)
    expect(await checkCredential('bad', '2001:db8:0:1:ffff::9')).toBe(1)
    expect(await checkCredential('bad', '2001:db8:0:2::1')).toBe('bad')
  })

  test('count for the claimed client and address, so that the client is admitted at another address', async () => {
    const client = { client: 'cid_live_one' }
    for (const expected of ['bad', 'bad', 'bad', 1])
      expect(await checkCredential('b', '198.51.100.1', client)).toBe(expected)
    expect(await checkCredential('b', '198.51.100.1', { client: 'cid_live_two' })).toBe('bad')
    expect(await checkCredential('good', '198.51.100.2', client)).toBe('good')
  })

  test('do not count for the claimed client if malformed', async () => {
    const client = { client: 'cid_live_one' }
    for (let attempt = 0; attempt < 62; attempt++) {
      const node = attempt % 2 ? checks : otherNode
      await checkCredential(`wrong${attempt}`, undefined, { ...client, ...malformed, node })
    }
    for (const nodeChecks of [checks, otherNode])
      expect(await checkCredential('good', undefined, { ...client, node: nodeChecks })).toBe('good')
  })

  test('count for the client over all addresses, with a higher limit', async () => {
    const client = { client: 'cid_live_one' }
    for (let host = 1; host <= 6; host++)
      expect(await checkCredential(`b${host}`, `198.51.100.${host}`, client)).toBe('bad')
    expect(await checkCredential('b7', '198.51.100.7', client)).toBe(1)
    expect(await checkCredential('b7', '198.51.100.7', { client: 'cid_live_two' })).toBe('bad')
  })

  test('are not looked up if malformed', async () => {
    expect(await checkCredential('good', undefined, { isWellFormed: false })).toBe('bad')
    expect(lookups).toBe(0)
  })

  test('do not count the first time if they were valid before', async () => {
    expect(await checkCredential('good')).toBe('good')
    validCredentials.delete('good')
    const results = await checkAll('good', 'b1', 'b2', 'b3', 'b4', 'b5')
    validCredentials.add('good')
    expect(results).toEqual(Array(6).fill('bad'))
    expect(await checkAll('b6', 'good')).toEqual(['bad', 1])
  })

  test('are counted, and logged with request, origin, address and public id, up to a limit per minute', async () => {
    await checkCredential('sub_live_one_secret')
    expect(logged).toEqual([
      {
        event: 'credential-refused',
        door: 'gateway',
        key: 'sub_live_one',
        reason: 'not valid',
        requestId: 'r1',
        origin: 'https://partner.com',
        address: '198.51.100.1',
      },
    ])
    for (let attempt = 0; attempt < 200; attempt++)
      await checkCredential(`b${attempt}`, `198.51.100.${attempt}`)
    expect(logged).toHaveLength(30)
    expect(
      countedMetrics.filter((line) => line === 'service_credentials_refused_total gateway'),
    ).toHaveLength(201)
    now = 60_000
    await checkCredential('bad', '203.0.113.1')
    expect(logged.at(-1)).toMatchObject({ leftOut: 171 })
  })

  test('have a share of the log if well-formed, which malformed ones cannot use up', async () => {
    for (let attempt = 0; attempt < 200; attempt++)
      await checkCredential(`m${attempt}`, `198.51.100.${attempt}`, { publicId: null, isWellFormed: false })
    expect(logged).toHaveLength(30)
    await checkCredential('quiet attempt', '203.0.113.1')
    expect(logged).toHaveLength(31)
    expect(logged.at(-1)).toMatchObject({ reason: 'not valid', address: '203.0.113.1' })
  })
})

test('a store failure does not count as an invalid credential', async () => {
  const storeFailure = () => Promise.reject(new Problem('unavailable'))
  const credential = { endpoint: 'auth', value: 'x', publicId: null, isWellFormed: true } as const
  const sender = { address: undefined, origin: null, requestId: null }
  for (let attempt = 0; attempt < 9; attempt++)
    await expect(checks.check(credential, sender, storeFailure)).rejects.toMatchObject({
      code: 'unavailable',
    })
  expect(logged).toEqual([])
})
