/**
 * Sample responses for a partner who may show derived figures only (contract/responses/licensed.ts). A test compares
 * them with what the service sends (mocks/unpriced.test.ts).
 */
import type { WireBestIncome, WireBestTrade } from '#contract/responses/lists/best-income.ts'
import type { WireChain, WireChainOption } from '#contract/responses/chain.ts'
import type { WireFullTradeIdea, WireFullTradeIdeas } from '#contract/responses/lists/full-ideas.ts'
import type { WireIncome, WireIncomeOption } from '#contract/responses/income.ts'
import type { History, WireWhy } from '#contract/responses/resources.ts'
import type { WireRoll } from '#contract/responses/roll.ts'
import type { WireScenario } from '#contract/responses/scenario.ts'
import type { UnknownField } from '#contract/responses/unknown.ts'

/** Returns the entries about fields that are not licensed. */
export const notLicensed = (...fields: readonly string[]): UnknownField[] =>
  fields.map((field) => ({ field, reason: 'not-licensed', asOf: null }))

/** Returns an object whose named fields are null. */
const hide = <Row extends object>(row: Row, fields: readonly (keyof Row)[]): Row => ({
  ...row,
  ...Object.fromEntries(fields.map((field) => [field, null])),
})

const optionPrices = [
  'return',
  'annualizedReturn',
  'premium',
  'breakeven',
  'maxReward',
  'maxRisk',
  'inPlainEnglish',
  'inPlainEnglishMessage',
  'bid',
  'ask',
  'openInterest',
  'volume',
  'fillPrice',
  'fairValue',
  'fairValueError',
  'premiumParts',
  'expectedMove',
  'returns',
] as const satisfies readonly (keyof WireIncomeOption)[]
const scorePrices = [
  'expectedGain',
  'expectedLoss',
  'expectedReward',
  'expectedRisk',
  'rangeLow',
  'rangeHigh',
] as const

/** Paths of the prices in an option. */
const optionPaths = [
  ...optionPrices,
  'checklist.sentence',
  'checklist.sentenceMessage',
  ...scorePrices.map((name) => `scoreParts.${name}`),
]

/** A message of the checklist with a price or a return. */
const pricedCheck = 'AnnualizedReturn'

const unpricedOption = (option: WireIncomeOption): WireIncomeOption => ({
  ...hide(option, optionPrices),
  checklist: option.checklist.map((item) =>
    item.name === pricedCheck ? hide(item, ['sentence', 'sentenceMessage']) : item,
  ),
  scoreParts: hide(option.scoreParts, scorePrices),
})

/** Returns the response about income without its prices. */
export const unpricedIncome = (income: WireIncome): WireIncome => ({
  ...hide(income, ['stockPrice', 'chainPrice']),
  callOptimals: income.callOptimals.map(unpricedOption),
  putOptimals: income.putOptimals.map(unpricedOption),
  callAlternatives: [],
  putAlternatives: [],
  contract: income.contract && unpricedOption(income.contract),
  unknown: notLicensed(
    'stockPrice',
    'chainPrice',
    ...(['callOptimals', 'putOptimals'] as const).flatMap((list) =>
      optionPaths.map((name) => `${list}.${name}`),
    ),
    ...(income.contract ? optionPaths.map((name) => `contract.${name}`) : []),
  ),
})

const whyPrices = [
  'sentence',
  'sentenceMessage',
  'supportAndResistance',
] as const satisfies readonly (keyof WireWhy)[]
const quotePrices = [
  'last',
  'change',
  'percentageChange',
  'volume',
  'week52Low',
  'week52High',
  'peRatio',
] as const satisfies readonly (keyof WireWhy['expandedQuote'])[]
const ruleTexts = ['sentence', 'sentenceMessage'] as const

/** Returns the analysis without its prices. */
export const unpricedWhy = (why: WireWhy): WireWhy => ({
  ...hide(why, whyPrices),
  rules: why.rules.map((rule) => hide(rule, ruleTexts)),
  expandedQuote: hide(why.expandedQuote, quotePrices),
  unknown: notLicensed(
    ...whyPrices,
    ...quotePrices.map((name) => `expandedQuote.${name}`),
    ...ruleTexts.map((name) => `rules.${name}`),
  ),
  dataStatus: { ...why.dataStatus, dataClass: 'derived' },
})

