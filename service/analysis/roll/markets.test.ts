/**
 * Tests rolls of many options of complete markets: figures are equal to those of How, prices are
 * quotes of the chain, and candidates follow their rules.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import type { ChainOption } from '#contract/responses/chain.ts'
import { RollSchema, type Roll } from '#contract/responses/roll.ts'
import type { RollQuery } from '#contract/api/routes.ts'
import { readSymbolFacts, type SymbolFacts } from '#service/lookups/symbol-facts.ts'
import { openRecordedMarket } from '#service/markets/recorded/recorded-market.ts'
import type { Market } from '#service/markets/market.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { analyseChain } from '../chain.ts'
import { analyseIncome } from '../income.ts'
import { allTrades } from '../income/income.fixture.ts'
import { dataFolder, hasRecorded } from '#service/analysis/reference/oracle-data.fixture.ts'
import { listedContract } from '#service/markets/osi.ts'
import { analyseRoll } from '../roll.ts'

const recordedFiles = ['chains-2026-08-21', 'bars-2025-08-22_2026-08-21']
const markets: readonly { name: string; isAvailable: boolean; open: () => Promise<Market> }[] = [
  {
    name: 'simulated',
    isAvailable: true,
    open: async () => simulatedMarket({ seed: 3, clock: () => new Date('2026-11-20T20:00:00Z') }),
  },
  {
    name: `recorded (needs ../shared/market-data/${recordedFiles.join(', ')})`,
    isAvailable: hasRecorded(...recordedFiles),
    open: () => openRecordedMarket(dataFolder),
  },
]

/** A store without recorded volatilities. */
const batches = { volatilities: async () => [] }

