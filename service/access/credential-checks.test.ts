import { beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '#contract/problem.ts'
import type { LogFields } from '#service/settings/log.ts'
import { createCredentialChecks } from './credential-checks.ts'
import type { Credential, CredentialChecks } from './credential-checks.ts'
import { createLimiter } from './limiter.ts'

const limits = {
  failedAddress: { name: 'failed-address', perMinute: 60, burst: 3 },
  failedClient: { name: 'failed-client', perMinute: 60, burst: 2 },
}
let now: number
let looks: number
let logged: LogFields[]
let counted: string[]
let checks: CredentialChecks

beforeEach(() => {
  ;[now, looks, logged, counted] = [0, 0, [], []]
  checks = createCredentialChecks({
    limiter: createLimiter(() => now),
    limits,
    log: (_, event, fields) => void logged.push({ event, ...fields }),
    metrics: { count: (name, labels) => void counted.push(`${name} ${Object.values(labels ?? {}).join()}`) },
    elapsed: () => now,
  })
})

const good = new Set(['good', 'also good'])
/** What comes of showing it: good, bad, or so many seconds to wait. */
async function show(shown: string, address = '198.51.100.1', more: Partial<Credential> = {}) {
  const credential = { at: 'gateway', shown, publicId: 'sub_live_one', isWellFormed: true, ...more } as const
  const from = { address, origin: 'https://partner.com', requestId: 'r1' }
  const look = async () => {
    looks++
    return good.has(shown) ? shown : undefined
  }
  try {
    return (await checks.checked(credential, from, look)) === shown ? 'good' : 'bad'
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

describe('credentials that are not valid', () => {
  test('are looked at so many times, then refused without a look until their time has come', async () => {
    expect(await showAll('b1', 'b2', 'b3', 'b4', 'b5')).toEqual(['bad', 'bad', 'bad', 'bad', 1])
    expect(looks).toBe(4)
    now = 1000
    expect(await showAll('b6', 'b7')).toEqual(['bad', 'bad'])
    expect(await showAll('b8')).toEqual([1])
  })

  test('shut out nobody who shows a good one that was good before, or was given out here', async () => {
    checks.given('also good')
    expect(await showAll('good', 'b1', 'b2', 'b3', 'b4', 'b5')).toEqual([
      'good',
      'bad',
      'bad',
      'bad',
      'bad',
      1,
    ])
    expect(await showAll('good', 'also good', 'good')).toEqual(['good', 'good', 'good'])
    expect(await show('b5', '198.51.100.2'), 'another address').toBe('bad')
  })

  test('count for the network of an IPv6 caller, whatever address he takes in it', async () => {
    for (let at = 1; at <= 4; at++) await show('bad', `2001:db8:0:1::${at}`)
    expect(await show('bad', '2001:db8:0:1:ffff::9')).toBe(1)
    expect(await show('bad', '2001:db8:0:2::1')).toBe('bad')
  })

  test('count for the client they are shown for, from wherever they come', async () => {
    const client = { client: 'cid_live_one' }
    for (let at = 1; at <= 3; at++) expect(await show(`b${at}`, `198.51.100.${at}`, client)).toBe('bad')
    expect(await show('b4', '198.51.100.4', client)).toBe(1)
    expect(await show('b4', '198.51.100.4', { client: 'cid_live_two' })).toBe('bad')
  })

  test('are not looked up where they do not look like one', async () => {
    expect(await show('good', undefined, { isWellFormed: false })).toBe('bad')
    expect(looks).toBe(0)
  })

  test('are no guess where they were good until now: the first time', async () => {
    expect(await show('good')).toBe('good')
    good.delete('good')
    const results = await showAll('good', 'b1', 'b2', 'b3')
    good.add('good')
    expect(results).toEqual(['bad', 'bad', 'bad', 'bad'])
    expect(await showAll('b4', 'good')).toEqual(['bad', 1])
  })

  test('are logged with request, origin, address and the public half alone, so many a minute, and counted', async () => {
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

test('a store that fails is nobody’s fault', async () => {
  const away = () => Promise.reject(new Problem('unavailable'))
  const credential = { at: 'auth', shown: 'x', publicId: null, isWellFormed: true } as const
  const from = { address: undefined, origin: null, requestId: null }
  for (let at = 0; at < 9; at++)
    await expect(checks.checked(credential, from, away)).rejects.toMatchObject({ code: 'unavailable' })
  expect(logged).toEqual([])
})
