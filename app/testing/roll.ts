/**
 * A sample roll response for tests: a covered call sold at 4.20 that now costs 2.10, with the stock at
 * 231.42.
 */
import type { Roll, RollCandidate, RollContract, RollExpiry } from '#contract/responses/roll.ts'
import { sampleIncome } from './income.ts'

export const sampleRollCandidate = (change: Partial<RollCandidate> = {}): RollCandidate => ({
  kind: 'up-and-out',
  id: 'AAPL270115C00245000',
  expiryDate: '2027-01-15',
  daysUntilExpiry: 64,
  strike: 245,
  bid: 3.4,
  ask: 3.6,
  credit: 1.3,
  strikeGain: 5,
  daysAdded: 28,
  probability: 0.72,
  annualizedReturn: 0.084,
  warnings: ['earnings-before-expiry'],
  ...change,
})

export const sampleRollContract = (change: Partial<RollContract> = {}): RollContract => ({
  id: 'AAPL261218C00245000',
  strike: 245,
  bid: 1.2,
  ask: 1.3,
  refused: null,
  credit: -0.9,
  probability: 0.83,
  warnings: [],
  ...change,
})

const noFigures = { credit: null, probability: null } as const

/** Contracts of the table that are not candidates, by expiry: worse strikes, and contracts that are not offered. */
const otherContracts: RollExpiry[] = [
  {
    expiryDate: '2026-12-18',
    daysUntilExpiry: 36,
    daysAdded: 0,
    contracts: [
      sampleRollContract({ id: 'AAPL261218C00235000', strike: 235, bid: 3.7, ask: 3.8, credit: 1.6 }),
      sampleRollContract(),
    ],
  },
  {
    expiryDate: '2027-01-15',
    daysUntilExpiry: 64,
    daysAdded: 28,
    contracts: [
      sampleRollContract({
        id: 'AAPL270115C00230000',
        strike: 230,
        bid: 1.4,
        ask: 9,
        refused: 'wide-spread',
        ...noFigures,
      }),
      sampleRollContract({ id: 'AAPL270115C00235000', strike: 235, bid: 1, ask: 1.2, ...noFigures }),
    ],
  },
]

/** Returns the table of `otherContracts` and the candidates. */
const expiriesWith = (candidates: readonly RollCandidate[]): RollExpiry[] =>
  otherContracts.map((expiry) => {
    const sameExpiry = candidates.filter(({ expiryDate }) => expiryDate === expiry.expiryDate)
    return {
      ...expiry,
      daysUntilExpiry: sameExpiry[0]?.daysUntilExpiry ?? expiry.daysUntilExpiry,
      contracts: [
        ...expiry.contracts,
        ...sameExpiry.map(({ id, strike, bid, ask, credit, probability, warnings }) => ({
          id,
          strike,
          bid,
          ask,
          credit,
          probability,
          warnings,
          refused: null,
        })),
      ].toSorted((a, b) => a.strike - b.strike),
    }
  })

const sampleCandidates: RollCandidate[] = [
  sampleRollCandidate(),
  sampleRollCandidate({
    kind: 'out',
    id: 'AAPL270115C00240000',
    strike: 240,
    strikeGain: 0,
    bid: 4.9,
    ask: 5.1,
    credit: 2.8,
    probability: 0.64,
    warnings: [],
  }),
]

/** The table has the candidates and a few other contracts, unless `change` has another table. */
export const sampleRoll = (change: Partial<Roll> = {}): Roll => ({
  id: 'AAPL261218C00240000',
  underlying: 'AAPL',
  legType: 'Call',
  strike: 240,
  expiryDate: '2026-12-18',
  daysUntilExpiry: 36,
  optionsAsOf: '2026-11-12T20:59:00Z',
  chainPrice: 231.42,
  bid: 2,
  ask: 2.1,
  refused: null,
  commission: 0.65,
  price: 4.2,
  costBasis: 180.5,
  costToClose: 2.1,
  profitKept: 2.1,
  profitShare: 0.5,
  isHalfKept: true,
  probability: 0.76,
  intrinsicValue: 0,
  timeValue: 2.1,
  assignment: { isInTheMoney: false, isNear: false, causes: [] },
  greeks: { delta: -27.5, gamma: -1.4, theta: 6.25, vega: -24.1, rho: -5.2 },
  dividend: null,
  earnings: null,
  candidates: sampleCandidates,
  expiries: expiriesWith(change.candidates ?? sampleCandidates),
  unknown: [],
  dataStatus: sampleIncome().dataStatus,
  messageType: 'SUCCESS',
  ...change,
})
