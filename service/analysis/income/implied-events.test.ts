/** Events that the recorded chains of 2026-08-21 imply, compared with the known reports. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Earnings } from '#service/markets/market.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import { dataFolder, hasRecorded } from '#service/analysis/reference/oracle-data.fixture.ts'
import { validateBars } from '../bars/validate-bars.ts'
import { config } from '../config.ts'
import { analyseIncome, type IncomeInput } from '../income.ts'
import { expiriesFor } from '../surface.ts'
import { eventsOfChain } from './implied-events.ts'
import { allTrades } from './income.fixture.ts'

const recordedFiles = ['chains-2026-08-21', 'bars-2025-08-22_2026-08-21']

describe.skipIf(!hasRecorded(...recordedFiles))(
  `implied events of recorded chains (needs ../shared/market-data/${recordedFiles.join(', ')})`,
  () => {
    const inputs: IncomeInput[] = []
    beforeAll(async () => {
      const market = await openRecordedMarket(dataFolder)
      for (const symbol of await market.universe()) {
        const chain = await market.chain(symbol)
        if (!chain || chain.contracts.length === 0) continue
        const [profile, bars, quote, earnings] = await Promise.all([
          market.profile(symbol),
          market.bars(symbol),
          market.quote(symbol),
          market.earnings(symbol),
        ])
        const [today, riskFreeRate] = [market.today(), market.riskFreeRate()]
        const { commission } = config.income
        const facts = { profile: profile!, chain, today, date: today, riskFreeRate, commission }
        inputs.push({
          ...facts,
          bars: validateBars(bars, { lastSession: today, chain, price: quote?.last }),
          quote,
          earnings,
          volatilities: [],
          benchmark: undefined,
          dataStatus: { asOf: '2026-08-21T20:00:00.000Z', simulated: false, delayedSeconds: 0 },
          expiries: expiriesFor(facts),
        })
      }
    }, 60_000)

    const eventsOf = ({ expiries }: IncomeInput) => eventsOfChain(expiries!, 'stock').until('9999-12-31')
    const contains = ({ after, until }: ReturnType<typeof eventsOf>[number], { day }: Earnings) =>
      (after === null || day >= after) && day <= until

    test('without a calendar most reports are found, and nothing else', () => {
      const events = inputs.flatMap((input) =>
        eventsOf(input).map((event) => ({ symbol: input.profile.symbol, event, report: input.earnings })),
      )
      expect(events.length).toBeGreaterThanOrEqual(10)
      const falseAlarms = events.filter(({ event, report }) => !report || !contains(event, report))
      expect(falseAlarms.map(({ symbol, event }) => ({ symbol, ...event }))).toEqual([])
      const found = new Set(events.map(({ symbol }) => symbol))
      expect([...found]).toEqual(expect.arrayContaining(['AVGO', 'AMZN', 'META', 'PLTR', 'JPM']))
    })

    test('no trade spans a clear event without a warning', () => {
      let spanning = 0
      for (const input of inputs) {
        const [event] = eventsOf(input)
        for (const option of allTrades(analyseIncome({ ...input, earnings: null }, {}))) {
          const isSpanning = event !== undefined && option.expiryDate >= event.until
          if (isSpanning) spanning++
          expect(option.warnings.includes('earnings-before-expiry'), option.id).toBe(isSpanning)
          expect(option.impliedEvent?.until, option.id).toBe(isSpanning ? event.until : undefined)
        }
      }
      expect(spanning).toBeGreaterThan(60)
    })

    test('with the calendar a known report is named, and no event beside it', () => {
      for (const input of inputs)
        expect(
          allTrades(analyseIncome(input, {})).filter(({ impliedEvent }) => impliedEvent),
          input.profile.symbol,
        ).toEqual([])
    })
  },
)
