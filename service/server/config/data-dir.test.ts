/**
 * A data folder of version 1.1.0 opens without changes. data-dir-1.1.0 is a copy of one: its database as SQL, and
 * the credentials that were issued from it.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dataPaths } from '#contract/api/paths.ts'
import { FullTradeIdeaSchema } from '#contract/responses/lists/full-ideas.ts'
import { expand } from '#service/store/sql/schema-steps.ts'
import { migrate, migrations } from '#service/store/sqlite/migrations.ts'
import { testStartMs, makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'
import credentials from './data-dir-1.1.0/credentials.json' with { type: 'json' }
import { openDataDir } from './data-dir.ts'

const fixtureFolder = join(import.meta.dirname, 'data-dir-1.1.0')
const allowedCaller = { address: '10.1.2.3' }

let folder: string
let testService: TestService
let pepper: Uint8Array
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'))
  cpSync(join(fixtureFolder, 'pepper'), join(folder, 'pepper'))
  const database = new DatabaseSync(join(folder, 'service.sqlite'))
  database.exec(readFileSync(join(fixtureFolder, 'service.sql'), 'utf8'))
  database.close()
  const opened = await openDataDir(folder, { kind: 'simulated' })
  pepper = opened.pepper
  // Ten seconds after the folder was last used, so that its feed ticket is still valid.
  testService = await makeTestService({}, opened.store, () => testStartMs + 10_000)
})
afterEach(async () => {
  await testService.store.close()
  rmSync(folder, { recursive: true })
})

const status = async (
  headers: Record<string, string>,
  path: string = dataPaths.why,
  context = allowedCaller,
) => (await testService.get(path.replace('{symbol}', 'AAPL'), headers, context)).status
const keyHeader = (secret: string) => ({ 'Op-Subscription-Key': secret })

test('a session of version 1.1.0 continues by cookie, bearer token and ticket; an ended one stays ended', async () => {
  expect(pepper).toEqual(new Uint8Array(32).fill(7))
  expect(await status({ Cookie: credentials.cookie })).toBe(200)
  expect(await status({ Authorization: `Bearer ${credentials.token}` })).toBe(200)
  expect(await status({ Cookie: credentials.ended })).toBe(401)
  const session = await testService.service.access.openTicket(credentials.ticket)
  expect(session).toMatchObject({ partnerId: 'p_demo', instance: 'instance-1' })
  expect(await testService.service.access.openTicket(credentials.ticket)).toBeUndefined()
})

test('demo keys of version 1.1.0, which begin like test keys, still read the configured market', async () => {
  const session = await testService.service.access.openTicket(credentials.ticket)
  expect(session).toMatchObject({ keyId: expect.stringMatching(/^pk_test_/) as string, environment: 'live' })
})

test('unused tokens of version 1.1.0 are valid, used ones are not', async () => {
  const exchangeToken = async (authToken: string) =>
    (await testService.post('/Token', { authToken, userId: 'user-1' })).status
  expect([await exchangeToken(credentials.authToken), await exchangeToken(credentials.authToken)]).toEqual([
    200, 401,
  ])
  expect(await exchangeToken(credentials.usedAuthToken)).toBe(401)
  expect(testService.logged.map(({ event }) => event)).toContain('auth-token-replayed')
  expect(await status({ Authorization: `Bearer ${credentials.legacy}` })).toBe(200)
})

test('keys of version 1.1.0 keep their scopes, addresses, grace period and revocation', async () => {
  expect(await status(keyHeader(credentials.limited))).toBe(200)
  expect(await status(keyHeader(credentials.limited), dataPaths.why, { address: '192.0.2.1' })).toBe(403)
  expect(await status(keyHeader(credentials.limited), dataPaths.income)).toBe(403)
  expect(await status(keyHeader(credentials.before))).toBe(200)
  expect(await status(keyHeader(credentials.after))).toBe(200)
  expect(await status(keyHeader(credentials.revoked))).toBe(401)
})

test('accounts, the batch and volatilities of version 1.1.0 are read', async () => {
  const { accounts, batches } = testService.store
  expect(await accounts.list()).toMatchObject([
    { id: 'p_demo', settings: {} },
    { id: 'p_kept', settings: { faqUrl: 'https://partner.com/faq', hideAnnualised: true } },
    { id: 'p_demo_test', settings: {} },
  ])
  expect(await accounts.domains('p_kept')).toEqual(['https://*.partner.com', 'https://partner.com'])
  const response = await testService.get(dataPaths.tradeIdeas, { Cookie: credentials.cookie })
  const { tradeIdeas, tradingDay } = (await response.json()) as { tradeIdeas: object[]; tradingDay: string }
  expect(tradingDay).toBe('2026-11-19')
  expect(tradeIdeas).toMatchObject((await batches.latest())!.ideas)
  // Fields that version 1.1.0 did not store are read as unknown.
  expect(tradeIdeas.map((idea) => v.safeParse(FullTradeIdeaSchema, idea).issues)).toEqual([undefined])
  expect(tradeIdeas).toMatchObject([{ symbol: 'ABNB' }])
  expect(await batches.volatilities('AAPL')).toEqual([{ day: '2026-11-19', iv30: 0.212639 }])
})

test('a database that a newer version has expanded is used, and reported', async () => {
  const newer = join(folder, 'newer')
  await (await openDataDir(newer, { kind: 'simulated' })).store.close()
  const database = new DatabaseSync(join(newer, 'service.sqlite'))
  migrate(database, [...migrations, expand('create table colours (name text)')])
  database.close()
  const additionalSteps: number[] = []
  const { store } = await openDataDir(newer, { kind: 'simulated' }, undefined, {
    onNewerSchema: ({ appliedSteps, knownSteps }) => void additionalSteps.push(appliedSteps - knownSteps),
  })
  expect(additionalSteps).toEqual([1])
  await store.close()
})
