/** The tests of all store implementations; store.test.ts runs them over each. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { assetSuite } from './assets.suite.ts'
import type { AuditEntry } from './audit.ts'
import { maxStoredBatches, maxVolatilityDays } from './batches.ts'
import { recordSuite } from './record.suite.ts'
import { maxStoredOutcomes } from './scan-outcomes.ts'
import { retentionAfterEndMs } from './store.ts'
import type { Store } from './store.ts'
import {
  accessToken,
  authToken,
  batch,
  fontFace,
  key,
  now,
  partner,
  scanOutcome,
  session,
  trade,
} from './store.fixture.ts'

/** Registers the tests. `open` returns an empty store, which the suite closes. */
export function storeSuite(name: string, open: () => Store | Promise<Store>): void {
  describe(`${name} store`, () => {
    let store: Store
    beforeEach(async () => {
      store = await open()
      await store.accounts.add(partner)
      await store.keys.add(key)
    })
    afterEach(() => store.close())
    recordSuite(() => store)
    assetSuite(() => store)

    test('lists partners in the order of their creation, with their settings', async () => {
      await store.accounts.add({
        id: 'p_two',
        name: 'Two',
        settings: { faqUrl: 'https://two.com/faq' },
        createdAt: now,
        disabledAt: null,
      })
      expect((await store.accounts.list()).map(({ id }) => id)).toEqual(['p_one', 'p_two'])
      expect(await store.accounts.setSettings('p_one', { disclaimer: 'Mind the gap' })).toBe(true)
      expect((await store.accounts.find('p_one'))?.settings).toEqual({ disclaimer: 'Mind the gap' })
      expect(await store.accounts.setSettings('p_one', { data: 'delayed' })).toBe(true)
      expect((await store.accounts.find('p_one'))?.settings).toEqual({ data: 'delayed' })
      expect(await store.accounts.setSettings('p_none', {})).toBe(false)
      expect(await store.accounts.rename('p_none', 'None')).toBe(false)
      expect(await store.accounts.rename('p_one', 'First')).toBe(true)
      expect((await store.accounts.find('p_one'))?.name).toBe('First')
      expect(await store.accounts.rename('p_one', 'One')).toBe(true)
      expect(await store.accounts.find('p_none')).toBeUndefined()
      await expect(store.accounts.add({ ...partner, name: 'Another' })).rejects.toThrow()
      expect((await store.accounts.find('p_one'))?.name).toBe('One')
    })

    test('returns the states of releases by version, and replaces one', async () => {
      expect(await store.releases.list()).toEqual([])
      const withdrawal = { at: now, reason: 'CVE-2027-1: a script of the page …', includesLoader: true }
      await store.releases.put({ version: '1.4.0', promotedAt: now, withdrawal: null })
      await store.releases.put({ version: '1.3.0', promotedAt: null, withdrawal })
      await store.releases.put({ version: '1.4.0', promotedAt: now + 1, withdrawal: null })
      expect(await store.releases.list()).toEqual([
        { version: '1.3.0', promotedAt: null, withdrawal },
        { version: '1.4.0', promotedAt: now + 1, withdrawal: null },
      ])
      await store.releases.put({ version: '1.3.0', promotedAt: null, withdrawal: null })
      expect((await store.releases.list())[0]?.withdrawal).toBeNull()
    })

    test('lists each domain once, until it is removed', async () => {
      for (const origin of ['https://b.com', 'https://a.com', 'https://b.com'])
        await store.accounts.addDomain('p_one', origin)
      expect(await store.accounts.domains('p_one')).toEqual(['https://a.com', 'https://b.com'])
      expect(await store.accounts.removeDomain('p_one', 'https://a.com')).toBe(true)
      expect(await store.accounts.removeDomain('p_one', 'https://a.com')).toBe(false)
      expect(await store.accounts.domains('p_one')).toEqual(['https://b.com'])
    })

    test('returns a key unchanged, rotates its secret and revokes it once', async () => {
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

    test('fifty concurrent uses of an auth_token consume it once', async () => {
      await store.tokens.addAuthToken(authToken)
      const uses = await Promise.all(
        Array.from({ length: 50 }, () => store.tokens.consumeAuthToken('at', 'u', now)),
      )
      expect(uses.filter((used) => used !== undefined)).toEqual([authToken])
      expect(await store.tokens.consumedAuthToken('at')).toEqual(authToken)
    })

    test('an auth_token is valid for its user, until its expiry, with a valid key', async () => {
      await store.tokens.addAuthToken({ ...authToken, user: 'u' })
      expect(await store.tokens.consumeAuthToken('at', 'another user', now)).toBeUndefined()
      expect(await store.tokens.consumeAuthToken('at', 'u', authToken.expiresAt)).toBeUndefined()
      expect(await store.tokens.consumedAuthToken('at')).toBeUndefined()
      await store.keys.revoke(key.id, now)
      expect(await store.tokens.consumeAuthToken('at', 'u', now)).toBeUndefined()
    })

    test('an access token ends at its expiry, or with its session or key', async () => {
      await store.tokens.addAccessToken(accessToken)
      expect(await store.tokens.accessToken('wt', now)).toEqual(accessToken)
      expect(await store.tokens.accessToken('wt', accessToken.expiresAt)).toBeUndefined()
      await store.sessions.open(session, now, 200)
      expect(await store.sessions.end('s1', now)).toBe(true)
      expect(await store.tokens.accessToken('wt', now)).toBeUndefined()
      expect(await store.sessions.end('s1', now)).toBe(false)

      await store.tokens.addAccessToken({ ...accessToken, hash: 'wt2' })
      await store.keys.revoke(key.id, now)
      expect(await store.tokens.accessToken('wt2', now)).toBeUndefined()
    })

    test('returns a session by cookie and by token until it ends', async () => {
      await store.sessions.open(session, now, 200)
      expect(await store.sessions.byCookie('c1', now)).toEqual(session)
      expect(await store.sessions.byToken('wt', now)).toEqual(session)
      expect(await store.sessions.byCookie('c1', session.expiresAt)).toBeUndefined()
      expect(await store.sessions.live(['s1', 's2'], now)).toEqual(new Set(['s1']))
      await store.sessions.end('s1', now)
      expect(await store.sessions.byCookie('c1', now)).toBeUndefined()
      expect(await store.sessions.live(['s1'], now)).toEqual(new Set())
    })

    test('looks up 40,000 session ids in one call', async () => {
      await store.sessions.open(session, now, 200)
      const ids = Array.from({ length: 40_000 }, (_, index) => `s${index}`)
      expect(await store.sessions.live(ids, now)).toEqual(new Set(['s1']))
    })

    test('a second session of one access token ends the first', async () => {
      expect(await store.sessions.open(session, now, 200)).toEqual([])
      expect(await store.sessions.open({ ...session, id: 's2', cookieHash: 'c2' }, now, 200)).toEqual(['s1'])
      expect(await store.sessions.byCookie('c1', now)).toBeUndefined()
      expect((await store.sessions.byToken('wt', now))?.id).toBe('s2')
    })

    test('revoking the key ends its sessions', async () => {
      await store.sessions.open(session, now, 200)
      await store.keys.revoke(key.id, now)
      expect(await store.sessions.byCookie('c1', now)).toBeUndefined()
      expect(await store.sessions.live(['s1'], now)).toEqual(new Set())
    })

    test('counts live sessions: not those that ended or expired, or whose key or account has no access', async () => {
      expect(await store.sessions.count(now)).toBe(0)
      const open = (id: string, changes: Partial<typeof session> = {}) =>
        store.sessions.open(
          { ...session, id, cookieHash: `c${id}`, tokenHash: `t${id}`, ...changes },
          now,
          200,
        )
      for (const id of ['a', 'b', 'c']) await open(id)
      await open('expired', { expiresAt: now })
      expect(await store.sessions.count(now)).toBe(3)
      await store.sessions.end('a', now)
      expect(await store.sessions.count(now)).toBe(2)
      expect(await store.sessions.count(session.expiresAt)).toBe(0)
      await store.accounts.setDisabled('p_one', now)
      expect(await store.sessions.count(now)).toBe(0)
      await store.accounts.setDisabled('p_one', null)
      expect(await store.sessions.count(now)).toBe(2)
      await store.keys.revoke(key.id, now)
      expect(await store.sessions.count(now)).toBe(0)
    })

    test('beyond the limit of sessions per user, the oldest session ends with its token', async () => {
      const open = (offset: number, other: object = {}) =>
        store.sessions.open(
          {
            ...session,
            id: `s${offset}`,
            cookieHash: `c${offset}`,
            tokenHash: `wt${offset}`,
            openedAt: now + offset,
            ...other,
          },
          now + offset,
          3,
        )
      await store.tokens.addAccessToken({ ...accessToken, hash: 'wt1' })
      expect([await open(1), await open(2), await open(3)]).toEqual([[], [], []])
      expect(await open(4)).toEqual(['s1'])
      expect(await store.tokens.accessToken('wt1', now)).toBeUndefined()
      expect(await open(5, { user: 'another' })).toEqual([])
      expect((await store.sessions.list({ user: 'u' }, now, 9)).map(({ id }) => id)).toEqual([
        's4',
        's3',
        's2',
      ])
      expect((await store.sessions.list({ partnerId: 'p_one' }, now, 2)).map(({ id }) => id)).toEqual([
        's5',
        's4',
      ])
      expect(await store.sessions.list({ id: 's1' }, now, 9)).toEqual([])
      expect(await store.sessions.endOldest({ keyId: key.id, flow: 'apiKey' }, 1, now)).toHaveLength(3)
      expect((await store.sessions.list({}, now, 9)).map(({ id }) => id)).toEqual(['s5'])
      expect(await store.sessions.endOldest({ keyId: key.id, flow: 'apiKey' }, 1, now)).toEqual([])
    })

    describe('sessions that anyone can open for a user', () => {
      let openedCount = 0
      /** Opens a session a millisecond after the previous one. */
      const open = (id: string, changes: Partial<typeof session>, maxPerUser = 200) => {
        const openedAt = now + ++openedCount
        const other = { id, cookieHash: id, tokenHash: id, openedAt, ...changes }
        return store.sessions.open({ ...session, ...other }, openedAt, maxPerUser)
      }
      const openIds = async () => (await store.sessions.list({}, now, 99)).map(({ id }) => id).toSorted()

      test('end none of the same user at another address block, or of the other flow', async () => {
        await open('own', { addressBlock: 'home' }, 2)
        await open('vouched', { flow: 'authToken', addressBlock: '' }, 2)
        const ended: (readonly string[])[] = []
        for (const index of [1, 2, 3]) ended.push(await open(`foreign ${index}`, { addressBlock: 'away' }, 2))
        expect(ended).toEqual([[], [], ['foreign 1']])
        expect(await openIds()).toEqual(['foreign 2', 'foreign 3', 'own', 'vouched'])
        expect(await open('vouched 2', { flow: 'authToken', addressBlock: '' }, 1)).toEqual(['vouched'])
      })

      test('beyond the limit of a key, the oldest of the largest block end, and none of the other flow', async () => {
        await open('vouched', { flow: 'authToken', addressBlock: '' })
        await open('own', { user: 'u1', addressBlock: 'home' })
        for (const index of [1, 2, 3, 4])
          await open(`foreign ${index}`, { user: `x${index}`, addressBlock: 'away' })
        await open('late', { user: 'u2', addressBlock: 'office' })
        const ofKey = { keyId: key.id, flow: 'apiKey' } as const
        expect((await store.sessions.endOldest(ofKey, 4, now)).toSorted()).toEqual(['foreign 1', 'foreign 2'])
        expect(await openIds()).toEqual(['foreign 3', 'foreign 4', 'late', 'own', 'vouched'])
        expect(await store.sessions.endOldest(ofKey, 3, now)).toEqual(['foreign 3'])
        expect(await store.sessions.endOldest({ ...ofKey, flow: 'authToken' }, 1, now)).toEqual([])
      })
    })

    test('ends all sessions of an origin, flow, key, user or account', async () => {
      const open = (id: string, other: object) =>
        store.sessions.open({ ...session, id, cookieHash: id, tokenHash: id, ...other }, now, 200)
      await store.tokens.addAccessToken({ ...accessToken, hash: 'shop' })
      await open('shop', { origin: 'https://shop.partner.com' })
      await open('server', { origin: 'https://shop.partner.com', flow: 'authToken' })
      await open('home', {})
      await open('home 2', {})
      const origins = await store.sessions.origins('p_one', now)
      expect(origins.map(({ origin }) => origin).toSorted()).toEqual([
        'https://partner.com',
        'https://shop.partner.com',
      ])
      expect(origins[0]?.keyId).toBe(key.id)
      expect(await store.sessions.origins('p_two', now)).toEqual([])
      const filter = { keyId: key.id, origin: 'https://shop.partner.com', flow: 'apiKey' } as const
      expect(await store.sessions.endAll(filter, now)).toEqual(['shop'])
      expect(await store.tokens.accessToken('shop', now)).toBeUndefined()
      expect(await store.sessions.byCookie('server', now)).toBeDefined()
      expect(await store.sessions.endAll(filter, now)).toEqual([])
      expect(await store.sessions.endAll({ user: 'unknown' }, now)).toEqual([])
      expect(await store.sessions.endAll({ partnerId: 'p_one', user: 'u' }, now)).toHaveLength(3)
    })

    test('credentials of a disabled account are invalid until it is enabled again', async () => {
      await store.tokens.addAuthToken(authToken)
      await store.tokens.addAccessToken({ ...accessToken, hash: 'wt9' })
      await store.tokens.addLegacyToken({
        hash: 'lt',
        keyId: key.id,
        partnerId: 'p_one',
        expiresAt: now + 3_600_000,
      })
      await store.sessions.open(session, now, 200)
      await store.tokens.addTicket({ hash: 't1', sessionId: 's1', expiresAt: now + 30_000 })
      expect(await store.accounts.setDisabled('p_one', now)).toBe(true)
      expect((await store.accounts.find('p_one'))?.disabledAt).toBe(now)
      expect((await store.keys.find(key.id))?.disabledAt).toBe(now)
      expect((await store.keys.list())[0]?.disabledAt).toBe(now)
      expect(await store.tokens.consumeAuthToken('at', 'u', now)).toBeUndefined()
      expect(await store.tokens.accessToken('wt9', now)).toBeUndefined()
      expect(await store.tokens.legacyToken('lt', now)).toBeUndefined()
      expect(await store.sessions.byCookie('c1', now)).toBeUndefined()
      expect(await store.sessions.byToken('wt', now)).toBeUndefined()
      expect(await store.sessions.live(['s1'], now)).toEqual(new Set())
      expect(await store.tokens.consumeTicket('t1', now)).toBeUndefined()
      expect(await store.accounts.setDisabled('p_one', null)).toBe(true)
      expect(await store.accounts.setDisabled('p_none', null)).toBe(false)
      expect((await store.keys.find(key.id))?.disabledAt).toBeNull()
      expect(await store.tokens.legacyToken('lt', now)).toBeDefined()
      expect(await store.tokens.consumeAuthToken('at', 'u', now)).toBeDefined()
      expect(await store.sessions.byCookie('c1', now)).toEqual(session)
    })

    test('the audit log lists the newest entries first, of one account or of all', async () => {
      const entry = (action: string, partnerId: string | null): AuditEntry => ({
        at: now,
        actor: 'operator',
        action,
        partnerId,
        subject: 'pk_live_one',
        details: { graceHours: 24, test: false, note: 'ü "quoted"', none: null },
      })
      const [first, second, third] = [entry('one', 'p_one'), entry('two', null), entry('three', 'p_one')]
      for (const added of [first, second, third]) await store.audit.append(added)
      expect(await store.audit.list({ limit: 9 })).toEqual([third, second, first])
      expect(await store.audit.list({ limit: 2 })).toEqual([third, second])
      expect(await store.audit.list({ partnerId: 'p_one', limit: 9 })).toEqual([third, first])
      expect(await store.audit.list({ partnerId: 'p_two', limit: 9 })).toEqual([])
    })

    test('the audit log has the time of the newest entry of an action', async () => {
      const entry = (action: string, at: number): AuditEntry => ({
        at,
        action,
        actor: 'operator',
        partnerId: null,
        subject: null,
        details: {},
      })
      for (const added of [entry('one', now), entry('one', now + 5), entry('two', now + 9)])
        await store.audit.append(added)
      expect(await store.audit.lastTime('one')).toBe(now + 5)
      expect(await store.audit.lastTime('none')).toBeNull()
    })

    test('a feed ticket is valid once, until its expiry, while its session is live', async () => {
      await store.sessions.open(session, now, 200)
      await store.tokens.addTicket({ hash: 't1', sessionId: 's1', expiresAt: now + 30_000 })
      const uses = await Promise.all(Array.from({ length: 20 }, () => store.tokens.consumeTicket('t1', now)))
      expect(uses.filter((used) => used !== undefined)).toEqual([session])
      await store.tokens.addTicket({ hash: 't2', sessionId: 's1', expiresAt: now + 30_000 })
      expect(await store.tokens.consumeTicket('t2', now + 30_000)).toBeUndefined()
      await store.sessions.end('s1', now)
      expect(await store.tokens.consumeTicket('t2', now)).toBeUndefined()
      expect(await store.tokens.consumeTicket('unknown', now)).toBeUndefined()
    })

    test('a legacy token outlives the revocation of its client, but not its expiry', async () => {
      const token = { hash: 'lt', keyId: key.id, partnerId: 'p_one', expiresAt: now + 3_600_000 }
      await store.tokens.addLegacyToken(token)
      await store.keys.revoke(key.id, now)
      expect(await store.tokens.legacyToken('lt', now)).toEqual(token)
      expect(await store.tokens.legacyToken('lt', token.expiresAt)).toBeUndefined()
    })

    test('serves the batch that was published last', async () => {
      expect(await store.batches.latest()).toBeUndefined()
      await store.batches.publish(batch('b1'))
      const first = await store.batches.latest()
      expect(first).toEqual(batch('b1'))
      expect(await store.batches.latest()).toBe(first)
      for (let index = 2; index <= 9; index++) await store.batches.publish(batch(`b${index}`))
      expect((await store.batches.latest())?.id).toBe('b9')
    })

    test('stores the trades of a batch in order, and deletes them with it', async () => {
      const trades = Array.from({ length: 450 }, (_, index) => trade(`S${index}`))
      await store.batches.publish(batch('b1'), trades)
      const first = await store.batches.trades('b1')
      expect(first).toEqual(trades)
      expect(await store.batches.trades('b1')).toBe(first)
      await store.batches.publish(batch('b2'), trades.slice(7, 9))
      expect(await store.batches.trades('b2')).toEqual(trades.slice(7, 9))
      for (let index = 3; index < 2 + maxStoredBatches; index++)
        await store.batches.publish(batch(`b${index}`))
      expect(await store.batches.trades('b3')).toEqual([])
      expect(await store.batches.trades('b1'), 'its batch is deleted').toEqual([])
      expect(await store.batches.trades('b2'), 'its batch is stored').toEqual(trades.slice(7, 9))
    })

    test('lists the last batches, newest first', async () => {
      expect(await store.batches.list()).toEqual([])
      const chains = ['AAPL', 'MSFT']
      for (let index = 1; index <= maxStoredBatches + 2; index++)
        await store.batches.publish({ ...batch(`b${index}`), ...(index % 2 ? { chains } : {}) })
      const listed = await store.batches.list()
      expect(listed.map(({ id }) => id)).toEqual(['b7', 'b6', 'b5', 'b4', 'b3'])
      expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false, false, false])
      expect(listed.map((summary) => summary.chains)).toEqual([2, null, 2, null, 2])
      const { dateOfScan, tradingDay, universeSize } = batch('b7')
      expect(listed[0]).toMatchObject({ dateOfScan, tradingDay, universeSize, ideas: 0, failures: 0 })
    })

    test('rolls back to the previous or any stored batch, and forward again', async () => {
      expect(await store.batches.rollback()).toBeUndefined()
      for (const id of ['b1', 'b2', 'b3']) await store.batches.publish(batch(id), [trade(`of-${id}`)])
      const { batches } = store
      expect(await batches.rollback()).toEqual(batch('b2'))
      expect((await batches.latest())?.id).toBe('b2')
      expect((await batches.list()).filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual(['b2'])
      expect((await batches.trades('b2')).map(({ symbol }) => symbol)).toEqual(['of-b2'])
      expect((await batches.rollback())?.id).toBe('b1')
      expect(await batches.rollback(), 'there is no earlier batch').toBeUndefined()
      expect(await batches.rollback('unknown')).toBeUndefined()
      expect((await batches.latest())?.id).toBe('b1')
      expect((await batches.rollback('b3'))?.id).toBe('b3')
      expect((await batches.latest())?.id).toBe('b3')
    })

    test('serves the batch of a rollback until the next one is published', async () => {
      for (const id of ['b1', 'b2']) await store.batches.publish(batch(id))
      await store.batches.rollback()
      expect((await store.batches.latest())?.id).toBe('b1')
      await store.batches.publish(batch('b3'))
      expect((await store.batches.latest())?.id).toBe('b3')
      expect((await store.batches.list()).map(({ id }) => id)).toEqual(['b3', 'b2', 'b1'])
      expect((await store.batches.rollback())?.id, 'skips the batch that was rolled back').toBe('b1')
    })

    test('summarises scan outcomes: the last, the last that published, and the number of each', async () => {
      expect(await store.scans.summary()).toEqual({
        last: undefined,
        lastPublished: undefined,
        totals: { published: 0, refused: 0, failed: 0 },
        unpublished: 0,
      })
      const published = scanOutcome({ outcome: 'published', batchId: 'b1' })
      await store.scans.keep(published)
      const refused = scanOutcome({ outcome: 'refused', reason: 'far below the previous batch' })
      // More outcomes than are stored.
      for (let index = 0; index < maxStoredOutcomes + 5; index++)
        await store.scans.keep({ ...refused, startedAt: now + index })
      const failed = scanOutcome({ outcome: 'failed', reason: 'disk full', counts: null })
      await store.scans.keep(failed)
      expect(await store.scans.summary()).toEqual({
        last: failed,
        lastPublished: published,
        totals: { published: 1, refused: maxStoredOutcomes + 5, failed: 1 },
        unpublished: maxStoredOutcomes + 6,
      })
      await store.scans.keep(published)
      expect((await store.scans.summary()).unpublished).toBe(0)
      await store.scans.keep(failed)
      expect((await store.scans.summary()).unpublished).toBe(1)
    })

    test('stores the parts of a scan until its batch is published or another scan starts', async () => {
      const { batches } = store
      await batches.keepPart('scan-1', { part: 1, body: { found: [1] } })
      await batches.keepPart('scan-1', { part: 0, body: { found: [0] } })
      await batches.keepPart('scan-1', { part: 1, body: { found: [2] } })
      const stored = [
        { part: 0, body: { found: [0] } },
        { part: 1, body: { found: [2] } },
      ]
      expect(await batches.parts('scan-1')).toEqual(stored)
      expect(await batches.parts('scan-1'), 'reading does not delete them').toEqual(stored)
      await batches.publish(batch('b1'))
      expect(await batches.parts('scan-1')).toEqual([])
      await batches.keepPart('scan-1', { part: 0, body: 'late' })
      expect(await batches.parts('scan-2')).toEqual([])
      expect(await batches.parts('scan-1')).toEqual([])
    })

    test('stores the volatilities of the newest 400 days', async () => {
      const day = (index: number) => new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10)
      for (let index = maxVolatilityDays + 1; index >= 0; index--)
        await store.batches.keepVolatilities(day(index), [{ symbol: 'AAPL', iv30: index / 1000 }])
      await store.batches.keepVolatilities(day(5), [{ symbol: 'AAPL', iv30: 0.5 }])
      const stored = await store.batches.volatilities('AAPL')
      expect(stored).toHaveLength(maxVolatilityDays)
      expect(stored[0]).toEqual({ day: day(2), iv30: 0.002 })
      expect(stored[3]).toEqual({ day: day(5), iv30: 0.5 })
      expect(await store.batches.volatilities('MSFT')).toEqual([])
    })

    test('the access version changes with every revocation and with no addition', async () => {
      await store.accounts.addDomain('p_one', 'https://a.com')
      let versionBefore = store.accessVersion()
      const changesVersion = async (change: Promise<unknown>) => {
        await change
        const version = store.accessVersion()
        const hasChanged = version === null || version !== versionBefore
        versionBefore = version
        return hasChanged
      }
      const hasCounter = versionBefore !== null
      const replacing = { ...session, id: 's2', cookieHash: 'c2' }
      expect([
        await changesVersion(store.tokens.addAccessToken(accessToken)),
        await changesVersion(store.sessions.open(session, now, 200)),
        await changesVersion(store.keys.touch(key.id, now)),
        await changesVersion(store.sessions.end('none', now)),
        await changesVersion(store.accounts.addDomain('p_one', 'https://b.com')),
      ]).toEqual(Array(5).fill(!hasCounter))
      expect([
        await changesVersion(store.sessions.open(replacing, now, 200)),
        await changesVersion(store.sessions.end('s2', now)),
        await changesVersion(store.accounts.removeDomain('p_one', 'https://a.com')),
        await changesVersion(store.accounts.setSettings('p_one', { hideAnnualised: true })),
        await changesVersion(
          store.sessions.open({ ...replacing, id: 's3', cookieHash: 'c3', tokenHash: 'wt3' }, now, 200),
        ),
        await changesVersion(store.sessions.endAll({ user: 'u' }, now)),
        await changesVersion(store.accounts.setDisabled('p_one', now)),
        await changesVersion(store.accounts.setDisabled('p_one', null)),
        await changesVersion(store.keys.replaceSecret(key.id, 'h2', null)),
        await changesVersion(store.keys.revoke(key.id, now)),
      ]).toEqual([true, true, true, true, !hasCounter, true, true, true, true, true])
    })

    test('a transaction is committed completely or not at all', async () => {
      const entry: AuditEntry = {
        at: now,
        actor: 'operator',
        action: 'key-revoked',
        partnerId: 'p_one',
        subject: key.id,
        details: {},
      }
      await store.tokens.addAccessToken(accessToken)
      await store.sessions.open(session, now, 200)
      const runTransaction = (shouldFail: boolean) =>
        store.transaction(async ({ accounts, keys, sessions, audit }) => {
          await accounts.addDomain('p_one', 'https://a.com')
          const ended = await sessions.endAll({ user: 'u' }, now)
          await keys.revoke(key.id, now)
          await audit.append(entry)
          expect((await keys.find(key.id))?.revokedAt, 'a transaction sees its own writes').toBe(now)
          if (shouldFail) throw new RangeError('rolled back')
          return ended
        })
      const readState = async () => [
        await store.accounts.domains('p_one'),
        (await store.keys.find(key.id))?.revokedAt,
        (await store.sessions.live(['s1'], now)).size,
        await store.audit.list({ limit: 9 }),
      ]
      await expect(runTransaction(true)).rejects.toThrow(RangeError)
      expect(await readState()).toEqual([[], null, 1, []])
      const versionBefore = store.accessVersion()
      expect(await runTransaction(false)).toEqual(['s1'])
      expect(await readState()).toEqual([['https://a.com'], now, 0, [entry]])
      expect(versionBefore === null || store.accessVersion() !== versionBefore).toBe(true)
    })

    test('counts each user of a month once, for the highest class of licensed data', async () => {
      const usage = { month: '2026-08', partnerId: 'p_one', user: 'a', dataClass: 'delayed' } as const
      // Two sessions may record the same at once.
      await Promise.all([store.usage.record(usage), store.usage.record(usage)])
      await store.usage.record({ ...usage, dataClass: 'real-time' })
      await store.usage.record({ ...usage, dataClass: 'derived' })
      for (const user of ['b', 'c']) await store.usage.record({ ...usage, user })
      await store.usage.record({ ...usage, partnerId: 'p_Two' })
      await store.usage.record({ ...usage, month: '2026-07', user: 'd' })
      expect(await store.usage.counts('2026-08')).toEqual([
        { partnerId: 'p_Two', dataClass: 'delayed', users: 1 },
        { partnerId: 'p_one', dataClass: 'real-time', users: 1 },
        { partnerId: 'p_one', dataClass: 'delayed', users: 2 },
      ])
      expect(await store.usage.counts('2026-09')).toEqual([])
    })

    test('returns a font and its files unchanged, until it is removed', async () => {
      const { bytes, ...info } = fontFace
      const bold = { ...fontFace, weight: '700', file: 'b.woff2', bytes: new Uint8Array([1]) }
      for (const face of [bold, fontFace, { ...fontFace, fontId: 'font_two' }]) await store.fonts.add(face)
      await expect(store.fonts.add({ ...fontFace, file: 'c.woff2' })).rejects.toThrow()
      const { bytes: _bytes, ...boldInfo } = bold
      expect(await store.fonts.list({ fontId: 'font_one' })).toEqual([info, boldInfo])
      expect(await store.fonts.list({ partnerId: 'p_one' })).toHaveLength(3)
      expect(await store.fonts.list({ partnerId: 'p_two' })).toEqual([])
      expect(await store.fonts.bytes('font_one', 'a.woff2')).toEqual(bytes)
      expect(await store.fonts.bytes('font_two', 'b.woff2')).toBeUndefined()
      expect(await store.fonts.remove('font_one')).toBe(true)
      expect(await store.fonts.remove('font_one')).toBe(false)
      expect(await store.fonts.bytes('font_one', 'a.woff2')).toBeUndefined()
      expect(await store.fonts.list({})).toMatchObject([{ fontId: 'font_two' }])
    })

    test('stores the first check value of the pepper and ignores others', async () => {
      expect(await store.pepperCheck.read()).toBeUndefined()
      await store.pepperCheck.keep('first')
      await store.pepperCheck.keep('second')
      expect(await store.pepperCheck.read()).toBe('first')
    })

    test('deletes only records that ended more than a day ago', async () => {
      await store.tokens.addAuthToken(authToken)
      await store.tokens.consumeAuthToken('at', 'u', now)
      await store.tokens.addAccessToken(accessToken)
      await store.sessions.open(session, now, 200)
      await store.deleteExpired(now + retentionAfterEndMs)
      expect(await store.tokens.consumedAuthToken('at')).toBeDefined()
      await store.deleteExpired(authToken.expiresAt + retentionAfterEndMs + 1)
      expect(await store.tokens.consumedAuthToken('at')).toBeUndefined()
      expect(await store.tokens.accessToken('wt', now)).toBeDefined()
      expect(await store.sessions.byCookie('c1', now)).toBeDefined()
      await store.sessions.end('s1', now)
      await store.deleteExpired(now + retentionAfterEndMs + 1)
      expect(await store.sessions.live(['s1'], now)).toEqual(new Set())
    })
  })
}
