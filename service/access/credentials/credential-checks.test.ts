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
let counted: string[]
let checks: CredentialChecks
/** A second node that shares the counters. */
let otherNode: CredentialChecks

beforeEach(() => {
  ;[now, lookups, logged, counted] = [0, 0, [], []]
  const limiter = createRateLimiter(() => now)
  ;[checks, otherNode] = [node(limiter), node(limiter)]
})

const node = (limiter: MemoryRateLimiter) =>
  createCredentialChecks({
    limiter,
    nodeLimiter: createRateLimiter(() => now),
    limits,
    log: (_, event, fields) => void logged.push({ event, ...fields }),
    metrics: { count: (name, labels) => void counted.push(`${name} ${Object.values(labels ?? {}).join()}`) },
    elapsed: () => now,
  })

const good = new Set(['good', 'also good'])
type PresentOptions = Partial<Credential> & { node?: CredentialChecks }
/** Outcome of presenting a credential: valid, invalid, or seconds to wait. */
async function present(
  value: string,
  address = '198.51.100.1',
  { node: nodeChecks = checks, ...overrides }: PresentOptions = {},
) {
  const credential = {
    endpoint: 'gateway',
    value,
    publicId: 'sub_live_one',
    isWellFormed: true,
    ...overrides,
  } as const
  const requester = { address, origin: 'https://partner.com', requestId: 'r1' }
  const lookUp = async () => {
    lookups++
    return good.has(value) ? value : undefined
  }
  try {
    return (await nodeChecks.check(credential, requester, lookUp)) === value ? 'good' : 'bad'
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'rate-limited') throw error
    return error.facts.retryAfterSeconds
  }
}
const presentAll = async (...values: string[]) => {
  const results = []
  for (const value of values) results.push(await present(value))
  return results
}
const malformed = { isWellFormed: false, publicId: null }
/** Uses up the limit of invalid credentials of an address. */
const throttle = async (nodeChecks = checks) => {
  for (const value of ['m1', 'm2', 'm3', 'm4'])
    await present(value, undefined, { ...malformed, node: nodeChecks })
}

