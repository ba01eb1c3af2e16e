/** One contract suite over both stores. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Batch } from '#service/store/batches.ts'
import { memoryStore } from '#service/store/memory/memory.ts'
import { sqliteStore } from './sqlite/sqlite.ts'
import { keptAfterEndMs, keptVolatilityDays } from '#service/store/store.ts'
import type { AccessToken, AuthToken, Key, Session, Store } from '#service/store/store.ts'

const now = Date.UTC(2026, 10, 20, 15)
const key: Key = {
  id: 'pk_live_one',
  kind: 'widget',
  partnerId: 'p_one',
  secretHash: 'h1',
  previous: null,
  scopes: ['what', 'how'],
  ratePerMinute: 30,
  addresses: ['10.0.0.0/8', '::1'],
  createdAt: now,
  lastUsedAt: null,
  revokedAt: null,
}
const authToken: AuthToken = {
  hash: 'at',
  keyId: key.id,
  partnerId: 'p_one',
  user: null,
  expiresAt: now + 120_000,
}
const accessToken: AccessToken = {
  hash: 'wt',
  keyId: key.id,
  partnerId: 'p_one',
  flow: 'apiKey',
  user: 'u',
  expiresAt: now + 86_400_000,
}
const session: Session = {
  id: 's1',
  cookieHash: 'c1',
  tokenHash: 'wt',
  keyId: key.id,
  partnerId: 'p_one',
  origin: 'https://partner.com',
  instance: 'instance-1',
  expiresAt: now + 86_400_000,
}
const batch = (id: string): Batch => ({
  id,
  dateOfScan: '2026-11-20T02:00:00.000Z',
  tradingDay: '2026-11-19',
  durationMs: 5,
  universeSize: 2,
  ideas: [],
  scores: [{ symbol: 'AAPL', score: 12.5 }],
  failures: [],
  tone: null,
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const stores: Record<string, () => Store> = {
  memory: memoryStore,
  sqlite: () => sqliteStore(join(folder, 'test.sqlite')),
}

describe.each(Object.keys(stores))('%s store', (name) => {
  let store: Store
  beforeEach(async () => {
    store = stores[name]!()
    await store.addPartner({ id: 'p_one', name: 'One', settings: {}, createdAt: now })
    await store.addKey(key)
  })
  afterEach(() => store.close())

  test('keeps partners in the order they came, with their settings', async () => {
    await store.addPartner({
      id: 'p_two',
      name: 'Two',
      settings: { faqUrl: 'https://two.com/faq' },
      createdAt: now,
    })
    expect((await store.partners()).map(({ id }) => id)).toEqual(['p_one', 'p_two'])
    expect(await store.setSettings('p_one', { disclaimer: 'Mind the gap' })).toBe(true)
    expect((await store.partner('p_one'))?.settings).toEqual({ disclaimer: 'Mind the gap' })
    expect(await store.setSettings('p_none', {})).toBe(false)
    expect(await store.partner('p_none')).toBeUndefined()
  })

  test('lists domains once each and forgets a removed one', async () => {
    for (const origin of ['https://b.com', 'https://a.com', 'https://b.com'])
      await store.addDomain('p_one', origin)
    expect(await store.domains('p_one')).toEqual(['https://a.com', 'https://b.com'])
    expect(await store.removeDomain('p_one', 'https://a.com')).toBe(true)
    expect(await store.removeDomain('p_one', 'https://a.com')).toBe(false)
    expect(await store.domains('p_one')).toEqual(['https://b.com'])
  })

  test('gives a key back as it was, rotates its secret and revokes it once', async () => {
    expect(await store.key(key.id)).toEqual(key)
    await store.touchKey(key.id, now + 5)
    expect(await store.replaceSecret(key.id, 'h2', { secretHash: 'h1', until: now + 9 })).toBe(true)
    expect(await store.key(key.id)).toEqual({
      ...key,
      secretHash: 'h2',
      previous: { secretHash: 'h1', until: now + 9 },
      lastUsedAt: now + 5,
    })
    expect(await store.revokeKey(key.id, now + 6)).toBe(true)
    expect(await store.revokeKey(key.id, now + 7)).toBe(false)
    expect(await store.replaceSecret(key.id, 'h3', null)).toBe(false)
    expect((await store.keys('p_one'))[0]?.revokedAt).toBe(now + 6)
    expect(await store.keys('p_two')).toEqual([])
    expect(await store.keys()).toHaveLength(1)
  })

  test('an auth_token used fifty times at once is had once', async () => {
    await store.addAuthToken(authToken)
    const uses = await Promise.all(Array.from({ length: 50 }, () => store.consumeAuthToken('at', 'u', now)))
    expect(uses.filter((used) => used !== undefined)).toEqual([authToken])
    expect(await store.consumedAuthToken('at')).toEqual(authToken)
  })

  test('an auth_token is for its user, its time and a living key', async () => {
    await store.addAuthToken({ ...authToken, user: 'u' })
    expect(await store.consumeAuthToken('at', 'somebody', now)).toBeUndefined()
    expect(await store.consumeAuthToken('at', 'u', authToken.expiresAt)).toBeUndefined()
    expect(await store.consumedAuthToken('at')).toBeUndefined()
    await store.revokeKey(key.id, now)
    expect(await store.consumeAuthToken('at', 'u', now)).toBeUndefined()
  })

  test('an access token ends with its time, its session and its key', async () => {
    await store.addAccessToken(accessToken)
    expect(await store.accessToken('wt', now)).toEqual(accessToken)
    expect(await store.accessToken('wt', accessToken.expiresAt)).toBeUndefined()
    await store.openSession(session, now)
    expect(await store.endSession('s1', now)).toBe(true)
    expect(await store.accessToken('wt', now)).toBeUndefined()
    expect(await store.endSession('s1', now)).toBe(false)

    await store.addAccessToken({ ...accessToken, hash: 'wt2' })
    await store.revokeKey(key.id, now)
    expect(await store.accessToken('wt2', now)).toBeUndefined()
  })

  test('a session is found by cookie and by token until it ends', async () => {
    await store.openSession(session, now)
    expect(await store.sessionByCookie('c1', now)).toEqual(session)
    expect(await store.sessionByToken('wt', now)).toEqual(session)
    expect(await store.sessionByCookie('c1', session.expiresAt)).toBeUndefined()
    expect(await store.liveSessions(['s1', 's2'], now)).toEqual(new Set(['s1']))
    await store.endSession('s1', now)
    expect(await store.sessionByCookie('c1', now)).toBeUndefined()
    expect(await store.liveSessions(['s1'], now)).toEqual(new Set())
  })

  test('a second session of one access token ends the first', async () => {
    expect(await store.openSession(session, now)).toBeUndefined()
    expect(await store.openSession({ ...session, id: 's2', cookieHash: 'c2' }, now)).toBe('s1')
    expect(await store.sessionByCookie('c1', now)).toBeUndefined()
    expect((await store.sessionByToken('wt', now))?.id).toBe('s2')
  })

  test('revoking the key ends its sessions', async () => {
    await store.openSession(session, now)
    await store.revokeKey(key.id, now)
    expect(await store.sessionByCookie('c1', now)).toBeUndefined()
    expect(await store.liveSessions(['s1'], now)).toEqual(new Set())
  })

  test('a feed ticket opens its session once, in time, while the session lives', async () => {
    await store.openSession(session, now)
    await store.addTicket({ hash: 't1', sessionId: 's1', expiresAt: now + 30_000 })
    const uses = await Promise.all(Array.from({ length: 20 }, () => store.consumeTicket('t1', now)))
    expect(uses.filter((used) => used !== undefined)).toEqual([session])
    await store.addTicket({ hash: 't2', sessionId: 's1', expiresAt: now + 30_000 })
    expect(await store.consumeTicket('t2', now + 30_000)).toBeUndefined()
    await store.endSession('s1', now)
    expect(await store.consumeTicket('t2', now)).toBeUndefined()
    expect(await store.consumeTicket('unknown', now)).toBeUndefined()
  })

  test('a legacy token outlives the revocation of its client, not its time', async () => {
    const token = { hash: 'lt', keyId: key.id, partnerId: 'p_one', expiresAt: now + 3_600_000 }
    await store.addLegacyToken(token)
    await store.revokeKey(key.id, now)
    expect(await store.legacyToken('lt', now)).toEqual(token)
    expect(await store.legacyToken('lt', token.expiresAt)).toBeUndefined()
  })

  test('a batch replaces the one before as a whole', async () => {
    expect(await store.latestBatch()).toBeUndefined()
    await store.publishBatch(batch('b1'))
    const first = await store.latestBatch()
    expect(first).toEqual(batch('b1'))
    expect(await store.latestBatch()).toBe(first)
    for (let at = 2; at <= 9; at++) await store.publishBatch(batch(`b${at}`))
    expect((await store.latestBatch())?.id).toBe('b9')
  })

  test('volatilities are kept per day, the newest 400 of them', async () => {
    const day = (at: number) => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10)
    for (let at = keptVolatilityDays + 1; at >= 0; at--)
      await store.keepVolatilities(day(at), [{ symbol: 'AAPL', iv30: at / 1000 }])
    await store.keepVolatilities(day(5), [{ symbol: 'AAPL', iv30: 0.5 }])
    const kept = await store.volatilities('AAPL')
    expect(kept).toHaveLength(keptVolatilityDays)
    expect(kept[0]).toEqual({ day: day(2), iv30: 0.002 })
    expect(kept[3]).toEqual({ day: day(5), iv30: 0.5 })
    expect(await store.volatilities('MSFT')).toEqual([])
  })

  test('forgets what ended more than a day ago and keeps the rest', async () => {
    await store.addAuthToken(authToken)
    await store.consumeAuthToken('at', 'u', now)
    await store.addAccessToken(accessToken)
    await store.openSession(session, now)
    await store.forget(now + keptAfterEndMs)
    expect(await store.consumedAuthToken('at')).toBeDefined()
    await store.forget(authToken.expiresAt + keptAfterEndMs + 1)
    expect(await store.consumedAuthToken('at')).toBeUndefined()
    expect(await store.accessToken('wt', now)).toBeDefined()
    expect(await store.sessionByCookie('c1', now)).toBeDefined()
    await store.endSession('s1', now)
    await store.forget(now + keptAfterEndMs + 1)
    expect(await store.liveSessions(['s1'], now)).toEqual(new Set())
  })
})

test('SQLite: a second process sees what the first one wrote, and both survive a restart', async () => {
  const path = join(folder, 'shared.sqlite')
  const [service, admin] = [sqliteStore(path), sqliteStore(path)]
  await service.addPartner({ id: 'p_one', name: 'One', settings: {}, createdAt: now })
  await admin.addKey(key)
  await admin.addAuthToken(authToken)
  await service.publishBatch(batch('b1'))
  expect((await admin.latestBatch())?.id).toBe('b1')
  await admin.publishBatch(batch('b2'))
  expect((await service.latestBatch())?.id).toBe('b2')
  const uses = await Promise.all(
    [service, admin, service, admin].map((store) => store.consumeAuthToken('at', 'u', now)),
  )
  expect(uses.filter((used) => used !== undefined)).toHaveLength(1)
  await admin.revokeKey(key.id, now)
  expect((await service.key(key.id))?.revokedAt).toBe(now)
  await Promise.all([service.close(), admin.close()])

  const again = sqliteStore(path)
  expect((await again.partners()).map(({ name }) => name)).toEqual(['One'])
  expect((await again.latestBatch())?.id).toBe('b2')
  await again.close()
})

test('SQLite: statements beside a transaction wait for it', async () => {
  const store = sqliteStore(join(folder, 'busy.sqlite'))
  await store.addPartner({ id: 'p_one', name: 'One', settings: {}, createdAt: now })
  await store.addKey(key)
  await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      at % 2
        ? store.openSession({ ...session, id: `s${at}`, cookieHash: `c${at}` }, now)
        : store.addDomain('p_one', `https://d${at}.com`),
    ),
  )
  expect(await store.domains('p_one')).toHaveLength(15)
  expect(
    (
      await store.liveSessions(
        Array.from({ length: 30 }, (_, at) => `s${at}`),
        now,
      )
    ).size,
  ).toBe(1)
  await store.close()
})

test('SQLite: one market never shows the scans and volatilities of another', async () => {
  const path = join(folder, 'markets.sqlite')
  const [made, real] = [sqliteStore(path, 'simulated'), sqliteStore(path, 'files:/data')]
  await made.publishBatch(batch('made'))
  await made.keepVolatilities('2026-11-19', [{ symbol: 'AAPL', iv30: 0.3 }])
  expect(await real.latestBatch()).toBeUndefined()
  expect(await real.volatilities('AAPL')).toEqual([])
  await real.publishBatch(batch('real'))
  expect((await made.latestBatch())?.id).toBe('made')
  await Promise.all([made.close(), real.close()])
})
