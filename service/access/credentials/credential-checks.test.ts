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
let looks: number
let logged: LogFields[]
let counted: string[]
let checks: CredentialChecks
/** A second node that shares the counters. */
let another: CredentialChecks

beforeEach(() => {
  ;[now, looks, logged, counted] = [0, 0, [], []]
  const limiter = createRateLimiter(() => now)
  ;[checks, another] = [node(limiter), node(limiter)]
})

const node = (limiter: MemoryRateLimiter) =>
  createCredentialChecks({
    limiter,
    ownLimiter: createRateLimiter(() => now),
    limits,
    log: (_, event, fields) => void logged.push({ event, ...fields }),
    metrics: { count: (name, labels) => void counted.push(`${name} ${Object.values(labels ?? {}).join()}`) },
    elapsed: () => now,
  })

const good = new Set(['good', 'also good'])
type Shown = Partial<Credential> & { node?: CredentialChecks }
/** Outcome of presenting a credential: valid, invalid, or seconds to wait. */
async function show(shown: string, address = '198.51.100.1', { node: at = checks, ...more }: Shown = {}) {
  const credential = { at: 'gateway', shown, publicId: 'sub_live_one', isWellFormed: true, ...more } as const
  const from = { address, origin: 'https://partner.com', requestId: 'r1' }
  const look = async () => {
    looks++
    return good.has(shown) ? shown : undefined
  }
  try {
    return (await at.checked(credential, from, look)) === shown ? 'good' : 'bad'
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'rate-limited') throw error
    return error.facts.retryAfterSeconds
  }
}
const showAll = async (...shown: string[]) => {
  const results = []
  for (const one of shown) results.push(await show(one))
  return results
}
const malformed = { isWellFormed: false, publicId: null }
/** Uses up the limit of invalid credentials of an address. */
const throttle = async (at = checks) => {
  for (const each of ['m1', 'm2', 'm3', 'm4']) await show(each, undefined, { ...malformed, node: at })
}

