/** What and its parts. */
import type { WordsOf } from './words.ts'

const technicalRank = [
  'rank',
  'Decile of the technical score within the universe of the scan: 1 is the weakest tenth, 10 the strongest. Null if there is none, for example for a leveraged fund.',
] as const
export const rankWords = {
  technicalRank,
  impliedVolatilityRank: [
    'rank',
    'Position of today’s 30-day implied volatility between the lowest and the highest of the year, 0 to 100. Null if unknown.',
  ],
  impliedVolatilityRankBasis: 'Additive. The basis of `impliedVolatilityRank`; null if there is no rank.',
  liquidityRank: ['rank', 'How easily options on the symbol are traded: 1 very, 2 somewhat, 3 not.'],
} as const

export const toneWords = {
  toneSentence:
    'Additive. Relation of the idea to the trend of the market, in English; null if that is neutral or unknown.',
  toneMessage: 'Additive. `toneSentence` without a language.',
} as const

/** One text for every `unknown`. */
export const unknownWords = 'Additive. Every field that is null because nothing is known, and why.'

export const ideaWords: WordsOf<
  | 'TradeIdeas'
  | 'TradeIdea'
  | 'StrengthParts'
  | 'EarningsMove'
  | 'Rule'
  | 'FiredRule'
  | 'Message'
  | 'UnknownField'
