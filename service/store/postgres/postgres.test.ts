/**
 * Tests of Postgres beyond the suite of all stores: several nodes on one database, and failures of
 * the server.
 */
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { retentionAfterEndMs } from '#service/store/store.ts'
import type { Store } from '#service/store/store.ts'
import { authToken, batch, key, now, partner, session } from '#service/store/store.fixture.ts'
import { expand } from '#service/store/sql/schema-steps.ts'
import { publishedAsset } from '#service/store/assets.suite.ts'
import { createFaultyProxy } from './faulty-proxy.fixture.ts'
import { migrate, migrations } from './migrations.ts'
import { unlimitedDatabase, postgresDatabase, postgresStore } from './postgres.ts'
import type { PoolUse } from './pool.ts'
import { clearDatabase, makeDatabase, needsPostgres, runSql, testServer } from './test-database.fixture.ts'
import type { TestDatabase } from './test-database.fixture.ts'

describe.skipIf(!testServer)(needsPostgres, () => {
  let database: TestDatabase
  let openStores: Store[]
  beforeAll(async () => {
    database = await makeDatabase()
  })
  afterAll(() => database.drop())
  beforeEach(async () => {
    await clearDatabase(database.url)
    openStores = []
  })
  afterEach(async () => {
    for (const store of openStores) await store.close()
  })

  const open = async (url = database.url): Promise<Store> => {
    const store = await postgresStore({ url })
    openStores.push(store)
    return store
  }
  /** Opens two nodes on the database, with an account and its key. */
  const twoNodes = async (): Promise<[Store, Store]> => {
    const [first, second] = [await open(), await open()]
    await first.accounts.add(partner)
    await first.keys.add(key)
    return [first, second]
  }

  test('the use of connections: in use, idle, and calls that wait', async () => {
    let use: (() => PoolUse) | undefined
    const onPool = (currentUse: () => PoolUse) => void (use = currentUse)
    const db = postgresDatabase({ url: database.url, connections: 2, onPool })
    expect(use?.()).toEqual({ inUse: 0, idle: 0, waiting: 0 })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const calls = Array.from({ length: 5 }, () => db.connection().execute(() => released))
    await expect.poll(() => use?.()).toEqual({ inUse: 2, idle: 0, waiting: 3 })
    release()
    await Promise.all(calls)
    expect(use?.()).toEqual({ inUse: 0, idle: 2, waiting: 0 })
    await db.destroy()
  })

  describe('migrations', () => {
    const tables = () => runSql(`select tablename from pg_tables where schemaname = 'public'`, database.url)

    test('succeed on five nodes that start at once on an empty database', async () => {
      const stores = await Promise.all(Array.from({ length: 5 }, () => open()))
      await stores[0]!.accounts.add(partner)
      expect(await Promise.all(stores.map((store) => store.accounts.list()))).toEqual(
        stores.map(() => [partner]),
      )
    })

    test('apply completely or not at all', async () => {
      const db = postgresDatabase({ url: database.url })
      const failingSteps = [
        ...migrations,
        expand('create table half (one text); create table half (two text)'),
      ]
      await expect(migrate(db, failingSteps)).rejects.toThrow('"half" already exists')
      expect(await tables()).toEqual([])
      await migrate(db)
      await migrate(db, [...migrations, expand('create table later (one text)')])
      await db.destroy()
      expect(await tables()).toContainEqual({ tablename: 'later' })
    })

    test('reject a database that is not encoded in UTF-8', async () => {
      const latin1 = await makeDatabase(`encoding 'LATIN1' locale 'C'`)
      await expect(open(latin1.url)).rejects.toThrow('encoded in LATIN1; expected UTF8')
      await latin1.drop()
    })

    test('run without the statement timeout of service calls', async () => {
      const [shortTimeoutUrl, unlimited] = [
        `${database.url}?statement_timeout=200`,
        unlimitedDatabase(database.url),
      ]
      const slowSteps = [...migrations, expand('select pg_sleep(0.5)')]
      const db = postgresDatabase({ url: shortTimeoutUrl })
      await expect(migrate(db, slowSteps)).rejects.toThrow('statement timeout')
      await migrate(unlimited, slowSteps)
      await Promise.all([db.destroy(), unlimited.destroy()])
    })

    test('create columns that sort by code point, independent of the collation of the database', async () => {
      const english = await makeDatabase(
        `encoding 'UTF8' locale_provider icu icu_locale 'en' locale 'C.UTF-8'`,
      )
      const store = await postgresStore({ url: english.url })
      await store.accounts.add(partner)
      for (const origin of ['https://b.com', 'https://a-b.com', 'https://ab.com', 'https://B.com'])
        await store.accounts.addDomain(partner.id, origin)
      expect(await store.accounts.domains(partner.id)).toEqual([
        'https://B.com',
        'https://a-b.com',
        'https://ab.com',
        'https://b.com',
      ])
      await store.close()
      await english.drop()
    })
  })

  describe('two nodes', () => {
    test('publish the same files at once without a deadlock, whatever their order', async () => {
      const [first, second] = await twoNodes()
      const body = crypto.getRandomValues(new Uint8Array(60_000))
      for (let round = 0; round < 15; round++) {
        const files = Array.from({ length: 20 }, (_, index) =>
          publishedAsset(`assets/${round}-${String(index).padStart(2, '0')}.js`, { body }),
        )
        await Promise.all([first.assets.publish(files, now), second.assets.publish(files.toReversed(), now)])
      }
      expect((await first.assets.publicationTimes()).size).toBe(300)
    })

    test('a single-use token is consumed once by fifty concurrent calls on both nodes', async () => {
      const nodes = await twoNodes()
      await nodes[0].tokens.addAuthToken(authToken)
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, index) => nodes[index % 2]!.tokens.consumeAuthToken('at', 'u', now)),
      )
      expect(results.filter((token) => token !== undefined)).toEqual([authToken])
      await nodes[0].sessions.open(session, now, 200)
      await nodes[1].tokens.addTicket({ hash: 't1', sessionId: 's1', expiresAt: now + 30_000 })
      const tickets = await Promise.all(
        Array.from({ length: 50 }, (_, index) => nodes[index % 2]!.tokens.consumeTicket('t1', now)),
      )
      expect(tickets.filter((found) => found !== undefined)).toEqual([session])
    })

    test('a token that opens sessions on both nodes has one live session; the others are reported as ended', async () => {
      const nodes = await twoNodes()
      const ids = Array.from({ length: 40 }, (_, index) => `s${index}`)
      const ended = await Promise.all(
        ids.map((id, index) =>
          nodes[index % 2]!.sessions.open({ ...session, id, cookieHash: `c${id}` }, now, 200),
        ),
      )
      const live = [...(await nodes[0].sessions.live(ids, now))]
      expect(live).toHaveLength(1)
      expect(new Set([...ended.flat(), ...live])).toEqual(new Set(ids))
    })

    test('the limit of sessions per user applies to concurrent openings on both nodes', async () => {
      const nodes = await twoNodes()
      const ids = Array.from({ length: 30 }, (_, index) => `s${index}`)
      await Promise.all(
        ids.map((id, index) =>
          nodes[index % 2]!.sessions.open({ ...session, id, cookieHash: id, tokenHash: id }, now, 3),
        ),
      )
      expect((await nodes[0].sessions.live(ids, now)).size).toBe(3)
    })

    test('opening a replacing session and ending all sessions at once does not deadlock', async () => {
      const [first, second] = await twoNodes()
      const ids = Array.from({ length: 20 }, (_, index) => `s${String(index).padStart(2, '0')}`)
      for (const [index, id] of ids.entries())
        await first.sessions.open(
          { ...session, id, cookieHash: id, tokenHash: id, openedAt: now + index },
          now,
          200,
        )
      // Slows down each update, so that both transactions overlap.
      await runSql(
        `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.01); return new; end $$;
         create trigger slow before update on sessions for each row execute function slow()`,
        database.url,
      )
      // Replaces the newest session (same token), then ends the oldest ones.
      const last = { ...session, id: 'last', cookieHash: 'last', tokenHash: 's19', openedAt: now + 20 }
      const [ended, replaced] = await Promise.all([
        first.sessions.endAll({ user: session.user }, now),
        second.sessions.open(last, now, 1),
      ])
      const live = [...(await first.sessions.live([...ids, 'last'], now))]
      expect([...ended, ...replaced, ...live].toSorted()).toEqual(['last', ...ids])
    })

    test('a session ended on one node is ended on the other', async () => {
      const [first, second] = await twoNodes()
      await first.sessions.open(session, now, 200)
      expect((await second.sessions.byCookie('c1', now))?.id).toBe('s1')
      const results = await Promise.all([first.sessions.end('s1', now), second.sessions.end('s1', now)])
      expect(results.toSorted()).toEqual([false, true])
      expect(await second.sessions.byCookie('c1', now)).toBeUndefined()
      await first.keys.revoke(key.id, now)
      expect((await second.keys.find(key.id))?.revokedAt).toBe(now)
    })

    test('both nodes serve a new batch at once, and read it once', async () => {
      const [first, second] = await twoNodes()
      await first.batches.publish(batch('b1'))
      const latest = await second.batches.latest()
      expect(latest?.id).toBe('b1')
      expect(await second.batches.latest()).toBe(latest)
      await Promise.all([first.batches.publish(batch('b2')), second.batches.publish(batch('b3'))])
      const [latestOfFirst, latestOfSecond] = [await first.batches.latest(), await second.batches.latest()]
      expect(['b2', 'b3']).toContain(latestOfFirst?.id)
      expect(latestOfSecond?.id).toBe(latestOfFirst?.id)
    })
  })

  describe('server failures', () => {
    test('calls fail while the server is down and succeed after its restart', async () => {
      const proxy = await createFaultyProxy(database.url)
      const store = await open(proxy.url)
      await store.accounts.add(partner)
      // Opens several connections, which are idle when the proxy is cut.
      await Promise.all(Array.from({ length: 8 }, () => store.accounts.list()))
      expect(proxy.connectionCount()).toBeGreaterThan(1)
      proxy.cut()
      await expect(store.accounts.list()).rejects.toThrow()
      await expect(store.check()).rejects.toThrow()
      await expect(store.sessions.open(session, now, 200)).rejects.toThrow()
      proxy.restore()
      await expect.poll(() => store.accounts.list().catch(() => 'away')).toEqual([partner])
      await proxy.close()
    })

    test('an interrupted transaction fails with the cause and is rolled back', async () => {
      const proxy = await createFaultyProxy(database.url)
      const db = postgresDatabase({ url: proxy.url })
      await migrate(db)
      const transaction = db.transaction().execute(async (change) => {
        await change
          .insertInto('partners')
          .values({ ...row, id: 'p_lost' })
          .execute()
        proxy.cut()
        await change
          .insertInto('partners')
          .values({ ...row, id: 'p_more' })
          .execute()
      })
      await expect(transaction).rejects.toThrow(/terminated|ECONNRESET|EPIPE|not queryable/)
      proxy.restore()
      await expect
        .poll(() =>
          db
            .selectFrom('partners')
            .select('id')
            .execute()
            .catch(() => 'away'),
        )
        .toEqual([])
      await db.destroy()
      await proxy.close()
    })

    test('a server that stops responding times out, and its connections are closed', async () => {
      const proxy = await createFaultyProxy(database.url)
      const store = await open(`${proxy.url}?query_timeout=1500`)
      await store.accounts.add(partner)
      proxy.silence()
      await expect(store.accounts.list()).rejects.toThrow('timeout')
      await expect(store.accounts.list()).rejects.toThrow('timeout')
      proxy.restore()
      await expect.poll(() => store.accounts.list().catch(() => 'away')).toEqual([partner])
      await proxy.close()
    })

    test('closing the store while the server is silent fails the pending calls', async () => {
      const proxy = await createFaultyProxy(database.url)
      const store = await postgresStore({ url: proxy.url })
      proxy.silence()
      const calls = [store.accounts.list(), store.accounts.list()]
      const failures = Promise.allSettled(calls)
      // One call now has a connection, and the other waits.
      await nextEventLoopTurn()
      await store.close()
      expect(await failures).toMatchObject(
        calls.map(() => ({
          status: 'rejected',
          reason: { message: 'Connection terminated unexpectedly' },
        })),
      )
      await proxy.close()
    })

    test('the check fails on a standby', async () => {
      const name = new URL(database.url).pathname.slice(1)
      await runSql(`alter database ${name} set default_transaction_read_only = on`)
      await expect(open()).rejects.toThrow('accepts no writes')
      await runSql(`alter database ${name} reset all`)
      await (await open()).check()
    })
  })

  test('acknowledged writes are on disk, even if the default of the database is asynchronous', async () => {
    const name = new URL(database.url).pathname.slice(1)
    await runSql(`alter database ${name} set synchronous_commit = off`)
    const db = postgresDatabase({ url: database.url })
    const { rows } = await sql<object>`show synchronous_commit`.execute(db)
    expect(rows).toEqual([{ synchronous_commit: 'on' }])
    await db.destroy()
    await runSql(`alter database ${name} reset all`)
  })

  test('expired rows are deleted by one node at a time, and other rows are not', async () => {
    const [first, second] = await twoNodes()
    await runSql(
      `insert into sessions select 's' || n, 'cookie' || n, 't' || n, '${key.id}', 'p_one', 'https://a.com', 'i', ${now}, null from generate_series(1, 11000) n`,
      database.url,
    )
    await first.sessions.open({ ...session, id: 'alive', expiresAt: now + retentionAfterEndMs + 2 }, now, 200)
    await Promise.all([
      first.deleteExpired(now + retentionAfterEndMs + 1),
      second.deleteExpired(now + retentionAfterEndMs + 1),
    ])
    expect(await runSql('select id from sessions', database.url)).toEqual([{ id: 'alive' }])
    // The lock has been released: a later call deletes again.
    await first.deleteExpired(now + 3 * retentionAfterEndMs)
    expect(await runSql('select id from sessions', database.url)).toEqual([])
  })
})

const row = { name: 'Lost', settings: '{}', created_at: now }
