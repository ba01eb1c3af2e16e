/** Sample responses about one symbol for tests. */
import {
  type AverageSessions,
  averageSessions,
  type FiredRule,
  type History,
  type HistoryRange,
  type News,
  type Why,
} from '#contract/responses/resources.ts'
import { dayNumber, dayText } from '#app/panels/why/chart/scales.ts'

const lastDay = dayNumber('2026-11-12')
const barsByRange: Record<HistoryRange, number> = { '1M': 22, '3M': 64, '6M': 127, '1Y': 252, '2Y': 504 }

/**
 * Daily bars up to Nov 12, 2026: a noisy rise to the close `last`. Deterministic: each call returns the
 * same bars.
 */
export function sampleHistory(range: HistoryRange, last = 231.42, symbol = 'AAPL'): History {
  const days: number[] = []
  for (let day = lastDay; days.length < barsByRange[range]; day--)
    if (![0, 6].includes(new Date(day * 86_400_000).getUTCDay())) days.unshift(day)
  let seed = 7
  const noise = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5
  const steps = Array.from({ length: 504 }, () => noise() * 0.022).slice(-days.length)
  const close: number[] = []
  let price = last
  for (const step of steps.toReversed()) {
    close.unshift(Number(price.toFixed(2)))
    price *= 1 - step - 0.0006
  }
  return {
    symbol,
    range,
    date: days.map(dayText),
    open: close.map((value) => Number((value * 0.997).toFixed(2))),
    high: close.map((value) => Number((value * 1.008).toFixed(2))),
    low: close.map((value) => Number((value * 0.991).toFixed(2))),
    close,
    volume: close.map((_, i) => 40_000_000 + 90_000 * ((i * 37) % 101)),
  }
}

/** Adds the moving averages of the closes. An average is null on days with too few earlier closes. */
export function withMovingAverages(history: History): History {
  const averageOf = (sessions: AverageSessions) => {
    const close = history.close.map((_, i) => {
      const window = history.close.slice(Math.max(0, i + 1 - sessions), i + 1)
      return window.length < sessions
        ? null
        : Number((window.reduce((sum, value) => sum + value, 0) / sessions).toFixed(2))
    })
    return { sessions, close, unknown: close.includes(null) ? ('too-few-bars' as const) : null }
  }
  return { ...history, averages: averageSessions.map(averageOf) }
}

const rule = (
  code: string,
  sentiment: 'Bullish' | 'Bearish',
  period: number,
  reason: string,
  sentence: string,
  day = '2026-11-12',
  age = 0,
): FiredRule => ({
  ruleMatch: code,
  sentiment,
  period,
  reason,
  sentence,
  code,
  reasonMessage: { code: `${code}.reason`, params: {} },
  sentenceMessage: { code: `${code}.sentence`, params: {} },
  day,
  age,
})
const level = (value: number, date: string) => ({
  value,
  date: `${date}T21:00:00Z`,
  touches: 2,
  strength: 1.5,
})

