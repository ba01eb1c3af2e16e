/** How and its parts, and the list of best income. */
import { rankWords, unknownWords } from './ideas.ts'
import { dataStatusWords } from './why.ts'
import type { WordsOf } from './words.ts'

/** Fields shared by a contract of How and a trade of the list. */
const tradeWords = {
  strike: ['usd-per-share', 'Strike price.'],
  return: [
    'fraction',
    'Return if the option expires worthless: the premium less what the option is in the money, over the price of the stock (call) or the strike (put).',
  ],
  annualizedReturn: ['fraction-per-year', 'Simple: `return` x 365 / `daysUntilExpiry`.'],
  premium: ['usd-per-share', 'The bid: what a buyer pays now.'],
  expiry: 'When the option expires, UTC: 16:00 in New York on the day of expiration.',
  legType: 'Kind of the option.',
  probability: [
    'fraction',
    'Probability that the option expires worthless, by the distribution that the options of its expiration imply.',
  ],
  probabilityOfProfit: [
    'fraction',
    'Additive. Probability that the position gains anything at all, by the same distribution.',
  ],
  daysUntilExpiry: ['calendar-days', 'Days until then from today, as the market has it.'],
  serviceScore: [
    'score',
    '100 x expected gain / expected loss at expiration, 0 to 250: 100 is a fair bet under the forecast of `scoreParts`.',
  ],
  id: 'Additive. OSI symbol of the contract, its root not padded, such as `AAPL270115C00240000`; pad the root to six for systems that want 21 characters.',
  expiryDate: 'Additive. Day of expiration, in New York.',
  timeframe: 'Additive. Row of the 3 x 3 grid.',
  riskProfile: 'Additive. Column of the 3 x 3 grid.',
  spread: ['fraction', 'Additive. Bid-ask spread of the contract over its mid price.'],
} as const

const optionWords = {
  ...tradeWords,
  delta: [
    'usd-per-usd',
    'How the price of the option moves with the underlying: 0 to 1 of a call, −1 to 0 of a put.',
  ],
  breakeven: [
    'usd-per-share',
    'Price of the underlying at expiration where the position neither gains nor loses.',
  ],
  maxReward: ['usd', 'The most the whole position can gain: all contracts, 100 shares each.'],
  maxRisk: ['usd', 'The most the whole position can lose, as a positive number.'],
  inPlainEnglish: 'The trade in English sentences.',
  checklist: 'Nine things to look at before the trade.',
  inPlainEnglishMessage: 'Additive. `inPlainEnglish` without a language.',
  bid: ['usd-per-share', 'Additive. Best bid.'],
  ask: ['usd-per-share', 'Additive. Best offer.'],
  openInterest: ['contracts', 'Additive. Contracts that are open; null where the source does not say.'],
  volume: ['contracts', 'Additive. Contracts traded in this session; null where the source does not say.'],
  impliedVolatility: [
    'fraction-per-year',
    'Additive. From the mid price of the contract, smoothed across strikes.',
  ],
  gamma: ['delta-per-usd', 'Additive. How delta moves with the underlying.'],
  theta: [
    'usd-per-calendar-day',
    'Additive. Change of the option’s price per day that passes; usually negative.',
  ],
  vega: ['usd-per-percentage-point', 'Additive. How the price moves with the implied volatility.'],
  rho: ['usd-per-percentage-point', 'Additive. How the price moves with the interest rate.'],
  contracts: ['contracts', 'Additive. How many the position counts.'],
  fillPrice: [
    'usd-per-share',
    'Additive. Price for a patient seller: the bid, plus a quarter of the distance to the mid if the spread is narrow. Contracts are chosen by it; `premium` and the returns use the bid.',
  ],
  fairValue: [
    'usd-per-share',
    'Additive. Value of the contract at the volatility that the other options of its expiration imply.',
  ],
  expectedMove: 'Additive. Where the underlying is expected at expiration.',
  returns:
    'Additive. Returns if the stock stands still and if the option is assigned, on its price and on what the shares cost.',
  warnings: 'Additive. What a careful seller would want to know first; empty if there is nothing.',
  scoreParts: 'Additive. What `serviceScore` is made of.',
} as const

