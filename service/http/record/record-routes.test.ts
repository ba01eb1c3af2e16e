/** The public routes of the sealed record. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { RecordListSchema } from '#contract/responses/record.ts'
import { RecordOverviewSchema, recordSummaryPath } from '#contract/responses/record-summary.ts'
import { config } from '#service/analysis/config.ts'
import { capabilityNames, provides } from '#service/markets/capabilities.ts'
import { createApp } from '#service/http/app.ts'
import { noFiles } from '#service/http/documents/site-files.ts'
import { staticFile } from '#service/server/files/static-files.ts'
import { callPick, recordOf } from '#service/record/night.fixture.ts'
import { verifySeries } from '#service/record/verify.ts'
import { readTable } from '#service/testing/html-tables.ts'
import { bearer, limitsOf, makeTestService, partnerOrigin } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

const listPath = '/api/v1/platform/record'
const series = `test-simulated-v${config.version}`
const nights = ['2026-11-20', '2026-11-23', '2026-12-18']

let testService: TestService
beforeEach(async () => {
  testService = await makeTestService()
  const { publish } = await recordOf({ record: testService.store.record })
  for (const night of nights) await publish(night, night < '2026-12-01' ? [callPick] : [])
})
const listOf = async (query = '') => {
  const response = await testService.get(listPath + query)
  expect(response.status).toBe(200)
  return v.parse(RecordListSchema, await response.json())
}

test('list the nights without a credential, newest first, with the hashes of their files', async () => {
  const { entries, next } = await listOf()
  expect(next).toBeNull()
  expect(entries.map(({ night }) => night)).toEqual(nights.toReversed())
  expect(entries[0]).toMatchObject({
    series,
    number: 3,
    picks: 0,
    resolutions: 2,
    previousSha256: entries[1]!.sha256,
  })
  const files = await Promise.all(
    entries.map(async ({ night, path, sha256 }) => {
      const text = await (await testService.get(path)).text()
      expect(createHash('sha256').update(text).digest('hex')).toBe(sha256)
      return { night, text }
    }),
  )
  expect(await verifySeries(series, files)).toMatchObject({ entries: 3, recomputed: 2, problems: [] })
})

test('pages never divide a night', async () => {
  const latest = await testService.store.record.latest(series)
  const other = { ...latest!, series: 'live-tradier-v4', number: 1, previousSha256: null }
  await testService.store.record.append({ ...other, file: '{}', stored: [], resolved: [], dividends: [] })
  const first = await listOf('?limit=1')
  expect(first.entries.map((entry) => entry.series)).toEqual(['live-tradier-v4', series])
  expect(first.next).toBe('2026-12-18')
  const second = await listOf(`?limit=1&before=${first.next}`)
  expect(second.entries.map(({ night }) => night)).toEqual(['2026-11-23'])
  expect(await listOf(`?limit=1&before=${second.next}`)).toMatchObject({
    entries: [{ number: 1 }],
    next: null,
  })
  expect((await listOf(`?series=${other.series}`)).entries).toHaveLength(1)
})

test('a file is cached for good and revalidated by its ETag', async () => {
  const path = `/record/${series}/2026-11-20.json`
  const response = await testService.get(path)
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('content-type')).toBe('application/json')
  const etag = response.headers.get('etag')!
  expect((await testService.get(path, { 'If-None-Match': etag })).status).toBe(304)
  const zipped = await testService.get(path, { 'Accept-Encoding': 'gzip' })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect(zipped.headers.get('etag')).not.toBe(etag)
  expect((await listOf()).entries[2]!.sha256.startsWith(etag.slice(1, -1))).toBe(true)
})

test.each([
  `/record/${series}/2026-11-21.json`,
  `/record/${series}/2026-11-20`,
  '/record/test-other-v4/2026-11-20.json',
  '/record/..%2F/2026-11-20.json',
])('%s is unknown', async (path) => {
  expect((await testService.get(path)).status).toBe(404)
})

test.each(['?limit=0', '?limit=201', '?before=yesterday', '?series=..'])('%s is refused', async (query) => {
  const response = await testService.get(listPath + query)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'malformed-parameter' })
})

test('requests are limited by address', async () => {
  testService = await makeTestService({ limits: limitsOf({ recordAddress: 2 }) })
  for (const status of [200, 200, 429]) expect((await testService.get(listPath)).status).toBe(status)
})

/** Moves the entries of a made record into the store of the test service, with their picks and results. */
async function moveInto({ store }: TestService, made: Awaited<ReturnType<typeof recordOf>>) {
  const resolved = await made.record.resolved(series)
  for (const entry of (await made.record.list({ limit: 9 })).toReversed())
    await store.record.append({
      ...entry,
      file: '{}',
      stored: entry.number === 1 ? resolved.map(({ resolution: _resolution, ...pick }) => pick) : [],
      resolved:
        entry.number === 2
          ? resolved.map(({ night, pick, resolution: body }) => ({ night, pick, body }))
          : [],
      dividends: [],
    })
}