export const sampleWhy: Why = {
  symbol: 'AAPL',
  sentiment: 'Bullish',
  technicalRank: 9,
  impliedVolatilityRank: 62,
  impliedVolatilityRankBasis: 'implied',
  liquidityRank: 1,
  liquidityExplanation: 'Very Liquid',
  sentence:
    'AAPL is in a 1-month and 6-month uptrend. It is trading between support at $224.10 and resistance at $238.00.',
  sentenceMessage: { code: 'why.trend', params: { symbol: 'AAPL' } },
  supportAndResistance: {
    support: [level(224.1, '2026-10-02'), level(212.3, '2026-08-14'), level(198.2, '2026-06-01')],
    resistance: [level(238, '2026-09-30'), level(246.5, '2026-07-20')],
  },
  oneMonthTrend: { value: 4, sentimentInterpretation: 'Bullish' },
  sixMonthTrend: { value: 3, sentimentInterpretation: 'Bullish' },
  expandedQuote: {
    last: 231.42,
    change: 2.84,
    percentageChange: 1.24,
    volume: 48_200_000,
    week52Low: 164.08,
    week52High: 248.23,
    eps: 6.59,
    peRatio: 35.1,
    companyName: 'Apple Inc.',
    sector: 'Technology',
    exchange: 'NASDAQ',
  },
  earningsDate: '2026-12-03T21:00:00Z',
  earningsTime: 'AfterClose',
  earningsEstimated: true,
  dividend: { exDate: '2026-11-24', amount: 0.26 },
  impliedVolatility: 0.243,
  impliedVolatilityPercentile: 71,
  impliedToRealizedVolatility: 1.14,
  rules: [
    rule(
      'breakout',
      'Bullish',
      21,
      'Breakout above resistance',
      'The price closed above $229.80, the highest close of the last month.',
      '2026-11-09',
      3,
    ),
    rule(
      'golden-cross',
      'Bullish',
      50,
      'Golden cross',
      'The 50-day average has crossed above the 200-day average.',
    ),
    rule('overbought', 'Bearish', 14, 'Overbought', 'The relative strength index stands at 72, above 70.'),
  ],
  marketCap: 3.45e12,
  unknown: [],
  dataStatus: { asOf: '2026-11-12T21:00:00Z', simulated: true, delayedSeconds: 900 },
  messageType: 'SUCCESS',
}

/**
 * A response about a newly listed company with losses, and without implied volatility, levels, rules or
 * earnings date.
 */
export const sampleWhyWithoutOptions: Why = {
  ...sampleWhy,
  symbol: 'NEWCO',
  sentiment: 'Bearish',
  impliedVolatilityRank: null,
  impliedVolatilityRankBasis: null,
  impliedVolatility: null,
  impliedVolatilityPercentile: null,
  impliedToRealizedVolatility: null,
  liquidityRank: 3,
  liquidityExplanation: 'Not Liquid',
  supportAndResistance: { support: [], resistance: [] },
  expandedQuote: {
    ...sampleWhy.expandedQuote,
    last: 0.8123,
    change: -0.0211,
    percentageChange: -2.53,
    eps: -1.2,
    peRatio: null,
    companyName: 'NewCo Holdings International Corporation of Delaware',
    exchange: 'NYSE',
  },
  oneMonthTrend: { value: -2, sentimentInterpretation: 'Bearish' },
  earningsDate: null,
  earningsTime: 'Unknown',
  earningsEstimated: false,
  dividend: null,
  rules: [],
  marketCap: null,
}

/**
 * A response about a symbol whose daily prices ended months ago: it has a price and options, but no
 * analysis.
 */
export const sampleStaleWhy: Why = {
  ...sampleWhy,
  symbol: 'OLDCO',
  sentiment: null,
  technicalRank: null,
  sentence: null,
  sentenceMessage: null,
  supportAndResistance: null,
  oneMonthTrend: null,
  sixMonthTrend: null,
  expandedQuote: { ...sampleWhy.expandedQuote, week52Low: null, week52High: null },
  rules: [],
  unknown: [
    'sentiment',
    'technicalRank',
    'sentence',
    'sentenceMessage',
    'supportAndResistance',
    'oneMonthTrend',
    'sixMonthTrend',
    'expandedQuote.week52Low',
    'expandedQuote.week52High',
  ].map((field) => ({ field, reason: 'old-bars', asOf: '2026-02-27' })),
}

export const sampleNews: News = {
  symbol: 'AAPL',
  news: [
    {
      id: '1',
      headline: 'Apple raises its outlook for the holiday quarter as services grow',
      source: 'Market Wire',
      time: '2026-11-12T19:15:00Z',
      url: 'https://news.example/1',
    },
    {
      id: '2',
      headline: 'What analysts expect of the next chip',
      source: 'Street Notes',
      time: '2026-11-11T14:00:00Z',
      url: null,
    },
    {
      id: '3',
      headline: 'A headline with a bad address',
      source: 'Street Notes',
      time: '2026-11-09T14:00:00Z',
      url: 'javascript:alert(1)',
    },
  ],
}
