/**
 * Rolls over whole markets: figures are How's, prices are honest, and the promises about candidates hold on real
 * quotes.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { RollSchema, type Roll } from '#contract/responses/roll.ts'
import type { RollQuery } from '#contract/api/routes.ts'
import { readSymbolFacts, type SymbolFacts } from '#service/lookups/symbol-facts.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import type { Market } from '#service/markets/market.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { analyseIncome } from '../income.ts'
import { everything } from '../income/income.fixture.ts'
import { dataFolder, hasRecorded } from '#service/analysis/reference/oracle-data.fixture.ts'
import { listedContract } from '#service/markets/osi.ts'
import { analyseRoll } from '../roll.ts'

const wanted = ['chains-2026-08-21', 'bars-2025-08-22_2026-08-21']
const markets: readonly { name: string; there: boolean; open: () => Promise<Market> }[] = [
  {
    name: 'simulated',
    there: true,
    open: async () => simulatedMarket({ seed: 3, clock: () => new Date('2026-11-20T20:00:00Z') }),
  },
  {
    name: `recorded (needs ../shared/market-data/${wanted.join(', ')})`,
    there: hasRecorded(...wanted),
    open: () => openRecordedMarket(dataFolder),
  },
]

const batches = { volatilities: async () => [] }

describe.each(markets)('rolls over the market, $name', ({ there, open }) => {
  describe.skipIf(!there)('of stocks with many and with few options', { timeout: 60_000 }, () => {
    const facts = new Map<string, SymbolFacts>()
    beforeAll(async () => {
      const market = await open()
      for (const symbol of ['AAPL', 'TSLA', 'KO', 'DPZ']) {
        const known = await readSymbolFacts(market, batches, symbol)
        if (known?.chain) facts.set(symbol, known)
      }
    }, 60_000)

    const rollOf = (known: SymbolFacts, query: RollQuery): Roll =>
      v.parse(
        RollSchema,
        analyseRoll(
          { ...known, chain: known.chain!, contract: listedContract(known.chain, query.contract)! },
          query,
        ),
      )

    /** Every open option around the money, in a sample. */
    const sample = (known: SymbolFacts) =>
      known
        .chain!.contracts.filter(
          ({ expiry, strike }) =>
            expiry > known.today && Math.abs(strike / known.chain!.underlyingPrice - 1) < 0.1,
        )
        .filter((_, index) => index % 37 === 0)

    test('every contract that How sells has its probability, and costs its ask', () => {
      let compared = 0
      for (const known of facts.values()) {
        const cells = new Map(
          everything(analyseIncome({ ...known, benchmark: undefined }, {})).map((option) => [
            option.id,
            option,
          ]),
        )
        for (const open of cells.values()) {
          const { probability, costToClose, dataStatus, candidates } = rollOf(known, { contract: open.id })
          expect([open.id, probability, costToClose]).toEqual([open.id, open.probability, open.ask])
          expect(dataStatus).toEqual(known.dataStatus)
          for (const { kind: _, credit: __, strikeGain: ___, daysAdded: ____, ...same } of candidates) {
            const cell = cells.get(same.id)
            if (!cell) continue
            compared++
            expect(cell).toMatchObject(same)
          }
        }
      }
      expect(compared).toBeGreaterThan(20)
    })

    test('candidates are listed, believed, at their quotes, and better for the seller', () => {
      let offered = 0
      for (const known of facts.values()) {
        const listed = new Map(known.chain!.contracts.map((contract) => [contract.id, contract]))
        const believed = new Set(known.expiries.flatMap(({ contracts }) => contracts.map(({ id }) => id)))
        for (const contract of sample(known)) {
          const price = contract.ask + 1
          const answer = rollOf(known, { contract: contract.id, price })
          if (answer.refused !== null) expect(answer.candidates).toEqual([])
          for (const one of answer.candidates) {
            offered++
            const { bid, right, strike, expiry } = listed.get(one.id)!
            expect(believed.has(one.id)).toBe(true)
            expect([right, expiry >= contract.expiry]).toEqual([contract.right, true])
            expect(one.credit).toBeCloseTo(bid - contract.ask, 4)
            expect(one.strikeGain).toBeCloseTo(
              right === 'call' ? strike - contract.strike : contract.strike - strike,
              3,
            )
            if (one.credit < 0) {
              expect(one.strikeGain).toBeGreaterThanOrEqual(-2 * one.credit - 1e-6)
              expect(-one.credit).toBeLessThanOrEqual(price + 1e-6)
            }
          }
        }
      }
      expect(offered).toBeGreaterThan(100)
    })

    test('probability and time value are null where the quote is refused, and only there', () => {
      for (const known of facts.values())
        for (const contract of sample(known)) {
          const { refused, probability, timeValue, costToClose } = rollOf(known, { contract: contract.id })
          expect(probability === null).toBe(refused !== null)
          expect(costToClose === null).toBe(refused !== null || contract.ask === 0)
          expect(timeValue === null).toBe(costToClose === null)
        }
    })
  })
})
