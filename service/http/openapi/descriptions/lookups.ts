/**
 * Descriptions of the schemas of symbol search, price history, volatility, market tone and news.
 */
import { unknownDescription } from './ideas.ts'
import { dataStatusDescription, licensedDescription } from './why.ts'
import type { DescriptionsOf } from './types.ts'

export const lookupDescriptions: DescriptionsOf<
  | 'SymbolMatches'
  | 'SymbolMatch'
  | 'History'
  | 'Average'
  | 'Split'
  | 'Volatility'
  | 'Tone'
  | 'News'
  | 'NewsItem'
> = {
  SymbolMatches: {
    description: 'Result of a symbol search.',
    properties: { symbols: 'Matches, best first; empty if there are none.' },
  },
  SymbolMatch: {
    description: 'One match of the search.',
    properties: {
      symbol: 'Ticker in canonical form.',
      companyName: 'Name of the company or fund.',
      exchange: 'Exchange on which the symbol is listed.',
      sector: 'Sector of the company.',
    },
  },
  History: {
    description:
      'Daily bars, oldest first, as columns of equal length: `close[i]` belongs to `date[i]`. Prices and volumes are adjusted for splits. Bars are returned even if Why does not use them, for example because they are too old.',
    properties: {
      symbol: 'Ticker in canonical form.',
      range: 'Length of the history.',
      date: 'Trading days.',
      open: ['usd-per-share', 'First price of each day.'],
      high: ['usd-per-share', 'Highest price of each day.'],
      low: ['usd-per-share', 'Lowest price of each day.'],
      close: ['usd-per-share', 'Last price of each day.'],
      volume: ['shares', 'Shares traded on each day.'],
      splits:
        'Splits that the data source had not adjusted the bars for, and the service has; empty if there are none.',
      averages: 'Simple moving averages of the closing prices, if the query has `averages=all`.',
      unknown: licensedDescription,
    },
  },
  Average: {
    description:
      'Simple moving average of the closing prices, aligned with the bars: `close[i]` belongs to `date[i]`. It also uses bars before the range, so it is complete from the first bar shown if the data source has enough bars.',
    properties: {
      sessions: ['trading-days', 'Number of closing prices in the average.'],
      close: ['usd-per-share', 'Average on each day; null on days with too few bars before them.'],
      unknown: 'Reason why some values are null; null if none are.',
    },
  },
  Split: {
    description: 'One split that the service has adjusted the bars for.',
    properties: {
      date: 'First day with the new shares.',
      factor: ['shares-for-one', 'Number of new shares for one old share; under 1 for a reverse split.'],
    },
  },
  Volatility: {
    description:
      'Implied and realised volatility over the last year, oldest first, as columns of equal length: `impliedVolatility[i]` belongs to `date[i]`. Values that are not known are null and never interpolated.',
    properties: {
      symbol: 'Ticker in canonical form.',
      date: 'Trading days on which at least one of the two is known.',
      impliedVolatility: [
        'fraction-per-year',
        'Implied volatility of exactly 30 days at the money, as stored on each day. On the day of the option quotes, it is the value that Why returns. Null on days without a stored value.',
      ],
      realizedVolatility: [
        'fraction-per-year',
        'Standard deviation of the logarithmic daily returns of the last `realizedSessions` sessions, times the square root of 252; null on days with too few bars before them.',
      ],
      realizedSessions: ['trading-days', 'Number of sessions in one realised volatility.'],
      impliedDays: ['trading-days', 'Number of days in the list with an implied volatility.'],
      impliedDaysNeeded: [
        'trading-days',
        'Number of stored days that an implied volatility rank needs. With fewer days, Why ranks the realised volatility.',
      ],
      unknown: unknownDescription,
      dataStatus: dataStatusDescription,
      messageType: '`SUCCESS` in every successful response. Problems do not have this field.',
    },
  },
  Tone: {
    description: 'Tone of the market: the trends of the fund that represents the S&P 500.',
    properties: {
      symbol: 'Ticker of that fund.',
      oneMonthTrend: 'Trend of the last month; null if the daily bars cannot be used.',
      sixMonthTrend: 'Trend of the last six months; null if the daily bars cannot be used.',
      unknown: unknownDescription,
      dataStatus: dataStatusDescription,
    },
  },
  News: {
    description: 'Headlines about one symbol.',
    properties: {
      symbol: 'Ticker in canonical form.',
      news: 'Headlines, latest first.',
      unknown:
        'Additive. `not-provided` if the data source has no news; absent otherwise, also if there are no headlines.',
    },
  },
  NewsItem: {
    description: 'One headline.',
    properties: {
      id: 'Id of the headline, the same in every response.',
      headline: 'The headline, in the language of its source.',
      source: 'Publisher of the headline.',
      time: 'Time of publication, UTC.',
      url: 'Address of the article; null if there is none, for example for simulated news.',
    },
  },
}