export const incomeWords: WordsOf<
  | 'Income'
  | 'IncomeOption'
  | 'IncomeAlternative'
  | 'ChecklistItem'
  | 'ExpectedMove'
  | 'Returns'
  | 'ReturnPair'
  | 'ScoreParts'
  | 'TimeframeDays'
  | 'DayRange'
  | 'RefusedContracts'
  | 'BestIncome'
  | 'BestTrade'
> = {
  Income: {
    description:
      'Covered calls and cash-secured short puts for one symbol: one contract for each cell of 3 timeframes by 3 risk profiles.',
    properties: {
      underlying: 'Ticker of the underlying, in its one form.',
      sentiment: 'Direction of its trends; null if the bars do not say.',
      stockPrice: ['usd-per-share', 'Last price of the underlying; null where nothing has traded.'],
      optionsAsOf:
        'Additive. Time of the option quotes, UTC; null without options. All option figures are of that time.',
      chainPrice: [
        'usd-per-share',
        'Additive. Price of the underlying at that time, which returns, probabilities and scores are based on; null without options.',
      ],
      callOptimals: 'Covered calls, one for each cell; fewer than 9 where nothing fits.',
      putOptimals: 'Short puts, one for each cell; fewer than 9 where nothing fits.',
      callAlternatives: 'Additive. The next best call for each cell that nothing fits.',
      putAlternatives: 'Additive. The next best put for each cell that nothing fits.',
      timeframes: 'Additive. The days to expiration that each timeframe stands for.',
      stockQuantity: ['shares', 'Additive. `stockQuantity` of the query; null where it had none.'],
      costBasis: ['usd-per-share', 'Additive. `costBasis` of the query; null where it had none.'],
      cash: ['usd', 'Additive. `cash` of the query; null where it had none.'],
      contract:
        'Additive. The listed option that `contract` of the query names, worked out as a cell’s, whether or not it fills one; its `timeframe` and `riskProfile` are those it falls in, or the nearest. Null if none was named, and where `unknown` says why.',
      contractRefused:
        'Additive. Why the quote of that option takes no part; null if it may, and where none was named.',
      refused: 'Additive. Listed contracts that take no part, counted by reason.',
      unknown: unknownWords,
      listedContracts: [
        'none',
        'Additive. Number of option contracts listed on the symbol; 0 where it has no options.',
      ],
      dataStatus: dataStatusWords,
      messageType: '`SUCCESS` on every answer; a problem has none.',
    },
  },
  IncomeOption: {
    description: 'One option contract, sold to open against shares (call) or cash (put).',
    properties: optionWords,
  },
  IncomeAlternative: {
    description: 'The next best contract for a cell that nothing fits, and why nothing fits.',
    properties: {
      ...optionWords,
      reason: 'Why nothing fits and what this contract is, in an English sentence.',
      reasonMessage: '`reason` without a language.',
    },
  },
  ChecklistItem: {
    description: 'One thing to look at before the trade.',
    properties: {
      name: 'What it looks at.',
      severity: 'The verdict; null where what it judges by is not known.',
      reason: 'Additive. Why `severity` is null; null if it is not.',
      sentence: 'The verdict in an English sentence.',
      sentenceMessage: 'Additive. `sentence` without a language.',
    },
  },
  ExpectedMove: {
    description: 'One standard deviation either way by the expiration, from the volatility at the money.',
    properties: {
      low: ['usd-per-share', 'Price of the underlying one standard deviation down.'],
      high: ['usd-per-share', 'Price of the underlying one standard deviation up.'],
      deviation: ['usd-per-share', 'One standard deviation.'],
    },
  },
  Returns: {
    description:
      'What the trade returns by expiration at its bid, not annualized. S is `chainPrice`, K the strike, b the premium, C what a share of the position cost: `costBasis`, and S for shares still to be bought. One cost basis a share: tax lots are the broker’s.',
    properties: {
      ifUnchanged:
        'The stock stands where it stood: (b − max(0, S − K)) over S and over C; of a put (b − max(0, K − S)) over K. On the price it is `return`.',
      ifAssigned:
        'The shares are called away: (K − S + b) over S, (K − C + b) over C. Null of puts, which then hold shares.',
      purchasePrice: [
        'usd-per-share',
        'What a share costs that an assigned put buys, less the premium: K − b. Null of calls.',
      ],
    },
  },
  ReturnPair: {
    description: 'One gain over two prices of the same shares.',
    properties: {
      onPrice: [
        'fraction',
        'Over the price of the stock; of a put over the strike, which is the cash behind it.',
      ],
      onBasis: [
        'fraction',
        'Over what the shares have cost; null if the query had no `costBasis`, and of puts.',
      ],
    },
  },
  ScoreParts: {
    description: 'What a score is made of.',
    properties: {
      expectedGain: ['usd-per-share', 'Expected gain at expiration, 0 or more.'],
      expectedLoss: ['usd-per-share', 'Expected loss at expiration, 0 or more.'],
      forecast: 'What prices are expected to do.',
      impliedWeight: ['fraction', 'Weight of what the options imply in that forecast, 0 to 1.'],
      realizedVolatility: ['fraction-per-year', 'How the stock has moved; null where that took no part.'],
      probabilityOfProfit: ['fraction', 'Of the first edition of the score; kept for older widgets.'],
      expectedReward: ['usd-per-share', 'Of the first edition of the score; kept for older widgets.'],
      expectedRisk: ['usd-per-share', 'Of the first edition of the score; kept for older widgets.'],
      rangeLow: ['usd-per-share', 'Of the first edition of the score; kept for older widgets.'],
      rangeHigh: ['usd-per-share', 'Of the first edition of the score; kept for older widgets.'],
    },
  },
  TimeframeDays: {
    description: 'The days to expiration that each timeframe stands for.',
    properties: { short: 'The nearest expirations.', medium: 'Those between.', long: 'The furthest ones.' },
  },
  DayRange: {
    description: 'A range of days, both ends included.',
    properties: {
      from: ['calendar-days', 'The first.'],
      to: ['calendar-days', 'The last.'],
    },
  },
  RefusedContracts: {
    description: 'How many listed contracts take no part for one reason.',
    properties: { reason: 'The reason.', count: ['none', 'How many contracts.'] },
  },
  BestIncome: {
    description: 'The best income trades over all liquid symbols, by the latest overnight scan.',
    properties: {
      trades:
        'One trade a symbol, its best within the filters: the highest `serviceScore` first, then the highest `annualizedReturn`.',
      matching: ['symbols', 'How many pass the filters, whether or not `limit` cut them off.'],
      dateOfScan: 'When the scan that found them was published, UTC; null if no scan has run yet.',
      tradingDay: 'The exchange’s day they were worked out from; null if no scan has run yet.',
    },
  },
  BestTrade: {
    description: 'One covered call or short put. Names and units are those of How.',
    properties: {
      ...tradeWords,
      symbol: 'Ticker of the underlying, in its one form.',
      companyName: 'Name of the company or fund.',
      sector: 'Sector of the company.',
      price: ['usd-per-share', 'Price of the underlying that the trade was worked out at.'],
      warnings:
        'What a careful seller would want to know first, as How says it of the contract; null if the scan was an older version’s and did not note it.',
      spreadClass:
        'How wide the spreads of the symbol’s options are, as in the ideas; null if that is not known.',
      liquidityRank: rankWords.liquidityRank,
      impliedVolatilityRank: rankWords.impliedVolatilityRank,
      impliedVolatilityRankBasis: rankWords.impliedVolatilityRankBasis,
      daysToEarnings: ['calendar-days', 'Days until the next earnings; null where none are known.'],
      optionsAsOf: 'The moment the option quotes are of, UTC.',
    },
  },
}
