/** What every store must keep, whatever is behind it: node/store/store.test.ts runs it over each. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keptVolatilityDays } from './batches.ts'
import { keptAfterEndMs } from './store.ts'
import type { Store } from './store.ts'
import { accessToken, authToken, batch, key, now, partner, session, trade } from './store.fixture.ts'

/** `open` gives an empty store; the suite closes it. */
export function storeSuite(name: string, open: () => Store | Promise<Store>): void {
  describe(`${name} store`, () => {
    let store: Store
    beforeEach(async () => {
      store = await open()
      await store.accounts.add(partner)
      await store.keys.add(key)
    })
    afterEach(() => store.close())

    test('keeps partners in the order they came, with their settings', async () => {
      await store.accounts.add({
        id: 'p_two',
        name: 'Two',
        settings: { faqUrl: 'https://two.com/faq' },
        createdAt: now,
      })
      expect((await store.accounts.list()).map(({ id }) => id)).toEqual(['p_one', 'p_two'])
      expect(await store.accounts.setSettings('p_one', { disclaimer: 'Mind the gap' })).toBe(true)
      expect((await store.accounts.find('p_one'))?.settings).toEqual({ disclaimer: 'Mind the gap' })
      expect(await store.accounts.setSettings('p_none', {})).toBe(false)
      expect(await store.accounts.find('p_none')).toBeUndefined()
      await expect(store.accounts.add({ ...partner, name: 'Another' })).rejects.toThrow()
      expect((await store.accounts.find('p_one'))?.name).toBe('One')
    })

    test('lists domains once each and forgets a removed one', async () => {
      for (const origin of ['https://b.com', 'https://a.com', 'https://b.com'])
        await store.accounts.addDomain('p_one', origin)
      expect(await store.accounts.domains('p_one')).toEqual(['https://a.com', 'https://b.com'])
      expect(await store.accounts.removeDomain('p_one', 'https://a.com')).toBe(true)
      expect(await store.accounts.removeDomain('p_one', 'https://a.com')).toBe(false)
      expect(await store.accounts.domains('p_one')).toEqual(['https://b.com'])
    })

    test('gives a key back as it was, rotates its secret and revokes it once', async () => {
      expect(await store.keys.find(key.id)).toEqual(key)
      await store.keys.touch(key.id, now + 5)
      expect(await store.keys.replaceSecret(key.id, 'h2', { secretHash: 'h1', until: now + 9 })).toBe(true)
      expect(await store.keys.find(key.id)).toEqual({
        ...key,
        secretHash: 'h2',
        previous: { secretHash: 'h1', until: now + 9 },
        lastUsedAt: now + 5,
      })
      expect(await store.keys.revoke(key.id, now + 6)).toBe(true)
      expect(await store.keys.revoke(key.id, now + 7)).toBe(false)
      expect(await store.keys.replaceSecret(key.id, 'h3', null)).toBe(false)
      expect((await store.keys.list('p_one'))[0]?.revokedAt).toBe(now + 6)
      expect(await store.keys.list('p_two')).toEqual([])
      await expect(store.keys.add(key)).rejects.toThrow()
      expect(await store.keys.list()).toHaveLength(1)
    })

    test('an auth_token used fifty times at once is had once', async () => {
      await store.tokens.addAuthToken(authToken)
      const uses = await Promise.all(
        Array.from({ length: 50 }, () => store.tokens.consumeAuthToken('at', 'u', now)),
      )
      expect(uses.filter((used) => used !== undefined)).toEqual([authToken])
      expect(await store.tokens.consumedAuthToken('at')).toEqual(authToken)
    })

    test('an auth_token is for its user, its time and a living key', async () => {
      await store.tokens.addAuthToken({ ...authToken, user: 'u' })
      expect(await store.tokens.consumeAuthToken('at', 'somebody', now)).toBeUndefined()
      expect(await store.tokens.consumeAuthToken('at', 'u', authToken.expiresAt)).toBeUndefined()
      expect(await store.tokens.consumedAuthToken('at')).toBeUndefined()
      await store.keys.revoke(key.id, now)
      expect(await store.tokens.consumeAuthToken('at', 'u', now)).toBeUndefined()
    })

    test('an access token ends with its time, its session and its key', async () => {
      await store.tokens.addAccessToken(accessToken)
      expect(await store.tokens.accessToken('wt', now)).toEqual(accessToken)
      expect(await store.tokens.accessToken('wt', accessToken.expiresAt)).toBeUndefined()
      await store.sessions.open(session, now)
      expect(await store.sessions.end('s1', now)).toBe(true)
      expect(await store.tokens.accessToken('wt', now)).toBeUndefined()
      expect(await store.sessions.end('s1', now)).toBe(false)

      await store.tokens.addAccessToken({ ...accessToken, hash: 'wt2' })
      await store.keys.revoke(key.id, now)
      expect(await store.tokens.accessToken('wt2', now)).toBeUndefined()
    })

    test('a session is found by cookie and by token until it ends', async () => {
      await store.sessions.open(session, now)
      expect(await store.sessions.byCookie('c1', now)).toEqual(session)
      expect(await store.sessions.byToken('wt', now)).toEqual(session)
      expect(await store.sessions.byCookie('c1', session.expiresAt)).toBeUndefined()
      expect(await store.sessions.live(['s1', 's2'], now)).toEqual(new Set(['s1']))
      await store.sessions.end('s1', now)
      expect(await store.sessions.byCookie('c1', now)).toBeUndefined()
      expect(await store.sessions.live(['s1'], now)).toEqual(new Set())
    })

    test('any number of sessions may be asked about at once', async () => {
      await store.sessions.open(session, now)
      const many = Array.from({ length: 40_000 }, (_, at) => `s${at}`)
      expect(await store.sessions.live(many, now)).toEqual(new Set(['s1']))
    })

    test('a second session of one access token ends the first', async () => {
      expect(await store.sessions.open(session, now)).toBeUndefined()
      expect(await store.sessions.open({ ...session, id: 's2', cookieHash: 'c2' }, now)).toBe('s1')
      expect(await store.sessions.byCookie('c1', now)).toBeUndefined()
      expect((await store.sessions.byToken('wt', now))?.id).toBe('s2')
    })

    test('revoking the key ends its sessions', async () => {
      await store.sessions.open(session, now)
      await store.keys.revoke(key.id, now)
      expect(await store.sessions.byCookie('c1', now)).toBeUndefined()
      expect(await store.sessions.live(['s1'], now)).toEqual(new Set())
    })

    test('a feed ticket opens its session once, in time, while the session lives', async () => {
      await store.sessions.open(session, now)
      await store.tokens.addTicket({ hash: 't1', sessionId: 's1', expiresAt: now + 30_000 })
      const uses = await Promise.all(Array.from({ length: 20 }, () => store.tokens.consumeTicket('t1', now)))
      expect(uses.filter((used) => used !== undefined)).toEqual([session])
      await store.tokens.addTicket({ hash: 't2', sessionId: 's1', expiresAt: now + 30_000 })
      expect(await store.tokens.consumeTicket('t2', now + 30_000)).toBeUndefined()
      await store.sessions.end('s1', now)
      expect(await store.tokens.consumeTicket('t2', now)).toBeUndefined()
      expect(await store.tokens.consumeTicket('unknown', now)).toBeUndefined()
    })

    test('a legacy token outlives the revocation of its client, not its time', async () => {
      const token = { hash: 'lt', keyId: key.id, partnerId: 'p_one', expiresAt: now + 3_600_000 }
      await store.tokens.addLegacyToken(token)
      await store.keys.revoke(key.id, now)
      expect(await store.tokens.legacyToken('lt', now)).toEqual(token)
      expect(await store.tokens.legacyToken('lt', token.expiresAt)).toBeUndefined()
    })

    test('a batch replaces the one before as a whole', async () => {
      expect(await store.batches.latest()).toBeUndefined()
      await store.batches.publish(batch('b1'))
      const first = await store.batches.latest()
      expect(first).toEqual(batch('b1'))
      expect(await store.batches.latest()).toBe(first)
      for (let at = 2; at <= 9; at++) await store.batches.publish(batch(`b${at}`))
      expect((await store.batches.latest())?.id).toBe('b9')
    })

    test('the trades of a batch come and go with it, in their order', async () => {
      const trades = Array.from({ length: 450 }, (_, at) => trade(`S${at}`))
      await store.batches.publish(batch('b1'), trades)
      const first = await store.batches.trades('b1')
      expect(first).toEqual(trades)
      expect(await store.batches.trades('b1')).toBe(first)
      await store.batches.publish(batch('b2'), trades.slice(7, 9))
      expect(await store.batches.trades('b2')).toEqual(trades.slice(7, 9))
      await store.batches.publish(batch('b3'))
      expect(await store.batches.trades('b3')).toEqual([])
      expect(await store.batches.trades('b1')).toEqual([])
    })

    test('the parts of a scan are kept until its batch is published, or another scan begins', async () => {
      const { batches } = store
      await batches.keepPart('night', { part: 1, body: { found: [1] } })
      await batches.keepPart('night', { part: 0, body: { found: [0] } })
      await batches.keepPart('night', { part: 1, body: { found: [2] } })
      const kept = [
        { part: 0, body: { found: [0] } },
        { part: 1, body: { found: [2] } },
      ]
      expect(await batches.parts('night')).toEqual(kept)
      expect(await batches.parts('night'), 'asking takes nothing away').toEqual(kept)
      await batches.publish(batch('b1'))
      expect(await batches.parts('night')).toEqual([])
      await batches.keepPart('night', { part: 0, body: 'late' })
      expect(await batches.parts('next night')).toEqual([])
      expect(await batches.parts('night')).toEqual([])
    })

    test('volatilities are kept per day, the newest 400 of them', async () => {
      const day = (at: number) => new Date(Date.UTC(2025, 0, 1 + at)).toISOString().slice(0, 10)
      for (let at = keptVolatilityDays + 1; at >= 0; at--)
        await store.batches.keepVolatilities(day(at), [{ symbol: 'AAPL', iv30: at / 1000 }])
      await store.batches.keepVolatilities(day(5), [{ symbol: 'AAPL', iv30: 0.5 }])
      const kept = await store.batches.volatilities('AAPL')
      expect(kept).toHaveLength(keptVolatilityDays)
      expect(kept[0]).toEqual({ day: day(2), iv30: 0.002 })
      expect(kept[3]).toEqual({ day: day(5), iv30: 0.5 })
      expect(await store.batches.volatilities('MSFT')).toEqual([])
    })

    test('forgets what ended more than a day ago and keeps the rest', async () => {
      await store.tokens.addAuthToken(authToken)
      await store.tokens.consumeAuthToken('at', 'u', now)
      await store.tokens.addAccessToken(accessToken)
      await store.sessions.open(session, now)
      await store.forget(now + keptAfterEndMs)
      expect(await store.tokens.consumedAuthToken('at')).toBeDefined()
      await store.forget(authToken.expiresAt + keptAfterEndMs + 1)
      expect(await store.tokens.consumedAuthToken('at')).toBeUndefined()
      expect(await store.tokens.accessToken('wt', now)).toBeDefined()
      expect(await store.sessions.byCookie('c1', now)).toBeDefined()
      await store.sessions.end('s1', now)
      await store.forget(now + keptAfterEndMs + 1)
      expect(await store.sessions.live(['s1'], now)).toEqual(new Set())
    })
  })
}