/** Returns the history without its bars. */
export const unpricedHistory = (history: History): History => ({
  ...history,
  date: [],
  open: [],
  high: [],
  low: [],
  close: [],
  volume: [],
  unknown: notLicensed('date', 'open', 'high', 'low', 'close', 'volume'),
})

const chainPrices = [
  'bid',
  'ask',
  'openInterest',
  'volume',
  'return',
  'annualizedReturn',
] as const satisfies readonly (keyof WireChainOption)[]

/** Returns the chain without its prices. */
export const unpricedChain = (chain: WireChain): WireChain => ({
  ...hide(chain, ['stockPrice', 'chainPrice']),
  expiries: chain.expiries.map((expiry) => ({
    ...hide(expiry, ['expectedMove']),
    rows: expiry.rows.map((row) => ({
      ...row,
      call: row.call && hide(row.call, chainPrices),
      put: row.put && hide(row.put, chainPrices),
    })),
  })),
  unknown: notLicensed(
    'stockPrice',
    'chainPrice',
    'expiries.expectedMove',
    ...(['call', 'put'] as const).flatMap((leg) => chainPrices.map((name) => `expiries.rows.${leg}.${name}`)),
  ),
})

const rollPrices = [
  'chainPrice',
  'bid',
  'ask',
  'costToClose',
  'profitKept',
  'profitShare',
  'isHalfKept',
  'intrinsicValue',
  'timeValue',
] as const satisfies readonly (keyof WireRoll)[]
const candidatePrices = ['bid', 'ask', 'credit', 'annualizedReturn'] as const
const contractPrices = ['bid', 'ask', 'credit'] as const

/** Returns the analysis of an open option without its prices. */
export const unpricedRoll = (roll: WireRoll): WireRoll => ({
  ...hide(roll, rollPrices),
  candidates: roll.candidates.map((candidate) => hide(candidate, candidatePrices)),
  expiries: roll.expiries.map((expiry) => ({
    ...expiry,
    contracts: expiry.contracts.map((contract) => hide(contract, contractPrices)),
  })),
  unknown: notLicensed(
    ...rollPrices,
    ...candidatePrices.map((name) => `candidates.${name}`),
    ...contractPrices.map((name) => `expiries.contracts.${name}`),
  ),
})

/** Returns the scenario without its prices. */
export const unpricedScenario = (scenario: WireScenario): WireScenario => ({
  ...hide(scenario, ['chainPrice', 'fairValue', 'breakeven']),
  prices: [],
  values: [],
  unknown: notLicensed('chainPrice', 'fairValue', 'breakeven', 'prices', 'values'),
})

const tradePrices = [
  'price',
  'premium',
  'return',
  'annualizedReturn',
  'openInterest',
] as const satisfies readonly (keyof WireBestTrade)[]

/** Returns the best income trades without their prices. */
export const unpricedBestIncome = (income: WireBestIncome): WireBestIncome => ({
  ...income,
  trades: income.trades.map((trade) => hide(trade, tradePrices)),
  unknown: notLicensed(...tradePrices.map((name) => `trades.${name}`)),
})

const ideaPrices = [
  'price',
  'change',
  'percentageChange',
  'callYield',
  'putYield',
] as const satisfies readonly (keyof WireFullTradeIdea)[]

const unpricedIdea = (idea: WireFullTradeIdea): WireFullTradeIdea => ({
  ...hide(idea, ideaPrices),
  rules: idea.rules.map((rule) => hide(rule, ruleTexts)),
  unknown: [
    ...idea.unknown,
    ...notLicensed(
      ...ideaPrices.filter((name) => idea[name] !== null),
      ...ruleTexts.map((name) => `rules.${name}`),
    ),
  ],
})

/** Returns the ideas, with all fields, without their prices. */
export const unpricedIdeas = (ideas: WireFullTradeIdeas): WireFullTradeIdeas => ({
  ...ideas,
  tradeIdeas: ideas.tradeIdeas.map(unpricedIdea),
})
