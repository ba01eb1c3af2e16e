/** Descriptions of the What schemas. */
import type { DescriptionsOf } from './types.ts'

const technicalRank = [
  'rank',
  'Decile of the technical score among all symbols of the scan: 1 is the weakest tenth, 10 the strongest. Null if the symbol is not ranked, for example a leveraged fund, or if fewer than 100 symbols are.',
] as const
export const rankDescriptions = {
  technicalRank,
  impliedVolatilityRank: [
    'rank',
    'Position of today’s 30-day implied volatility between the lowest and the highest value of the last year, from 0 to 100; null with fewer than 60 stored days.',
  ],
  impliedVolatilityRankBasis:
    'Additive. Data that `impliedVolatilityRank` is computed from; null if there is no rank.',
  liquidityRank: [
    'rank',
    'How easily options on the symbol can be traded: 1 is very liquid, 2 somewhat liquid, 3 not liquid.',
  ],
} as const

/** Descriptions of the figures beside the rank of the implied volatility. */
export const volatilityDescriptions = {
  impliedVolatilityPercentile: [
    'rank',
    'Additive. Share of the last year’s days with a lower implied volatility, 0 to 100; null with fewer than 60 stored days.',
  ],
  impliedToRealizedVolatility: [
    'none',
    'Additive. 30-day implied volatility over the realised volatility of the last 20 sessions; null if one of them is not known.',
  ],
} as const

export const toneDescriptions = {
  toneSentence:
    'Additive. English sentence that compares the idea with the trend of the market; null if that trend is neutral or not known.',
  toneMessage: 'Additive. `toneSentence` in language-independent form.',
} as const

/** Description of every property `unknown`. */
export const unknownDescription =
  'Additive. Fields that are null because their value is not known, each with the reason.'

