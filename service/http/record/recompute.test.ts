/**
 * Recomputes results as a reader does: from the public files and the page alone, without code of the service. Amounts are
 * whole cents, so nothing but docs/record.md says how they are rounded.
 */
import { expect, test } from 'vitest'
import type { PublishedPick } from '#service/analysis/ideas/published-pick.ts'
import { barsOf, callPick, putPick, recordOf } from '#service/record/night.fixture.ts'
import { readTable } from '#service/testing/html-tables.ts'
import { makeTestService } from '#service/testing/test-service.ts'

type File = {
  readonly entry: {
    readonly night: string
    readonly rate: number
    readonly picks: readonly {
      readonly pick: number
      readonly symbol: string
      readonly right: 'call' | 'put'
      readonly strike: number
      readonly expiry: string
      readonly values: { readonly bid: number; readonly underlying: number }
    }[]
    readonly resolutions: readonly {
      readonly night: string
      readonly pick: number
      readonly settledOn: string
      readonly dividends: readonly { readonly exDate: string; readonly amount: number }[]
      readonly values: {
        readonly close: number
        readonly before: readonly { readonly exDate: string; readonly close: number }[]
      }
    }[]
  }
}
type PublicPick = File['entry']['picks'][number]
type PublicResolution = File['entry']['resolutions'][number]

/** Dollars for one contract of 100 shares, as whole cents. */
const cents = (dollarsPerShare: number): number => Math.round(dollarsPerShare * 10_000)
/** The text of the page as cents. */
const centsOf = (text: string | undefined): number =>
  Math.round(Number(text!.replaceAll(/[$,]/g, '').replace('−', '-')) * 100)

const commission = 65

/** Rules 1 to 6 of docs/record.md. */
function resultOf(rate: number, night: string, pick: PublicPick, resolution: PublicResolution) {
  const { bid, underlying } = pick.values
  const { dividends, values, settledOn } = resolution
  const isCall = pick.right === 'call'
  const early = isCall
    ? dividends.find(({ exDate }) => {
        const before = values.before.find((session) => session.exDate === exDate)!.close
        return cents(before) - cents(pick.strike) >= 100
      })
    : undefined
  const close = early ? values.before.find(({ exDate }) => exDate === early.exDate)!.close : values.close
  const paid = dividends
    .filter(({ exDate }) => !early || exDate < early.exDate)
    .reduce((sum, { amount }) => sum + cents(amount), 0)
  const inTheMoney = isCall ? cents(close) - cents(pick.strike) : cents(pick.strike) - cents(close)
  const isAssigned = inTheMoney >= 100
  const premium = cents(bid) - commission
  const shares = cents(close) - cents(underlying) + paid
  const cost = isAssigned ? inTheMoney : 0
  const days = (Date.parse(settledOn) - Date.parse(night)) / 86_400_000
  const capital = cents(isCall ? underlying : pick.strike)
  return {
    outcome: early ? 'assigned early' : isAssigned ? 'assigned' : 'expired',
    premium,
    cost,
    profit: premium + (isCall ? shares : 0) - cost,
    stock: shares,
    cash: Math.round(capital * (Math.exp((rate * days) / 365) - 1)),
  }
}

const option = (
  pick: PublishedPick,
  changes: Partial<PublishedPick> & { bid?: number; underlying?: number },
) => {
  const { bid = pick.values.bid, underlying = pick.values.underlying, ...terms } = changes
  return { ...pick, ...terms, values: { ...pick.values, bid, underlying } }
}

/** Calls and puts that expire, are assigned at the expiry, and are assigned before a dividend; at odd prices. */
const picks = [
  option(callPick, { strike: 105, bid: 1.5 }),
  option(callPick, { strike: 102, bid: 2.05, underlying: 100.07 }),
  option(callPick, { strike: 97.5, bid: 5.15, underlying: 99.93 }),
  option(callPick, { strike: 103, bid: 1.85, expiry: '2026-12-11' }),
  option(callPick, { strike: 103.01, bid: 1.84, expiry: '2026-12-11' }),
  option(putPick, { strike: 95, bid: 1.2 }),
  option(putPick, { strike: 107.5, bid: 8.35 }),
  option(putPick, { strike: 103, bid: 3.95, expiry: '2026-12-11' }),
  option(putPick, { strike: 103.99, bid: 4.45, underlying: 100.11, expiry: '2026-12-11' }),
  option(putPick, { strike: 104, bid: 4.5, underlying: 100.11, expiry: '2026-12-11' }),
]