describe('invalid credentials', () => {
  test('are checked up to the limit, then refused unchecked until it refills', async () => {
    expect(await showAll('b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7')).toEqual([...Array(6).fill('bad'), 1])
    expect(looks).toBe(6)
    now = 1000
    expect(await showAll('b8', 'b9')).toEqual(['bad', 'bad'])
    expect(await showAll('b10', 'b11', 'b12')).toEqual(['bad', 'bad', 1])
  })

  test('have a lower limit if malformed', async () => {
    await throttle()
    expect(await show('m5', undefined, malformed)).toBe(1)
    expect(await show('m5', '198.51.100.2', malformed), 'another address').toBe('bad')
    expect(looks).toBe(0)
  })

  test('do not block a credential that was verified before or issued here', async () => {
    checks.given('also good')
    expect(await show('good')).toBe('good')
    await throttle()
    await showAll('b1', 'b2')
    expect(await showAll('b3', 'good', 'also good', 'good')).toEqual([1, 'good', 'good', 'good'])
    expect(await show('b3', '198.51.100.2'), 'another address').toBe('bad')
  })

  test('do not block a valid credential that this node has not seen', async () => {
    for (const each of [checks, another]) await throttle(each)
    // A client behind the same address keeps using a revoked key, or sends made-up cookies.
    const revoked = { publicId: 'sub_live_two' }
    for (const is of ['bad', 'bad', 1]) expect(await show('revoked', undefined, revoked)).toBe(is)
    const cookie = { at: 'widget', publicId: null } as const
    for (const is of ['bad', 'bad', 1]) expect(await show('ended', undefined, cookie)).toBe(is)
    for (const invented of ['c1', 'c2']) expect(await show(invented, undefined, cookie)).toBe('bad')
    for (const each of [checks, another]) {
      expect(await show('good', undefined, { node: each })).toBe('good')
      expect(await show('also good', undefined, { ...cookie, node: each })).toBe('good')
    }
  })

  test('of one id block its holder behind that address only', async () => {
    for (const address of ['198.51.100.1', '198.51.100.2'])
      for (const each of ['m1', 'm2', 'm3', 'm4']) await show(each, address, malformed)
    for (const is of ['bad', 'bad', 1]) expect(await show('guess')).toBe(is)
    expect(await show('good')).toBe(1)
    expect(await show('good', undefined, { at: 'auth' }), 'at another door').toBe('good')
    expect(await show('also good', '198.51.100.2')).toBe('good')
  })

  test('with a new id each have a limit per address at each node', async () => {
    for (const each of [checks, another]) await throttle(each)
    const invent = (at: number, by: CredentialChecks) =>
      show(`i${at}`, undefined, { publicId: `id${at}`, node: by })
    for (let at = 0; at < 7; at++) expect(await invent(at, checks)).toBe('bad')
    expect(await invent(7, checks)).toBe(1)
    expect(looks).toBe(7)
    expect(await invent(8, another)).toBe('bad')
  })

  test('count for the /64 network of an IPv6 caller', async () => {
    for (let at = 1; at <= 6; at++) await show('bad', `2001:db8:0:1::${at}`)
    expect(await show('bad', '2001:db8:0:1:ffff::9')).toBe(1)
    expect(await show('bad', '2001:db8:0:2::1')).toBe('bad')
  })

  test('count for the claimed client and address: its holder elsewhere is admitted', async () => {
    const client = { client: 'cid_live_one' }
    for (const is of ['bad', 'bad', 'bad', 1]) expect(await show('b', '198.51.100.1', client)).toBe(is)
    expect(await show('b', '198.51.100.1', { client: 'cid_live_two' })).toBe('bad')
    expect(await show('good', '198.51.100.2', client)).toBe('good')
  })

  test('do not count for the claimed client if malformed', async () => {
    const client = { client: 'cid_live_one' }
    for (let at = 0; at < 62; at++) {
      const node = at % 2 ? checks : another
      await show(`wrong${at}`, undefined, { ...client, ...malformed, node })
    }
    for (const each of [checks, another])
      expect(await show('good', undefined, { ...client, node: each })).toBe('good')
  })

  test('count for the client over all addresses, with a higher limit', async () => {
    const client = { client: 'cid_live_one' }
    for (let at = 1; at <= 6; at++) expect(await show(`b${at}`, `198.51.100.${at}`, client)).toBe('bad')
    expect(await show('b7', '198.51.100.7', client)).toBe(1)
    expect(await show('b7', '198.51.100.7', { client: 'cid_live_two' })).toBe('bad')
  })

  test('are not looked up if malformed', async () => {
    expect(await show('good', undefined, { isWellFormed: false })).toBe('bad')
    expect(looks).toBe(0)
  })

  test('do not count once if they were valid until now', async () => {
    expect(await show('good')).toBe('good')
    good.delete('good')
    const results = await showAll('good', 'b1', 'b2', 'b3', 'b4', 'b5')
    good.add('good')
    expect(results).toEqual(Array(6).fill('bad'))
    expect(await showAll('b6', 'good')).toEqual(['bad', 1])
  })

  test('are counted, and logged with request, origin, address and public id, up to a limit per minute', async () => {
    await show('sub_live_one_secret')
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
    for (let at = 0; at < 200; at++) await show(`b${at}`, `198.51.100.${at}`)
    expect(logged).toHaveLength(60)
    expect(counted.filter((line) => line === 'service_credentials_refused_total gateway')).toHaveLength(201)
    now = 60_000
    await show('bad', '203.0.113.1')
    expect(logged.at(-1)).toMatchObject({ leftOut: 141 })
  })
})

test('a store failure does not count as an invalid credential', async () => {
  const away = () => Promise.reject(new Problem('unavailable'))
  const credential = { at: 'auth', shown: 'x', publicId: null, isWellFormed: true } as const
  const from = { address: undefined, origin: null, requestId: null }
  for (let at = 0; at < 9; at++)
    await expect(checks.checked(credential, from, away)).rejects.toMatchObject({ code: 'unavailable' })
  expect(logged).toEqual([])
})
