/** Descriptions of the Why schemas. */
import { rankDescriptions, unknownDescription, volatilityDescriptions } from './ideas.ts'
import type { DescriptionsOf } from './types.ts'

/** Description of every property `dataStatus`. */
export const dataStatusDescription = 'Additive. Origin and time of the data.'
/** Description of `unknown` in responses whose fields are unknown only because of the licence. */
export const licensedDescription =
  'Additive. Every field that is null or empty because the account may not show it, with the reason; absent if there is none.'

export const whyDescriptions: DescriptionsOf<
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
      symbol: 'Additive. Ticker in canonical form.',
      sentiment:
        'Direction of the trends. Null if the daily bars cannot be used; the technical rank, the sentence, the levels and both trends are then also null.',
      ...rankDescriptions,
      liquidityExplanation: '`liquidityRank` in words.',
      sentence: 'Analysis as an English sentence; null if the daily bars cannot be used.',
      sentenceMessage: 'Additive. `sentence` in language-independent form.',
      supportAndResistance:
        'Levels of support and resistance around the price; null if the daily bars cannot be used.',
      oneMonthTrend: 'Trend of the last month; null if the daily bars cannot be used.',
      sixMonthTrend: 'Trend of the last six months; null if there are fewer than 200 bars.',
      expandedQuote: 'Last price and related figures.',
      earningsDate: 'Time of the next earnings, UTC; null if it is not known or the symbol is a fund.',
      earningsTime: 'Time of day of the earnings report.',
      earningsEstimated:
        'Additive. Whether the date is estimated from the company’s past dates instead of announced.',
      dividend: 'Additive. Next dividend; null if none is known.',
      impliedVolatility: [
        'fraction-per-year',
        'Additive. 30-day implied volatility; null if there is no option chain.',
      ],
      ...volatilityDescriptions,
      rules:
        'Additive. Technical signals of the last five bars that count towards an idea, highest weight first. A signal that fired several times is listed once, with its latest bar. A signal that fired before the last bar and contradicts today’s six-month trend is omitted.',
      marketCap: ['usd', 'Additive. Market capitalization; null if it is not known.'],
      unknown: unknownDescription,
      dataStatus: dataStatusDescription,
      messageType: '`SUCCESS` in every successful response. Problems do not have this field.',
    },
  },
  SupportAndResistance: {
    description: 'Prices at which the trend of the last year has turned.',
    properties: {
      support: 'Levels below the price, nearest first.',
      resistance: 'Levels above the price, nearest first.',
    },
  },
  Level: {
    description: 'One level of support or resistance.',
    properties: {
      value: ['usd-per-share', 'Price of the level, adjusted for splits.'],
      date: 'Time at which the level was last touched, UTC: the close of that session.',
      touches: ['times', 'Additive. Number of times that the price has turned at this level within a year.'],
      strength: [
        'none',
        'Additive. Touches, weighted by how recent they are and by the traded volume. A higher value means a stronger level.',
      ],
    },
  },
  Trend: {
    description: 'Trend in one of ten states.',
    properties: {
      value: [
        'rank',
        'From the most bearish to the most bullish: −4 bearish and overextended, −3 bearish continuation, −2 bearish start, −1 bearish turning neutral, 0 mildly bearish, 1 mildly bullish, 2 bullish turning neutral, 3 bullish start, 4 bullish continuation, 5 bullish and overextended.',
      ],
      sentimentInterpretation: 'Direction of that state.',
    },
  },
  ExpandedQuote: {
    description:
      'Last price and related figures. `unknown` gives the reason for every null; for `eps` and `peRatio` only if the source has no profiles.',
    properties: {
      last: ['usd-per-share', 'Last price; null if the symbol has not traded.'],
      change: ['usd-per-share', 'Change since the previous close; null if either price is not known.'],
      percentageChange: ['percent', '`change` in percent.'],
      volume: ['shares', 'Shares traded in this session; null if the number is not known.'],
      week52Low: [
        'usd-per-share',
        'Lowest price of the last 52 calendar weeks, adjusted for splits but not for dividends; null if the daily bars cannot be used.',
      ],
      week52High: [
        'usd-per-share',
        'Highest price of the last 52 calendar weeks, adjusted for splits but not for dividends; null if the daily bars cannot be used.',
      ],
      eps: [
        'usd-per-share',
        'Earnings per share of the last twelve months; null if they are not known, for example for a fund.',
      ],
      peRatio: [
        'none',
        'Price divided by the earnings per share of the last twelve months; null if those are negative or not known.',
      ],
      companyName: 'Name of the company or fund.',
      sector: 'Sector of the company.',
      exchange: 'Exchange on which the symbol is listed.',
    },
  },
  Dividend: {
    description: 'A future dividend.',
    properties: {
      exDate: 'First day on which a buyer does not get the dividend, in New York.',
      amount: ['usd-per-share', 'Amount of the dividend.'],
    },
  },
  DataStatus: {
    description: 'Origin and time of the data in a response.',
    properties: {
      asOf: 'Time that the figures refer to, by the clock of the market, UTC. It does not advance while the data source fails and the last good response is used instead.',
      simulated: 'Whether the data is simulated.',
      delayedSeconds: [
        'seconds',
        'Delay of the data behind the exchange; 0 means no delay. Recorded data refers to `asOf` and has 0.',
      ],
      source: 'Source of the data: `simulated`, `recorded`, or the name of the vendor.',
      dataClass:
        'Additive. Licence class of the last price. If the account may not show that class: the highest class of the prices in the response, or `derived` if it has no prices.',
      parts: 'State of each part of the data, in responses about one symbol that use these parts.',
    },
  },
  DataStatusParts: {
    description: 'State of each part of the data about a symbol.',
    properties: {
      price: 'State of the last price.',
      options: 'State of the quotes of the option chain.',
      bars: 'State of the daily bars.',
      dividends: 'State of the future dividends.',
      earnings: 'State of the date of the next earnings.',
    },
  },
  PartStatus: {
    description: 'State of one part of the data.',
    properties: {
      state: 'Whether the part is available, and whether it is current.',
      asOf: 'Time that the part refers to, UTC; null if the data source does not provide it, as with dividends and earnings.',
      reason: 'Reason why the part is not `current`; null if it is.',
      source: 'Additive. Source of the part; absent if the data source has no data of this kind.',
      class: 'Additive. Licence class of the values of the part; absent if `source` is.',
    },
  },
}
