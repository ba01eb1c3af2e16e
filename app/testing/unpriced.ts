/** Sample responses for a partner who may not show prices (contract/responses/licensed.ts). */
import type { Income, IncomeOption, WireIncome, WireIncomeOption } from '#contract/responses/income.ts'
import type { UnknownField } from '#contract/responses/unknown.ts'
import type { Why, WireWhy } from '#contract/responses/resources.ts'

const notLicensed = (field: string): UnknownField => ({ field, reason: 'not-licensed', asOf: null })

const unpricedOption = (option: IncomeOption): WireIncomeOption => ({
  ...option,
  return: null,
  annualizedReturn: null,
  premium: null,
  breakeven: null,
  maxReward: null,
  maxRisk: null,
  inPlainEnglish: null,
  inPlainEnglishMessage: null,
  bid: null,
  ask: null,
  fillPrice: null,
  fairValue: null,
  expectedMove: null,
  returns: null,
  checklist: option.checklist.map((item) =>
    item.name === 'AnnualizedReturn' ? { ...item, sentence: null, sentenceMessage: null } : item,
  ),
  scoreParts: {
    ...option.scoreParts,
    expectedGain: null,
    expectedLoss: null,
    expectedReward: null,
    expectedRisk: null,
    rangeLow: null,
    rangeHigh: null,
  },
})

/** Returns the response about income without its prices. */
export const unpricedIncome = (income: Income): WireIncome => ({
  ...income,
  stockPrice: null,
  chainPrice: null,
  callOptimals: income.callOptimals.map(unpricedOption),
  putOptimals: income.putOptimals.map(unpricedOption),
  callAlternatives: [],
  putAlternatives: [],
  contract: income.contract && unpricedOption(income.contract),
  unknown: [notLicensed('stockPrice'), notLicensed('callOptimals.premium')],
})

/** Returns the analysis without its prices. */
export const unpricedWhy = (why: Why): WireWhy => ({
  ...why,
  sentence: null,
  sentenceMessage: null,
  supportAndResistance: null,
  rules: why.rules.map((rule) => ({ ...rule, sentence: null, sentenceMessage: null })),
  expandedQuote: {
    ...why.expandedQuote,
    last: null,
    change: null,
    percentageChange: null,
    week52Low: null,
    week52High: null,
  },
  unknown: [
    notLicensed('sentence'),
    notLicensed('expandedQuote.last'),
    notLicensed('expandedQuote.week52High'),
    notLicensed('supportAndResistance'),
  ],
})
