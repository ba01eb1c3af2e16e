/** Why and its parts, and the look-ups about one symbol. */
import { rankWords, unknownWords } from './ideas.ts'
import type { WordsOf } from './words.ts'

/** One text for every `dataStatus`. */
export const dataStatusWords = 'Additive. What the figures are, and of when.'

export const whyWords: WordsOf<
  | 'Why'
  | 'SupportAndResistance'
  | 'Level'
  | 'Trend'
  | 'ExpandedQuote'
  | 'Dividend'
  | 'DataStatus'
  | 'DataStatusParts'
  | 'PartStatus'
> = {
  Why: {
    description: 'Technical analysis of one symbol.',
    properties: {
      symbol: 'Additive. Ticker in its one form.',
      sentiment:
        'Direction of the trends; null if the bars do not say, as are then the rank, the sentence, the levels and both trends.',
      ...rankWords,
      liquidityExplanation: '`liquidityRank` in words.',
      sentence: 'The analysis in an English sentence; null if the bars do not say.',
      sentenceMessage: 'Additive. `sentence` without a language.',
      supportAndResistance: 'Levels around the price; null if the bars do not say.',
      oneMonthTrend: 'Trend of the last month; null if the bars do not say.',
      sixMonthTrend: 'Trend of the last six months; null with fewer than 200 bars.',
      expandedQuote: 'The last price and what belongs to it.',
      earningsDate: 'When the next earnings are due, UTC; null if that is not known, or a fund has none.',
      earningsTime: 'When on that day.',
      earningsEstimated:
        'Additive. Whether the date is taken from the past rhythm of the company, not announced.',
      dividend: 'Additive. The next dividend; null if none is known.',
      impliedVolatility: [
        'fraction-per-year',
        'Additive. Implied volatility 30 days ahead; null without an option chain.',
      ],
      rules:
        'Additive. The technical signals of the last bar and of the four before, each once where it fired last: those that count towards an idea. The weightiest first; one that fired before the last bar against today’s six-month trend is left out.',
      marketCap: ['usd', 'Additive. Market capitalization; null where it is not known.'],
      unknown: unknownWords,
      dataStatus: dataStatusWords,
      messageType: '`SUCCESS` on every answer; a problem has none.',
    },
  },
  SupportAndResistance: {
    description: 'Prices where the trend of the last year has turned.',
    properties: {
      support: 'Below the price, the nearest first.',
      resistance: 'Above the price, the nearest first.',
    },
  },
  Level: {
    description: 'One level of support or resistance.',
    properties: {
      value: ['usd-per-share', 'Price of the level, adjusted for splits.'],
      date: 'When it was last touched, UTC: the close of that session.',
      touches: ['times', 'Additive. How often the price has turned there within a year.'],
      strength: [
        'none',
        'Additive. Touches weighed by how recent they are and by the volume traded; more is stronger.',
      ],
    },
  },
  Trend: {
    description: 'A trend as one of ten states.',
    properties: {
      value: [
        'rank',
        'From the most bearish to the most bullish: −4 bearish and overextended, −3 bearish continuation, −2 bearish start, −1 bearish turning neutral, 0 mildly bearish, 1 mildly bullish, 2 bullish turning neutral, 3 bullish start, 4 bullish continuation, 5 bullish and overextended.',
      ],
      sentimentInterpretation: 'Direction of the state.',
    },
  },
  ExpandedQuote: {
    description:
      'The last price and what belongs to it. What is null has its reason in `unknown`, but for `eps` and `peRatio`.',
    properties: {
      last: ['usd-per-share', 'Last price; null where nothing has traded.'],
      change: ['usd-per-share', 'Change since the previous close; null where either is not known.'],
      percentageChange: ['percent', 'The same as `change`, in percent.'],
      volume: ['shares', 'Traded in this session; null where it is not known.'],
      week52Low: [
        'usd-per-share',
        'Lowest of the last 52 calendar weeks, adjusted for splits, not for dividends; null if the bars do not say.',
      ],
      week52High: [
        'usd-per-share',
        'Highest of the last 52 calendar weeks, adjusted for splits, not for dividends; null if the bars do not say.',
      ],
      eps: [
        'usd-per-share',
        'Earnings of the trailing twelve months; null if they are not known, as of a fund.',
      ],
      peRatio: ['none', 'Price over trailing earnings; null where they are negative or not known.'],
      companyName: 'Name of the company or fund.',
      sector: 'Sector of the company.',
      exchange: 'Exchange the symbol is listed at.',
    },
  },
  Dividend: {
    description: 'A dividend to come.',
    properties: {
      exDate: 'The first day on which a buyer does not get it, in New York.',
      amount: ['usd-per-share', 'Amount paid.'],
    },
  },
  DataStatus: {
    description: 'What the figures of an answer are, and of when.',
    properties: {
      asOf: 'The moment the figures hold for, on the market’s own clock, UTC. It stands still where the source fails and the last good answer stands in.',
      simulated: 'Whether the data is made up.',
      delayedSeconds: [
        'seconds',
        'How far the data lags the exchange; 0 is not at all. Recorded data is of `asOf`, and has 0.',
      ],
      source: 'Whose the data is: `simulated`, `recorded`, or the name of the vendor.',
      parts: 'How each part stands, in the answers about one symbol that are made of them.',
    },
  },
  DataStatusParts: {
    description: 'How each part of what is known about a symbol stands.',
    properties: {
      price: 'The last price.',
      options: 'The quotes of the option chain.',
      bars: 'The daily bars.',
      dividends: 'The dividends to come.',
      earnings: 'The date of the next earnings.',
    },
  },
  PartStatus: {
    description: 'How one part stands.',
    properties: {
      state: 'Whether it is there and how old it is.',
      asOf: 'The moment it is of, UTC; null if the source does not tell one, as with dividends and earnings.',
      reason: 'Why it is not `current`; null if it is.',
    },
  },
}