describe('invalid credentials', () => {
  test('are checked up to the limit, then refused unchecked until it refills', async () => {
    expect(await presentAll('b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7')).toEqual([...Array(6).fill('bad'), 1])
    expect(lookups).toBe(6)
    now = 1000
    expect(await presentAll('b8', 'b9')).toEqual(['bad', 'bad'])
    expect(await presentAll('b10', 'b11', 'b12')).toEqual(['bad', 'bad', 1])
  })

  test('have a lower limit if malformed', async () => {
    await throttle()
    expect(await present('m5', undefined, malformed)).toBe(1)
    expect(await present('m5', '198.51.100.2', malformed), 'another address').toBe('bad')
    expect(lookups).toBe(0)
  })

  test('do not block a credential that was verified before or issued by this process', async () => {
    checks.addIssued('also good')
    expect(await present('good')).toBe('good')
    await throttle()
    await presentAll('b1', 'b2')
    expect(await presentAll('b3', 'good', 'also good', 'good')).toEqual([1, 'good', 'good', 'good'])
    expect(await present('b3', '198.51.100.2'), 'another address').toBe('bad')
  })

  test('do not block a valid credential that this node has not seen', async () => {
    for (const nodeChecks of [checks, otherNode]) await throttle(nodeChecks)
    // A client behind the same address keeps using a revoked key, or sends made-up cookies.
    const revoked = { publicId: 'sub_live_two' }
    for (const expected of ['bad', 'bad', 1])
      expect(await present('revoked', undefined, revoked)).toBe(expected)
    const cookie = { endpoint: 'widget', publicId: null } as const
    for (const expected of ['bad', 'bad', 1]) expect(await present('ended', undefined, cookie)).toBe(expected)
    for (const invented of ['c1', 'c2']) expect(await present(invented, undefined, cookie)).toBe('bad')
    for (const nodeChecks of [checks, otherNode]) {
      expect(await present('good', undefined, { node: nodeChecks })).toBe('good')
      expect(await present('also good', undefined, { ...cookie, node: nodeChecks })).toBe('good')
    }
  })

  test('of one id block its holder behind that address only', async () => {
    for (const address of ['198.51.100.1', '198.51.100.2'])
      for (const value of ['m1', 'm2', 'm3', 'm4']) await present(value, address, malformed)
    for (const expected of ['bad', 'bad', 1]) expect(await present('guess')).toBe(expected)
    expect(await present('good')).toBe(1)
    expect(await present('good', undefined, { endpoint: 'auth' }), 'at another door').toBe('good')
    expect(await present('also good', '198.51.100.2')).toBe('good')
  })

  test('with a new id each have a limit per address at each node', async () => {
    for (const nodeChecks of [checks, otherNode]) await throttle(nodeChecks)
    const invent = (index: number, nodeChecks: CredentialChecks) =>
      present(`i${index}`, undefined, { publicId: `id${index}`, node: nodeChecks })
    for (let index = 0; index < 7; index++) expect(await invent(index, checks)).toBe('bad')
    expect(await invent(7, checks)).toBe(1)
    expect(lookups).toBe(7)
    expect(await invent(8, otherNode)).toBe('bad')
  })

  test('count for the /64 network of an IPv6 caller', async () => {
    for (let host = 1; host <= 6; host++) await present('bad', `2001:db8:0:1::${host}`)
    expect(await present('bad', '2001:db8:0:1:ffff::9')).toBe(1)
    expect(await present('bad', '2001:db8:0:2::1')).toBe('bad')
  })

  test('count for the claimed client and address: its holder elsewhere is admitted', async () => {
    const client = { client: 'cid_live_one' }
    for (const expected of ['bad', 'bad', 'bad', 1])
      expect(await present('b', '198.51.100.1', client)).toBe(expected)
    expect(await present('b', '198.51.100.1', { client: 'cid_live_two' })).toBe('bad')
    expect(await present('good', '198.51.100.2', client)).toBe('good')
  })

  test('do not count for the claimed client if malformed', async () => {
    const client = { client: 'cid_live_one' }
    for (let attempt = 0; attempt < 62; attempt++) {
      const node = attempt % 2 ? checks : otherNode
      await present(`wrong${attempt}`, undefined, { ...client, ...malformed, node })
    }
    for (const nodeChecks of [checks, otherNode])
      expect(await present('good', undefined, { ...client, node: nodeChecks })).toBe('good')
  })

  test('count for the client over all addresses, with a higher limit', async () => {
    const client = { client: 'cid_live_one' }
    for (let host = 1; host <= 6; host++)
      expect(await present(`b${host}`, `198.51.100.${host}`, client)).toBe('bad')
    expect(await present('b7', '198.51.100.7', client)).toBe(1)
    expect(await present('b7', '198.51.100.7', { client: 'cid_live_two' })).toBe('bad')
  })

  test('are not looked up if malformed', async () => {
    expect(await present('good', undefined, { isWellFormed: false })).toBe('bad')
    expect(lookups).toBe(0)
  })

  test('do not count once if they were valid until now', async () => {
    expect(await present('good')).toBe('good')
    good.delete('good')
    const results = await presentAll('good', 'b1', 'b2', 'b3', 'b4', 'b5')
    good.add('good')
    expect(results).toEqual(Array(6).fill('bad'))
    expect(await presentAll('b6', 'good')).toEqual(['bad', 1])
  })

  test('are counted, and logged with request, origin, address and public id, up to a limit per minute', async () => {
    await present('sub_live_one_secret')
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
    for (let attempt = 0; attempt < 200; attempt++) await present(`b${attempt}`, `198.51.100.${attempt}`)
    expect(logged).toHaveLength(60)
    expect(counted.filter((line) => line === 'service_credentials_refused_total gateway')).toHaveLength(201)
    now = 60_000
    await present('bad', '203.0.113.1')
    expect(logged.at(-1)).toMatchObject({ leftOut: 141 })
  })
})

test('a store failure does not count as an invalid credential', async () => {
  const storeFailure = () => Promise.reject(new Problem('unavailable'))
  const credential = { endpoint: 'auth', value: 'x', publicId: null, isWellFormed: true } as const
  const requester = { address: undefined, origin: null, requestId: null }
  for (let attempt = 0; attempt < 9; attempt++)
    await expect(checks.check(credential, requester, storeFailure)).rejects.toMatchObject({
      code: 'unavailable',
    })
  expect(logged).toEqual([])
})