> = {
  TradeIdeas: {
    description: 'The ideas of the latest overnight scan, the strongest first.',
    properties: {
      tradeIdeas: 'The ideas, by `strength` and then by ticker; 250 at most. Empty before the first scan.',
      dateOfScan: 'Additive. When the batch was published, UTC; null if no scan has run yet.',
      tradingDay: 'Additive. The exchange’s day that the batch is based on; null if no scan has run yet.',
      tradingDaysOld: [
        'trading-days',
        'Additive. Trading days completed since `tradingDay`, by the calendar of the exchange: 0 for the latest possible scan. A day is over at midnight in New York. Null if no scan has run yet.',
      ],
      universeSize: ['symbols', 'Additive. How many symbols the scan looked at.'],
    },
  },
  TradeIdea: {
    description: 'A symbol where something happened: its signals, and how it stands among all symbols.',
    properties: {
      symbol: 'Ticker in its one form: upper case, a class of shares after a dot (`BRK.B`).',
      companyName: 'Name of the company or fund.',
      sentiment: 'Direction of the idea.',
      price: ['usd-per-share', 'Price of the underlying at the scan.'],
      ...rankWords,
      sector: 'Sector of the company.',
      marketCap: ['usd', 'Market capitalization; null where it is not known, as of a fund.'],
      rules: 'The signals that fired, the strongest first: by weight and by how lately each fired.',
      change: ['usd-per-share', 'Additive. Change since the close before the last bar of the scan.'],
      percentageChange: ['percent', 'Additive. The same as `change`, in percent.'],
      strength: [
        'score',
        'Additive. Combined strength of the idea in its direction, 0 to 100; the list is ordered by it.',
      ],
      dateOfScan: 'When the scan that produced the idea ran, UTC.',
      liquidityExplanation: '`liquidityRank` in words.',
      exchange: 'Exchange the symbol is listed at.',
      region: 'Region of the exchange: `US`.',
      strengthParts: 'Additive. What `strength` is made of.',
      signalAge: [
        'trading-days',
        'Additive. Days since the first of `rules` fired: 0 is at the last bar of the scan.',
      ],
      callYield: [
        'fraction-per-year',
        'Additive. Simple yearly return of the best covered call that How shows; null if there is none.',
      ],
      callScore: ['score', 'Additive. `serviceScore` of that call, 0 to 250; null where there is none.'],
      putYield: [
        'fraction-per-year',
        'Additive. Simple yearly return of the best short put that How shows; null if there is none.',
      ],
      putScore: ['score', 'Additive. `serviceScore` of that put, 0 to 250; null where there is none.'],
      callDays: ['calendar-days', 'Additive. Days until that call expires; null where there is none.'],
      putDays: ['calendar-days', 'Additive. Days until that put expires; null where there is none.'],
      mediumOptimal:
        'Additive. Strategies whose Medium · Optimal cell held a contract at the scan that can be traded: options on the symbol trade, and the spread of the contract is not wide. The widget opens with the first idea that has one. Null if that is not known.',
      impliedVolatility: [
        'fraction-per-year',
        'Additive. Of the options on the symbol at 30 days; null if the chain does not say.',
      ],
      daysToEarnings: ['calendar-days', 'Additive. Days until the next earnings; null where none are known.'],
      earningsDate: 'Additive. The day of the next earnings; null if none are known.',
      earningsMove:
        'Additive. How far the options expect the stock to move until the first expiry after the earnings; null if no earnings are known or the chain does not say.',
      exDividendDate:
        'Additive. The next declared ex-dividend day: a buyer on or after it does not get the dividend; null if none is declared.',
      spreadClass: 'Additive. How wide the spreads of the options are; null if that is not known.',
      ...toneWords,
      unknown: unknownWords,
    },
  },
  StrengthParts: {
    description: 'The parts of an idea’s strength, each 0 to 1. An unknown part is null and adds nothing.',
    properties: {
      signals: ['fraction', 'How much the signals weigh together, faded by their age.'],
      rank: [
        'fraction',
        'Share of all ranked symbols with a weaker technical score, in the direction of the idea.',
      ],
      liquidity: ['fraction', 'How narrow the spreads of the options are and how many contracts are open.'],
      volatility: ['fraction', 'How high the implied volatility stands in its year.'],
      income: ['fraction', 'How well the best income trade in the direction of the idea scores and pays.'],
    },
  },
  EarningsMove: {
    description:
      'How far the options expect the stock to move from the scan until an expiry after the earnings, from the volatility at the money. All days until then count, not that of the report alone.',
    properties: {
      deviation: ['fraction', 'One standard deviation either way.'],
      expiryDate: 'The first expiry whose options outlast the report.',
    },
  },
  Rule: {
    description: 'One technical signal that fired.',
    properties: {
      ruleMatch: 'Name of the rule in English.',
      sentiment: 'Direction of the signal.',
      period: ['trading-days', 'Period of the rule.'],
      reason: 'What happened, in a few English words.',
      sentence: 'What happened, in an English sentence.',
      code: 'Additive. Code of the rule, the same in every language and release.',
      reasonMessage: 'Additive. `reason` without a language.',
      sentenceMessage: 'Additive. `sentence` without a language.',
    },
  },
  FiredRule: {
    description: 'One technical signal and when it fired.',
    properties: {
      ruleMatch: 'Name of the rule in English.',
      sentiment: 'Direction of the signal.',
      period: ['trading-days', 'Period of the rule.'],
      reason: 'What happened, in a few English words.',
      sentence: 'What happened, in an English sentence.',
      code: 'Additive. Code of the rule, the same in every language and release.',
      reasonMessage: 'Additive. `reason` without a language.',
      sentenceMessage: 'Additive. `sentence` without a language.',
      day: 'Additive. Day of the bar it fired at.',
      age: ['trading-days', 'Additive. Days since that bar: 0 is the last bar.'],
    },
  },
  Message: {
    description:
      'A sentence without a language: a code and the values its template names. Beside every English text, for those who show it in another language.',
    properties: {
      code: 'Code of the template.',
      params: 'Values by name: numbers as they are, days as `YYYY-MM-DD`.',
    },
  },
  UnknownField: {
    description: 'One field that is null because nothing is known.',
    properties: {
      field: 'Name of the field; within another object with a dot: `expandedQuote.week52High`.',
      reason: 'Why nothing is known.',
      asOf: 'The last day something was known of, as of the last bar; null if nothing ever was.',
    },
  },
}
