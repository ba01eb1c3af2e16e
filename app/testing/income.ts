/** A sample income response for tests: nine calls and nine puts, with the stock at 231.42. */
import type { Message } from '#contract/responses/lists/ideas.ts'
import type { Alternative, Income, IncomeOption, LegType } from '#contract/responses/income.ts'
import { columns, rows } from '#app/state/choices/cells.ts'

const message: Message = { code: 'test.none', params: {} }

/** One contract. `change` overrides fields. */
export function sampleOption(change: Partial<IncomeOption> = {}): IncomeOption {
  const strike = change.strike ?? 240
  const isCall = (change.legType ?? 'Call') === 'Call'
  const premium = change.premium ?? 3.8
  const breakeven = change.breakeven ?? (isCall ? 231.42 : strike) - premium
  return {
    strike,
    return: 0.0164,
    annualizedReturn: 0.094,
    premium,
    expiry: '2027-01-15T21:00:00Z',
    legType: 'Call',
    probability: 0.68,
    daysUntilExpiry: 64,
    delta: 0.34,
    breakeven,
    maxReward: Math.round((strike - breakeven) * 10_000) / 100,
    maxRisk: Math.round(breakeven * 10_000) / 100,
    serviceScore: 118,
    scoreError: 3.2,
    inPlainEnglish: 'Sell 1 AAPL Jan 15, 2027 240 Call for $380.00.',
    checklist: [
      {
        name: 'ProbabilityOfProfit',
        severity: 'Good',
        reason: null,
        sentence: '68 % chance that the call expires worthless.',
        sentenceMessage: message,
      },
      {
        name: 'Earnings',
        severity: 'Neutral',
        reason: null,
        sentence: 'Earnings are expected after this expiry.',
        sentenceMessage: message,
      },
      {
        name: 'Dividend',
        severity: 'Bad',
        reason: null,
        sentence: 'The stock goes ex-dividend before expiry.',
        sentenceMessage: message,
      },
      {
        name: 'Score',
        severity: 'Good',
        reason: null,
        sentence: 'The expected gain is larger than the expected loss.',
        sentenceMessage: message,
      },
    ],
    inPlainEnglishMessage: message,
    id: `AAPL270115${isCall ? 'C' : 'P'}00${strike}000`,
    expiryDate: '2027-01-15',
    timeframe: 'medium',
    riskProfile: 'optimal',
    bid: premium,
    ask: Math.round((premium + 0.1) * 100) / 100,
    openInterest: 5120,
    volume: 310,
    impliedVolatility: 0.27,
    gamma: 0.012,
    theta: -0.061,
    vega: 0.36,
    rho: 0.12,
    contracts: 1,
    probabilityError: 0.012,
    probabilityOfProfit: 0.56,
    probabilityOfProfitError: 0.011,
    spread: 0.026,
    fillPrice: premium + 0.01,
    fairValue: premium + 0.04,
    fairValueError: 0.09,
    premiumParts: {
      assignmentCost: 0.75 * premium,
      volatilityPremium: 0.25 * premium + 0.04,
      spreadCost: 0.04,
    },
    probabilityOfTouch: 0.52,
    expectedProfit: 0.0121,
    expectedMove: { low: 205.26, high: 257.58, deviation: 26.16 },
    impliedEvent: null,
    returns: isCall
      ? {
          ifUnchanged: { onPrice: change.return ?? 0.0164, onBasis: null },
          ifAssigned: { onPrice: (strike - 231.42 + premium) / 231.42, onBasis: null },
          purchasePrice: null,
        }
      : {
          ifUnchanged: { onPrice: change.return ?? 0.0164, onBasis: null },
          ifAssigned: null,
          purchasePrice: strike - premium,
        },
    warnings: [],
    scoreParts: {
      expectedGain: 3.62,
      expectedLoss: 3.07,
      forecast: 'mixture',
      impliedWeight: 0.5,
      realizedVolatility: 0.231,
      reportMove: null,
      probabilityOfProfit: 0.56,
      expectedReward: 10.2,
      expectedRisk: 10.9,
      rangeLow: 202,
      rangeHigh: 262,
    },
    ...change,
  }
}

const expiries = { short: ['2026-12-18', 36], medium: ['2027-01-15', 64], long: ['2027-03-19', 127] } as const

/** The nine contracts of one leg type: three expiries of three strikes. */
export const sampleOptimals = (leg: LegType): IncomeOption[] =>
  rows.flatMap((timeframe, row) =>
    columns.map((riskProfile, column) => {
      const [expiryDate, daysUntilExpiry] = expiries[timeframe]
      const strike = leg === 'call' ? 260 - 10 * column + 5 * row : 200 + 10 * column - 5 * row
      const premium = Math.round((1.2 + column * 1.6 + row * 1.3) * 100) / 100
      const legType = leg === 'call' ? 'Call' : 'Put'
      return sampleOption({
        timeframe,
        riskProfile,
        expiryDate,
        daysUntilExpiry,
        strike,
        premium,
        legType,
        return: premium / 231.42,
        annualizedReturn: ((premium / 231.42) * 365) / daysUntilExpiry,
        probability: 0.87 - 0.13 * column,
        delta: (leg === 'call' ? 1 : -1) * (0.14 + 0.12 * column),
        id: `AAPL${expiryDate.slice(2).replaceAll('-', '')}${legType[0]}00${strike}000`,
      })
    }),
  )

/** A complete response. `change` overrides fields. */
export function sampleIncome(change: Partial<Income> = {}): Income {
  return {
    underlying: 'AAPL',
    sentiment: 'Bullish',
    stockPrice: 231.42,
    optionsAsOf: '2026-11-12T20:59:00Z',
    chainPrice: 231.42,
    commission: 0,
    callOptimals: sampleOptimals('call'),
    putOptimals: sampleOptimals('put'),
    callAlternatives: [],
    putAlternatives: [],
    stockQuantity: null,
    costBasis: null,
    cash: null,
    contract: null,
    contractRefused: null,
    refused: [],
    unknown: [],
    listedContracts: 1840,
    timeframes: { short: { from: 20, to: 49 }, medium: { from: 50, to: 89 }, long: { from: 90, to: 180 } },
    dataStatus: { asOf: '2026-11-12T21:00:00Z', simulated: false, delayedSeconds: 900 },
    messageType: 'SUCCESS',
    ...change,
  }
}

/** Returns `option` as an alternative with a reason. */
export const sampleAlternative = (option: IncomeOption, reason: string): Alternative => ({
  ...option,
  reason,
  reasonMessage: message,
})
