/**
 * The product from end-of-day files and recorded bars: the scan, the look-ups and the feed. A second file becomes the new day
 * without a restart; a third one has no bars of its day.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Chain } from '#contract/responses/chain.ts'
import type { FullTradeIdeas } from '#contract/responses/lists/full-ideas.ts'
import type { Income } from '#contract/responses/income.ts'
import type { Why } from '#contract/responses/resources.ts'
import { admin } from '../kit/admin.ts'
import { openFeed, openSession } from '../kit/calls.ts'
import type { FeedFrame, OpenFeed } from '../kit/calls.ts'
import type { DemoCredentials } from '#e2e/kit/site.ts'
import { startEodSite } from './eod-site.ts'
import type { EodSite } from './eod-site.ts'

const [first, second, third] = ['2026-11-09', '2026-11-10', '2026-11-11'] as const
const symbol = 'AAPL'
/** Quotes are of 15:45 New York, and figures of the close. */
const quotesOf = (day: string) => `${day}T20:45:00.000Z`
const closeOf = (day: string) => `${day}T21:00:00.000Z`

let site: EodSite
let feed: OpenFeed
beforeAll(async () => {
  site = await startEodSite({ first, barsThrough: second })
  const credentials = await admin<DemoCredentials>(site.variables, 'demo', 'credentials')
  feed = openFeed(site.node.url, await openSession(site.node.url, credentials), [symbol])
  await feed.waitForFrame('quotes')
})
afterAll(() => site?.close())

const ideas = () => site.read<FullTradeIdeas>('what/tradeideas')
const why = () => site.read<Why>(`why/${symbol}`)
const chain = () => site.read<Chain>(`how/chain/${symbol}`)
const income = () => site.read<Income>(`how/income/${symbol}`)
const readiness = async () =>
  (await (await fetch(`${site.node.url}/readyz`)).json()) as {
    status: string
    lastScan: { outcome: string; reason: string | null }
  }
type PushedQuote = { symbol: string; last: number; time: string }
const pushed = ({ frames }: OpenFeed): PushedQuote[] =>
  frames.flatMap((frame: FeedFrame) => (frame.type === 'quotes' ? (frame['quotes'] as PushedQuote[]) : []))

/** Each look-up has the data of this day, marked as end-of-day data. */
async function expectDay(day: string): Promise<void> {
  const { tradeIdeas, dateOfScan } = await ideas()
  expect(dateOfScan).toContain(day)
  expect(tradeIdeas).not.toHaveLength(0)
  const [{ dataStatus, sentiment, technicalRank, unknown }, { callOptimals, putOptimals }, { expiries }] =
    await Promise.all([why(), income(), chain()])
  expect(dataStatus).toMatchObject({
    asOf: closeOf(day),
    simulated: false,
    delayedSeconds: 0,
    dataClass: 'end-of-day',
    parts: {
      options: { asOf: quotesOf(day), class: 'end-of-day', source: 'Cboe' },
      bars: { state: 'current' },
    },
  })
  expect(sentiment).not.toBeNull()
  // The files have too few symbols for a rank.
  expect(technicalRank).toBeNull()
  expect(unknown).toContainEqual(expect.objectContaining({ field: 'technicalRank', cause: 'too-few-ranked' }))
  expect(unknown.filter(({ reason }) => reason === 'old-bars')).toEqual([])
  expect([...callOptimals, ...putOptimals].length).toBeGreaterThan(0)
  expect(expiries.length).toBeGreaterThan(0)
}

test('the first file is scanned, and every look-up has its day', async () => {
  await expectDay(first)
  expect((await readiness()).status).toBe('ready')
})

test('the next file is scanned without a restart, and the widget’s feed has its prices', async () => {
  const [lastBefore] = pushed(feed)
  await site.receive(second)
  await expect.poll(async () => (await ideas()).dateOfScan, { timeout: 90_000 }).toContain(second)
  // Results of the day before are cached for some seconds.
  await vi.waitFor(() => expectDay(second), { timeout: 30_000, interval: 200 })
  await expect.poll(() => pushed(feed).at(-1)?.time, { timeout: 30_000 }).toContain(second)
  expect(pushed(feed).at(-1)!.last).not.toBe(lastBefore!.last)
  // The chip in the widget's header shows the day of this frame.
  const lastMarket = () => feed.frames.findLast(({ type }) => type === 'market')
  await expect.poll(lastMarket, { timeout: 30_000 }).toMatchObject({ asOf: closeOf(second), state: 'closed' })
})

test('a day without bars shows its options, and says of each figure from bars that they are old', async () => {
  const before = (await ideas()).dateOfScan
  await site.receive(third)
  await expect.poll(async () => (await why()).dataStatus.asOf, { timeout: 90_000 }).toBe(closeOf(third))
  const { sentiment, technicalRank, unknown, dataStatus } = await why()
  expect([sentiment, technicalRank]).toEqual([null, null])
  for (const field of ['sentiment', 'oneMonthTrend', 'supportAndResistance'])
    expect(unknown.find((item) => item.field === field)).toEqual({ field, reason: 'old-bars', asOf: second })
  expect(dataStatus.parts?.bars).toMatchObject({ reason: 'old-bars' })
  expect((await chain()).expiries.length).toBeGreaterThan(0)

  await expect
    .poll(async () => (await readiness()).lastScan, { timeout: 90_000 })
    .toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining(
        `the bars of SPY end on ${second}, before the session of ${third}`,
      ) as string,
    })
  expect((await readiness()).status).toBe('degraded')
  expect((await ideas()).dateOfScan).toBe(before)
})