const pageOf = async () => (await testService.get('/record')).text()

test('the page shows results with losers, and no headline below 30 of them', async () => {
  const response = await testService.get('/record')
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const few = await response.text()
  expect(few).toContain('2 picks have a result. Figures are shown from 30 on.')
  expect(readTable(few, 'The newest 2 of 2 results').rows[0]).toMatchObject({
    Profit: '$449.35',
    '100 shares': '$300.00',
  })
  expect(few).not.toContain('Mean profit')
  expect(few).not.toContain('data-chart')
  const made = await recordOf()
  const losing = { ...callPick, values: { ...callPick.values, underlying: 110 } }
  await made.publish(
    '2026-11-20',
    Array.from({ length: 30 }, () => losing),
  )
  await made.publish('2026-12-18')
  testService = await makeTestService()
  await moveInto(testService, made)
  const many = await pageOf()
  // 100 x (1.50 + 103 - 110) - 0.65
  expect(many).toContain('<dt>Mean profit of a contract</dt><dd>−$550.65 <small>after commission</small>')
  expect(many).toContain('<dt>Lost money</dt><dd>100.0 % <small>30 of 30</small>')
  expect(readTable(many, 'Stated probability').rows).toEqual([
    {
      Stated: '70 to 80 %',
      Picks: '30',
      'Mean stated': '74.0 %',
      Observed: '100.0 %',
      'Standard error': '0.0 %',
    },
  ])
  expect(readTable(many, 'Premium less commission').rows).toEqual([
    {
      Sold: 'Covered calls',
      Stated: 'all',
      Picks: '30',
      Premium: '1.4 %',
      Cost: '0.0 %',
      Difference: '1.4 %',
    },
    {
      Sold: 'Covered calls',
      Stated: '70 to 80 %',
      Picks: '30',
      Premium: '1.4 %',
      Cost: '0.0 %',
      Difference: '1.4 %',
    },
  ])
  expect(readTable(many, 'Results by night').rows).toEqual([
    { Night: '2026-11-20', Results: '30', Losers: '30', Gains: '0.0 %', Losses: '−5.0 %', Net: '−5.0 %' },
  ])
  expect([...many.matchAll(/data-chart="(\w+)"/g)].map(([, name]) => name)).toEqual([
    'calibration',
    'yields',
    'nights',
  ])
})

test('the page withholds results whose prices are licensed', async () => {
  testService = await makeTestService()
  const capabilities = provides(capabilityNames, {
    source: 'Vendor',
    dataClass: 'end-of-day',
    delayedSeconds: 0,
    isLicensed: true,
    state: 'working',
  })
  const { publish } = await recordOf({ record: testService.store.record, capabilities })
  await publish(
    '2026-11-20',
    Array.from({ length: 30 }, () => callPick),
  )
  await publish('2026-12-18')
  const page = await pageOf()
  expect(page).toContain('<dt>Expired worthless</dt><dd>100.0 %')
  expect(page).toContain('Results in dollars are withheld')
  expect(readTable(page, 'The newest 30 of 30 results').rows[0]).toMatchObject({
    Outcome: 'expired',
    Premium: '–',
    Cost: '–',
    Profit: '–',
    '100 shares': '–',
    Cash: '–',
  })
  expect(page).not.toContain('449.35')
  expect(page.match(/data-chart="\w+"/g), 'charts of outcomes only').toEqual(['data-chart="calibration"'])
})