export const ideaDescriptions: DescriptionsOf<
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
    description: 'Ideas of the latest overnight scan, strongest first.',
    properties: {
      tradeIdeas:
        'Ideas, ordered by `strength` and then by ticker, at most 250. Empty before the first scan.',
      dateOfScan: 'Additive. Time at which the batch was published, UTC; null if no scan has run yet.',
      tradingDay: 'Additive. Trading day that the batch is based on; null if no scan has run yet.',
      tradingDaysOld: [
        'trading-days',
        'Additive. Number of trading days completed since `tradingDay`, by the calendar of the exchange: 0 for the latest possible scan. A day is complete at midnight in New York. Null if no scan has run yet.',
      ],
      universeSize: ['symbols', 'Additive. Number of symbols that the scan covered.'],
    },
  },
  TradeIdea: {
    description: 'A symbol on which signals fired, with these signals and its ranks among all symbols.',
    properties: {
      symbol: 'Ticker in canonical form: upper case, with the share class after a dot (`BRK.B`).',
      companyName: 'Name of the company or fund.',
      sentiment: 'Direction of the idea.',
      price: ['usd-per-share', 'Price of the underlying at the time of the scan.'],
      ...rankDescriptions,
      sector: 'Sector of the company.',
      marketCap: ['usd', 'Market capitalization; null if it is not known, for example for a fund.'],
      rules: 'Signals that fired, strongest first: by weight and by how recently each fired.',
      change: [
        'usd-per-share',
        'Additive. Change of the price since the close before the last bar of the scan.',
      ],
      percentageChange: ['percent', 'Additive. `change` in percent.'],
      strength: [
        'score',
        'Additive. Combined strength of the idea in its direction compared with the other ideas of the scan, from 0 to 100; 50 is the average. The list is ordered by it.',
      ],
      dateOfScan: 'Time of the scan that produced the idea, UTC.',
      liquidityExplanation: '`liquidityRank` in words.',
      exchange: 'Exchange on which the symbol is listed.',
      region: 'Region of the exchange: `US`.',
      strengthParts: 'Additive. Components of `strength`.',
      signalAge: [
        'trading-days',
        'Additive. Trading days since the first element of `rules` fired: 0 means the last bar of the scan.',
      ],
      callYield: [
        'fraction-per-year',
        'Additive. Simple annual return of the best covered call that How shows; null if there is none.',
      ],
      callScore: ['score', 'Additive. `serviceScore` of that call, from 0 to 250; null if there is none.'],
      putYield: [
        'fraction-per-year',
        'Additive. Simple annual return of the best short put that How shows; null if there is none.',
      ],
      putScore: ['score', 'Additive. `serviceScore` of that put, from 0 to 250; null if there is none.'],
      callDays: ['calendar-days', 'Additive. Days until that call expires; null if there is none.'],
      putDays: ['calendar-days', 'Additive. Days until that put expires; null if there is none.'],
      mediumOptimal:
        'Additive. Strategies whose Medium · Optimal cell had a tradable contract at the time of the scan: options on the symbol are traded, and the spread of the contract is not wide. The widget opens with the first idea that has such a strategy. Null if it is not known.',
      impliedVolatility: [
        'fraction-per-year',
        'Additive. 30-day implied volatility of the options on the symbol; null if the chain does not provide it.',
      ],
      ...volatilityDescriptions,
      daysToEarnings: ['calendar-days', 'Additive. Days until the next earnings; null if none are known.'],
      earningsDate: 'Additive. Day of the next earnings; null if none are known.',
      earningsMove:
        'Additive. Move of the stock that the options imply until the first expiration after the earnings; null if no earnings are known or the chain does not provide it.',
      exDividendDate:
        'Additive. Next declared ex-dividend day. A buyer on or after this day does not get the dividend. Null if none is declared.',
      spreadClass: 'Additive. Class of the bid-ask spreads of the options; null if it is not known.',
      ...toneDescriptions,
      unknown: unknownDescription,
    },
  },
  StrengthParts: {
    description:
      'Components of an idea’s strength, each from 0 to 1. A component that is not known is null and counts as the average of the scan; `income` without a trade counts as 0.',
    properties: {
      signals: ['fraction', 'Combined weight of the signals, which decreases with their age.'],
      rank: [
        'fraction',
        'Share of all ranked symbols with a weaker technical score, in the direction of the idea.',
      ],
      liquidity: [
        'fraction',
        'Liquidity of the options, from their spreads and the number of open contracts.',
      ],
      volatility: ['fraction', 'Level of the implied volatility within its range of the last year.'],
      income: ['fraction', 'Score and return of the best income trade in the direction of the idea.'],
    },
  },
  EarningsMove: {
    description:
      'Move of the stock that the options imply from the scan until an expiration after the earnings, from the volatility at the money. It covers all days until then, not only the day of the report.',
    properties: {
      deviation: ['fraction', 'One standard deviation, up or down.'],
      expiryDate: 'First expiration after the report.',
    },
  },
  Rule: {
    description: 'One technical signal that fired.',
    properties: {
      ruleMatch: 'English name of the rule.',
      sentiment: 'Direction of the signal.',
      period: ['trading-days', 'Period of the rule.'],
      reason: 'What happened, in a few English words.',
      sentence: 'What happened, in an English sentence.',
      code: 'Additive. Code of the rule, the same in every language and release.',
      reasonMessage: 'Additive. `reason` in language-independent form.',
      sentenceMessage: 'Additive. `sentence` in language-independent form.',
    },
  },
  FiredRule: {
    description: 'One technical signal and the day on which it fired.',
    properties: {
      ruleMatch: 'English name of the rule.',
      sentiment: 'Direction of the signal.',
      period: ['trading-days', 'Period of the rule.'],
      reason: 'What happened, in a few English words.',
      sentence: 'What happened, in an English sentence.',
      code: 'Additive. Code of the rule, the same in every language and release.',
      reasonMessage: 'Additive. `reason` in language-independent form.',
      sentenceMessage: 'Additive. `sentence` in language-independent form.',
      day: 'Additive. Day of the bar at which the signal fired.',
      age: ['trading-days', 'Additive. Trading days since that bar: 0 means the last bar.'],
    },
  },
  Message: {
    description:
      'A text in language-independent form: the code of a template and the values of its placeholders. Every English text has one, so that a client can show the text in another language.',
    properties: {
      code: 'Code of the template.',
      params: 'Values by placeholder: numbers unformatted, days as `YYYY-MM-DD`.',
    },
  },
  UnknownField: {
    description: 'One field that is null because its value is not known.',
    properties: {
      field:
        'Name of the field. The path of a nested field is written with a dot: `expandedQuote.week52High`.',
      reason: 'Reason why the value is not known.',
      asOf: 'Last day for which data is known, for example that of the last bar; null if there was never any.',
      cause: 'Additive. Finer cause than `reason`; absent if there is none. More causes may follow.',
      count: ['none', 'Additive. Number of values that there are; only with a cause.'],
      needed: ['none', 'Additive. Number of values that are needed; only with a cause.'],
    },
  },
}