describe.each(markets)('rolls of the $name market', ({ isAvailable, open }) => {
  describe.skipIf(!isAvailable)('of stocks with many and with few options', { timeout: 60_000 }, () => {
    const facts = new Map<string, SymbolFacts>()
    beforeAll(async () => {
      const market = await open()
      for (const symbol of ['AAPL', 'TSLA', 'KO', 'DPZ', 'T']) {
        const symbolFacts = await readSymbolFacts({ market, batches }, symbol)
        if (symbolFacts?.chain) facts.set(symbol, symbolFacts)
      }
    }, 60_000)

    const rollOf = (symbolFacts: SymbolFacts, query: RollQuery): Roll =>
      v.parse(
        RollSchema,
        analyseRoll(
          {
            ...symbolFacts,
            chain: symbolFacts.chain!,
            contract: listedContract(symbolFacts.chain, query.contract)!,
          },
          query,
        ),
      ) as Roll

    /** Every 37th contract within 10 % of the price that does not expire today. */
    const sampleOf = (symbolFacts: SymbolFacts) =>
      symbolFacts
        .chain!.contracts.filter(
          ({ expiry, strike }) =>
            expiry > symbolFacts.today && Math.abs(strike / symbolFacts.chain!.underlyingPrice - 1) < 0.1,
        )
        .filter((_, index) => index % 37 === 0)

    test('an open option that How recommends has the same probability as in How and costs its ask', () => {
      let comparedCount = 0
      for (const symbolFacts of facts.values()) {
        const cells = new Map(
          allTrades(analyseIncome({ ...symbolFacts, benchmark: undefined }, {})).map((option) => [
            option.id,
            option,
          ]),
        )
        for (const openOption of cells.values()) {
          const { probability, costToClose, dataStatus, candidates } = rollOf(symbolFacts, {
            contract: openOption.id,
          })
          expect([openOption.id, probability, costToClose]).toEqual([
            openOption.id,
            openOption.probability,
            openOption.ask,
          ])
          expect(dataStatus).toEqual(symbolFacts.dataStatus)
          for (const {
            kind: _,
            credit: __,
            strikeGain: ___,
            daysAdded: ____,
            ...sharedFields
          } of candidates) {
            const cell = cells.get(sharedFields.id)
            if (!cell) continue
            comparedCount++
            expect(cell).toMatchObject(sharedFields)
          }
        }
      }
      expect(comparedCount).toBeGreaterThan(20)
    })

    test('candidates are accepted contracts, priced at their quotes, with a debit within its limits', () => {
      let candidateCount = 0
      for (const symbolFacts of facts.values()) {
        const contractsById = new Map(symbolFacts.chain!.contracts.map((contract) => [contract.id, contract]))
        const acceptedIds = new Set(
          symbolFacts.expiries.flatMap(({ contracts }) => contracts.map(({ id }) => id)),
        )
        for (const contract of sampleOf(symbolFacts)) {
          const price = contract.ask + 1
          const response = rollOf(symbolFacts, { contract: contract.id, price })
          if (response.refused !== null) expect(response.candidates).toEqual([])
          for (const candidate of response.candidates) {
            candidateCount++
            const { bid, right, strike, expiry } = contractsById.get(candidate.id)!
            expect(acceptedIds.has(candidate.id)).toBe(true)
            expect([right, expiry >= contract.expiry]).toEqual([contract.right, true])
            expect(candidate.credit).toBeCloseTo(bid - contract.ask, 4)
            expect(candidate.strikeGain).toBeCloseTo(
              right === 'call' ? strike - contract.strike : contract.strike - strike,
              3,
            )
            if (candidate.credit < 0) {
              expect(candidate.strikeGain).toBeGreaterThanOrEqual(-2 * candidate.credit - 1e-6)
              expect(-candidate.credit).toBeLessThanOrEqual(price + 1e-6)
            }
          }
        }
      }
      expect(candidateCount).toBeGreaterThan(100)
    })

    test('the table has all candidates, as in How, within 8 expiries, 11 strikes and 30 kB', () => {
      let [soldCount, refusedCount] = [0, 0]
      for (const symbolFacts of facts.values()) {
        const chain = new Map<string, ChainOption>(
          analyseChain({ ...symbolFacts, chain: symbolFacts.chain! }).expiries.flatMap(({ rows }) =>
            rows.flatMap(({ call, put }) =>
              [call, put].flatMap((option) => (option ? [[option.id, option] as const] : [])),
            ),
          ),
        )
        for (const contract of sampleOf(symbolFacts)) {
          const response = rollOf(symbolFacts, { contract: contract.id, price: contract.ask + 1 })
          const { expiries, candidates, costToClose } = response
          expect(new Blob([JSON.stringify(response)]).size).toBeLessThanOrEqual(30_000)
          expect(expiries.length).toBeLessThanOrEqual(8)
          const contracts = expiries.flatMap((expiry) => expiry.contracts)
          expect(new Set(contracts.map(({ strike }) => strike)).size).toBeLessThanOrEqual(11)
          const byId = new Map(contracts.map((item) => [item.id, item]))
          expect(byId.size).toBe(contracts.length)
          for (const { id, credit, probability, warnings, bid } of candidates)
            expect(byId.get(id)).toMatchObject({ credit, probability, warnings, bid, refused: null })
          for (const { id, bid, credit, probability, refused } of contracts) {
            const listed = chain.get(id)!
            expect([id, bid]).toEqual([listed.id, listed.bid])
            if (credit === null) {
              refusedCount++
              // How selects neither.
              if (listed.return !== null) expect(['wide-spread', 'below-fair-value']).toContain(refused)
              else expect([id, refused]).toEqual([id, listed.refused])
              continue
            }
            soldCount++
            // The chain table has the decision of How.
            expect([id, refused, listed.refused]).toEqual([id, null, null])
            expect(credit).toBeCloseTo(bid - costToClose!, 4)
            expect([id, probability]).toEqual([id, listed.probability])
            expect(listed.return).not.toBe(null)
          }
        }
      }
      expect(soldCount).toBeGreaterThan(1000)
      expect(refusedCount).toBeGreaterThan(20)
    })

    test('probability and time value are null exactly if the quote is refused', () => {
      for (const symbolFacts of facts.values())
        for (const contract of sampleOf(symbolFacts)) {
          const { refused, probability, timeValue, costToClose } = rollOf(symbolFacts, {
            contract: contract.id,
          })
          expect(probability === null).toBe(refused !== null)
          expect(costToClose === null).toBe(refused !== null || contract.ask === 0)
          expect(timeValue === null).toBe(costToClose === null)
        }
    })
  })
})