test('the summary has counts only below 30 results, and the figures of the page from then on', async () => {
  const summaryOf = async (query = '') => {
    const response = await testService.get(recordSummaryPath + query)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    return v.parse(RecordOverviewSchema, await response.json())
  }
  expect(await summaryOf()).toEqual({
    minResolved: 30,
    series: [
      {
        series,
        environment: 'test',
        isCurrent: true,
        nights: 3,
        missed: expect.any(Array) as string[],
        firstNight: '2026-11-20',
        lastNight: '2026-12-18',
        resolved: 2,
        expired: 2,
        void: 0,
        withResult: 2,
        losers: 0,
        means: null,
        calibration: [],
        yields: [],
        groups: [],
      },
    ],
  })
  expect(await summaryOf('?series=live-tradier-v4')).toMatchObject({ series: [] })
  expect((await testService.get(`${recordSummaryPath}?series=..`)).status).toBe(400)
  const made = await recordOf()
  await made.publish(
    '2026-11-20',
    Array.from({ length: 30 }, () => callPick),
  )
  await made.publish('2026-12-18')
  testService = await makeTestService()
  await moveInto(testService, made)
  const [summary] = (await summaryOf(`?series=${series}`)).series
  expect(summary).toMatchObject({
    resolved: 30,
    losers: 0,
    means: { profit: 449.35 },
    calibration: [{ from: 0.7, to: 0.8, count: 30, observed: 1, error: 0 }],
    yields: [{ from: null, count: 30, premium: 0.014935, forgone: 0 }, { from: 0.7 }],
    groups: [{ right: 'call', from: 0.7, to: 0.8, minDays: 0, maxDays: 49, resolved: 30, expired: 30 }],
  })
})

test('a partner hides the record in the session of its widget; the public data stays', async () => {
  const [account] = await testService.store.accounts.list()
  await testService.store.accounts.setSettings(account!.id, { hideRecord: true })
  const token = await testService.token()
  const response = await testService.post(
    '/setCookie',
    { origin: partnerOrigin, instance: 'instance-1' },
    bearer(token),
  )
  expect(await response.json()).toMatchObject({ settings: { hideRecord: true } })
  expect((await listOf()).entries).toHaveLength(3)
  for (const path of ['/record', recordSummaryPath]) expect((await testService.get(path)).status).toBe(200)
})

test('the page links its script, its style and the verifier of the built documentation', async () => {
  const made = await recordOf()
  await made.publish(
    '2026-11-20',
    Array.from({ length: 30 }, () => callPick),
  )
  await made.publish('2026-12-18')
  const { service } = (testService = await makeTestService())
  await moveInto(testService, made)
  const verifier = `verify-record-${config.record.rules}.mjs`
  const names = [
    'script-1.js',
    'record-charts-Ab_1-x.js',
    'record-charts-Ab_1-x.js.map',
    'record-Cd2.css',
    verifier,
  ]
  const files = new Map(names.map((name) => [name, staticFile(name, name)]))
  const app = createApp(service, { ...noFiles, docs: { assets: files, page: () => undefined } })
  const get = (path: string) => app.fetch(new Request(`http://widget.test${path}`))
  const response = await get('/record')
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self'")
  const page = await response.text()
  const linked = [...page.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, path]) => path!)
  expect(linked.map((path) => path.replace('/docs/assets/', ''))).toEqual([
    'record-Cd2.css',
    'record-charts-Ab_1-x.js',
    verifier,
  ])
  for (const path of linked) expect((await get(path)).status).toBe(200)
  // The build gives the verifier the name that readers of the documentation download.
  for (const file of ['vite.docs.config.ts', 'docs/record.md'])
    expect(readFileSync(file, 'utf8')).toContain(`assets/${verifier}`)
})