test('ten results of the page are those that its reader computes from the files, to the cent', async () => {
  const testService = await makeTestService()
  const made = await recordOf({ record: testService.store.record })
  made.symbol.bars = barsOf({
    '2026-11-20': 100,
    '2026-12-08': 101.43,
    '2026-12-11': 103.01,
    '2026-12-18': 103.37,
  })
  made.symbol.declared = [{ exDate: '2026-12-09', amount: 0.37 }]
  await made.publish('2026-11-20', picks)
  await made.publish('2026-12-11')
  await made.publish('2026-12-18')

  const page = await (await testService.get('/record')).text()
  const paths = [...page.matchAll(/href="(\/record\/[^"]+\.json)"/g)].map(([, path]) => path!)
  expect(paths).toHaveLength(3)
  const files = await Promise.all(
    paths.map(async (path) => (await (await testService.get(path)).json()) as File),
  )
  const published = files.flatMap(({ entry }) => entry.picks.map((pick) => ({ entry, pick })))
  const resolutions = files.flatMap(({ entry }) => entry.resolutions)
  const computed = resolutions.map((resolution) => {
    const { entry, pick } = published.find(
      (candidate) => candidate.entry.night === resolution.night && candidate.pick.pick === resolution.pick,
    )!
    return { option: `${pick.right} ${pick.strike}`, ...resultOf(entry.rate, entry.night, pick, resolution) }
  })

  const shown = readTable(page, 'The newest 10 of 10 results').rows.map((row) => ({
    option: row['Option'],
    outcome: row['Outcome'],
    premium: centsOf(row['Premium']),
    cost: centsOf(row['Cost']),
    profit: centsOf(row['Profit']),
    stock: centsOf(row['100 shares']),
    cash: centsOf(row['Cash']),
  }))
  const byOption = (a: { option?: string | undefined }, b: { option?: string | undefined }) =>
    a.option! < b.option! ? -1 : 1
  expect(shown.toSorted(byOption)).toEqual(computed.toSorted(byOption))
  const outcomes = new Set(shown.map(({ outcome }) => outcome))
  expect(outcomes, 'each outcome occurs').toEqual(new Set(['assigned', 'assigned early', 'expired']))
})

test('the means and yields of the page are those of its results', async () => {
  const testService = await makeTestService()
  const made = await recordOf({ record: testService.store.record })
  made.symbol.bars = barsOf({ '2026-11-20': 100, '2026-12-11': 103.01, '2026-12-18': 103.37 })
  await made.publish('2026-11-20', [...picks, ...picks, ...picks])
  await made.publish('2026-12-11')
  await made.publish('2026-12-18')
  const page = await (await testService.get('/record')).text()
  const rows = readTable(page, 'The newest 30 of 30 results').rows
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const dollars = (amount: number) =>
    `${amount < 0 ? '−' : ''}$${Math.abs(amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
  expect(page).toContain(
    `<dt>Mean profit of a contract</dt><dd>${dollars(mean(rows.map((row) => centsOf(row['Profit']))))} `,
  )
  const ofPuts = rows.filter((row) => row['Option']!.startsWith('put'))
  const share = (name: string) =>
    mean(ofPuts.map((row) => centsOf(row[name]) / cents(Number(row['Option']!.slice(4)))))
  const puts = readTable(page, 'Premium less commission').rows.find(
    (row) => row['Sold'] === 'Puts' && row['Stated'] === 'all',
  )
  expect(puts).toMatchObject({
    Picks: String(ofPuts.length),
    Premium: `${(100 * share('Premium')).toFixed(1)} %`,
    Cost: `${(100 * share('Cost')).toFixed(1)} %`,
  })
})
