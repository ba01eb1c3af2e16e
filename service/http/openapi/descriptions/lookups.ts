/** The small look-ups beside the three. */
import { unknownWords } from './ideas.ts'
import { dataStatusWords } from './why.ts'
import type { WordsOf } from './words.ts'

export const lookupWords: WordsOf<
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
    description: 'What a search found.',
    properties: { symbols: 'The matches, the best first; empty if there is none.' },
  },
  SymbolMatch: {
    description: 'One match of the search.',
    properties: {
      symbol: 'Ticker in its one form.',
      companyName: 'Name of the company or fund.',
      exchange: 'Exchange the symbol is listed at.',
      sector: 'Sector of the company.',
    },
  },
  History: {
    description:
      'Daily bars, the oldest first, as columns of one length: `close[i]` belongs to `date[i]`. Prices and volumes are adjusted for splits. Bars of any age are returned; Why says whether they are used.',
    properties: {
      symbol: 'Ticker in its one form.',
      range: 'How far back the bars go.',
      date: 'Days of the exchange.',
      open: ['usd-per-share', 'First price of each day.'],
      high: ['usd-per-share', 'Highest price of each day.'],
      low: ['usd-per-share', 'Lowest price of each day.'],
      close: ['usd-per-share', 'Last price of each day.'],
      volume: ['shares', 'Traded on each day.'],
      splits: 'Splits that the source had left in and the service has taken out; empty if there are none.',
      averages: 'Simple moving averages of the closes, where `averages=all` asks for them.',
    },
  },
  Average: {
    description:
      'A simple moving average of the closes, beside the bars: `close[i]` belongs to `date[i]`. It uses bars before the range as well, so it is complete from the first bar shown if the source has enough bars.',
    properties: {
      sessions: ['trading-days', 'Closes that the average is made of.'],
      close: ['usd-per-share', 'The average on each day; null where there are too few bars before it.'],
      unknown: 'Why there are nulls among them; null if there are none.',
    },
  },
  Split: {
    description: 'One split that was taken out of the bars.',
    properties: {
      date: 'The first day with new shares.',
      factor: ['shares-for-one', 'How many a holder has afterwards; under 1 where shares were joined.'],
    },
  },
  Volatility: {
    description:
      'Implied and realised volatility over the last year, the oldest first, as columns of one length: `impliedVolatility[i]` belongs to `date[i]`. Unknown values are null and never interpolated.',
    properties: {
      symbol: 'Ticker in its one form.',
      date: 'Days of the exchange on which at least one of the two is known.',
      impliedVolatility: [
        'fraction-per-year',
        'Of exactly 30 days at the money, as stored on each day; on the day of the option quotes that of Why. Null on days without a stored value.',
      ],
      realizedVolatility: [
        'fraction-per-year',
        'Standard deviation of the logarithmic daily returns of the last `realizedSessions` sessions, times the square root of 252; null on days with too few bars before them.',
      ],
      realizedSessions: ['trading-days', 'Sessions of one realised volatility.'],
      impliedDays: ['trading-days', 'Days in the list with an implied volatility.'],
      impliedDaysNeeded: [
        'trading-days',
        'Stored days that a rank of implied volatility needs. With fewer, Why ranks realised volatility.',
      ],
      unknown: unknownWords,
      dataStatus: dataStatusWords,
      messageType: '`SUCCESS` on every answer; a problem has none.',
    },
  },
  Tone: {
    description: 'Tone of the market: the trends of the fund that stands for the S&P 500.',
    properties: {
      symbol: 'Ticker of that fund.',
      oneMonthTrend: 'Trend of the last month; null if the bars do not say.',
      sixMonthTrend: 'Trend of the last six months; null if the bars do not say.',
      unknown: unknownWords,
      dataStatus: dataStatusWords,
    },
  },
  News: {
    description: 'Headlines about one symbol.',
    properties: {
      symbol: 'Ticker in its one form.',
      news: 'The headlines, the latest first.',
    },
  },
  NewsItem: {
    description: 'One headline.',
    properties: {
      id: 'The same at every call.',
      headline: 'The headline, in the language of its source.',
      source: 'Who wrote it.',
      time: 'When it was published, UTC.',
      url: 'Where the article is; null if there is none, as of simulated news.',
    },
  },
}
