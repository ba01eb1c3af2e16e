/** Descriptions of the How schemas and of the list of best income trades. */
import { rankDescriptions, unknownDescription, volatilityDescriptions } from './ideas.ts'
import { dataStatusDescription } from './why.ts'
import type { DescriptionsOf } from './types.ts'

/** Fields that a contract of How and a trade of the list share. */
const tradeDescriptions = {
  strike: ['usd-per-share', 'Strike price.'],
  return: [
    'fraction',
    'Return if the option expires worthless: the premium minus the intrinsic value of the option, divided by the price of the stock (call) or by the strike (put).',
  ],
  annualizedReturn: ['fraction-per-year', 'Simple annual return: `return` x 365 / `daysUntilExpiry`.'],
  premium: ['usd-per-share', 'Premium: the bid, which a buyer pays now.'],
  expiry:
    'Time at which the option expires, UTC: 16:00 in New York on the day of expiration, 13:00 on early closes.',
  legType: 'Kind of the option.',
  probability: [
    'fraction',
    'Probability that the option expires worthless, from the distribution that the options of its expiration imply.',
  ],
  probabilityOfProfit: [
    'fraction',
    'Additive. Probability that the position makes any profit, from the same distribution.',
  ],
  daysUntilExpiry: [
    'calendar-days',
    'Days until the expiration, from the date of `dataStatus.asOf` in New York.',
  ],
  serviceScore: [
    'score',
    '100 x expected gain / expected loss at expiration, from 0 to 250. 100 is a fair bet under the forecast of `scoreParts`.',
  ],
  id: 'Additive. OSI symbol of the contract with an unpadded root, such as `AAPL270115C00240000`. Pad the root to six characters for systems that expect 21 characters.',
  expiryDate: 'Additive. Day of expiration in New York.',
  timeframe: 'Additive. Row of the 3 x 3 grid.',
  riskProfile: 'Additive. Column of the 3 x 3 grid.',
  spread: ['fraction', 'Additive. Bid-ask spread of the contract, divided by its mid price.'],
} as const

const optionDescriptions = {
  ...tradeDescriptions,
  probabilityError: [
    'fraction',
    'Additive. Standard error of `probability`, from the quotes of the expiration.',
  ],
  probabilityOfProfitError: [
    'fraction',
    'Additive. Standard error of `probabilityOfProfit`, from the quotes of the expiration.',
  ],
  scoreError: [
    'score',
    'Additive. Standard error of `serviceScore`, from the quotes of the expiration. It does not contain the error of the volatility forecast. 0 if no gain or no loss is possible.',
  ],
  delta: [
    'usd-per-usd',
    'Change of the option’s price per dollar change of the underlying: 0 to 1 for a call, −1 to 0 for a put.',
  ],
  breakeven: [
    'usd-per-share',
    'Price of the underlying at expiration at which the position neither gains nor loses.',
  ],
  maxReward: ['usd', 'Maximum gain of the whole position: all contracts, 100 shares each.'],
  maxRisk: ['usd', 'Maximum loss of the whole position, as a positive number.'],
  inPlainEnglish: 'Explanation of the trade in English sentences.',
  checklist: 'Nine items to check before the trade.',
  inPlainEnglishMessage: 'Additive. `inPlainEnglish` in language-independent form.',
  bid: ['usd-per-share', 'Additive. Best bid.'],
  ask: ['usd-per-share', 'Additive. Best ask.'],
  openInterest: [
    'contracts',
    'Additive. Number of open contracts; null if the data source does not provide it.',
  ],
  volume: [
    'contracts',
    'Additive. Contracts traded in this session; null if the data source does not provide it.',
  ],
  impliedVolatility: [
    'fraction-per-year',
    'Additive. Implied volatility from the mid price of the contract, smoothed across strikes.',
  ],
  gamma: ['delta-per-usd', 'Additive. Change of `delta` per dollar change of the underlying.'],
  theta: [
    'usd-per-calendar-day',
    'Additive. Change of the option’s price per calendar day; usually negative.',
  ],
  vega: [
    'usd-per-percentage-point',
    'Additive. Change of the option’s price per percentage point of implied volatility.',
  ],
  rho: [
    'usd-per-percentage-point',
    'Additive. Change of the option’s price per percentage point of the interest rate.',
  ],
  contracts: ['contracts', 'Additive. Number of contracts in the position.'],
  fillPrice: [
    'usd-per-share',
    'Additive. Price that a patient seller can expect: the bid, plus a quarter of the distance to the mid price if the spread is narrow. Contracts are chosen by this price; `premium` and the returns use the bid.',
  ],
  fairValue: [
    'usd-per-share',
    'Additive. Value of the contract at the volatility that the other options of its expiration imply.',
  ],
  fairValueError: [
    'usd-per-share',
    'Additive. Standard error of `fairValue`, from the quotes of the expiration.',
  ],
  premiumParts:
    'Additive. Parts of the premium: premium = `assignmentCost` + `volatilityPremium` − `spreadCost`.',
  probabilityOfTouch: [
    'fraction',
    'Additive. Probability that the price of the underlying reaches the strike at any time before expiration, at the volatility implied at the strike. At least the probability of expiring in the money.',
  ],
  expectedProfit: [
    'none',
    'Additive. Lower bound of the expected profit at expiration per dollar at risk and root of a year, for a sale at the bid: how contracts are compared. Negative if a loss is expected.',
  ],
  expectedMove: 'Additive. Expected range of the underlying at expiration.',
  impliedEvent:
    'Additive. The first event before the expiration that the options imply, if no earnings report is known before it; null if they imply none. `warnings` then has `earnings-before-expiry`.',
  returns:
    'Additive. Returns if the stock price does not change and if the option is assigned, relative to the stock price and to the cost of the shares.',
  warnings: 'Additive. Risks that a seller should know about before the trade; empty if there are none.',
  scoreParts: 'Additive. Components of `serviceScore`.',
} as const

export const incomeDescriptions: DescriptionsOf<
  | 'Income'
  | 'IncomeOption'
  | 'IncomeAlternative'
  | 'ChecklistItem'
  | 'ExpectedMove'
  | 'ImpliedEvent'
  | 'PremiumParts'
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
      underlying: 'Ticker of the underlying in canonical form.',
      sentiment: 'Direction of the trends of the underlying; null if the daily bars cannot be used.',
      stockPrice: ['usd-per-share', 'Last price of the underlying; null if it has not traded.'],
      optionsAsOf:
        'Additive. Time of the option quotes, UTC. All option figures refer to this time. Null if there are no options.',
      chainPrice: [
        'usd-per-share',
        'Additive. Price of the underlying at the time of the option quotes. Returns, probabilities and scores are based on it. Null if there are no options.',
      ],
      commission: [
        'usd',
        'Additive. Commission per sold contract. Returns and scores are after it; premiums, break-evens, rewards and risks are before it.',
      ],
      callOptimals: 'Covered calls, one per cell. A cell without a suitable contract is absent.',
      putOptimals: 'Short puts, one per cell. A cell without a suitable contract is absent.',
      callAlternatives: 'Additive. Next best call for each cell without a suitable contract.',
      putAlternatives: 'Additive. Next best put for each cell without a suitable contract.',
      timeframes: 'Additive. Range of days to expiration of each timeframe.',
      stockQuantity: ['shares', 'Additive. `stockQuantity` of the query; null if the query has none.'],
      costBasis: ['usd-per-share', 'Additive. `costBasis` of the query; null if the query has none.'],
      cash: ['usd', 'Additive. `cash` of the query; null if the query has none.'],
      contract:
        'Additive. The listed option that `contract` of the query names, analysed like the contract of a cell even if it fills no cell. Its `timeframe` and `riskProfile` are those of its cell, or of the nearest cell. Null if the query names none, or if `unknown` gives a reason.',
      contractRefused:
        'Additive. Reason why the quote of that option is excluded; null if it is accepted or the query names no option.',
      refused: 'Additive. Number of excluded contracts for each reason.',
      unknown: unknownDescription,
      listedContracts: [
        'none',
        'Additive. Number of option contracts listed on the symbol; 0 if there are none.',
      ],
      dataStatus: dataStatusDescription,
      messageType: '`SUCCESS` in every successful response. Problems do not have this field.',
    },
  },
  IncomeOption: {
    description: 'One option contract that is sold to open, covered by shares (call) or cash (put).',
    properties: optionDescriptions,
  },
  IncomeAlternative: {
    description:
      'Next best contract for a cell without a suitable contract, and why no contract is suitable.',
    properties: {
      ...optionDescriptions,
      reason: 'English sentence that says why no contract is suitable and what this contract is.',
      reasonMessage: '`reason` in language-independent form.',
    },
  },
  ChecklistItem: {
    description: 'One item to check before the trade.',
    properties: {
      name: 'Subject of the item.',
      severity:
        'Verdict; null if the value that it depends on is not known. Probability and score are Good or Bad only if they are at least one standard error beyond the threshold.',
      reason: 'Additive. Why `severity` is null; null if it is not.',
      sentence: 'Verdict as an English sentence.',
      sentenceMessage: 'Additive. `sentence` in language-independent form.',
    },
  },
  ExpectedMove: {
    description: 'One standard deviation up and down until the expiration, from the volatility at the money.',
    properties: {
      low: ['usd-per-share', 'Price of the underlying one standard deviation down.'],
      high: ['usd-per-share', 'Price of the underlying one standard deviation up.'],
      deviation: ['usd-per-share', 'One standard deviation.'],
    },
  },
  ImpliedEvent: {
    description:
      'An event without a known date that the options imply: between two expirations the expected variance is clearly larger than before and after. Often an earnings report.',
    properties: {
      move: ['fraction', 'Standard deviation of the logarithmic price that the event adds.'],
      after: 'The last expiration before the event; null if no earlier one shows when it starts.',
      until: 'The first expiration after the event.',
    },
  },
  PremiumParts: {
    description:
      'Parts of the premium: premium = `assignmentCost` + `volatilityPremium` − `spreadCost`. The forecast is that of `scoreParts`.',
    properties: {
      assignmentCost: [
        'usd-per-share',
        'Expected payment to the buyer at expiration, discounted: the rise above the strike that a covered call forgoes, or the fall below it that a put pays for.',
      ],
      volatilityPremium: [
        'usd-per-share',
        '`fairValue` less `assignmentCost`; includes the value of early exercise.',
      ],
      spreadCost: ['usd-per-share', '`fairValue` less the premium.'],
    },
  },
  Returns: {
    description:
      'Returns of the trade until expiration at its bid, not annualized. S is `chainPrice`, K the strike, b the premium, and C the cost of one share of the position: `costBasis`, or S for shares that have yet to be bought. All shares have one cost basis; tax lots are not distinguished.',
    properties: {
      ifUnchanged:
        'Returns if the stock price does not change. Call: (b − max(0, S − K)) over S and over C. Put: (b − max(0, K − S)) over K. `onPrice` equals `return`.',
      ifAssigned:
        'Returns if the shares are called away: (K − S + b) over S and (K − C + b) over C. Null for puts, which then hold shares.',
      purchasePrice: [
        'usd-per-share',
        'Cost of a share that an assigned put buys, minus the premium: K − b. Null for calls.',
      ],
    },
  },
  ReturnPair: {
    description: 'One gain relative to two prices of the same shares.',
    properties: {
      onPrice: [
        'fraction',
        'Gain relative to the price of the stock; for a put, relative to the strike, which is the cash that covers it.',
      ],
      onBasis: [
        'fraction',
        'Gain relative to the cost of the shares; null if the query has no `costBasis`, and for puts.',
      ],
    },
  },
  ScoreParts: {
    description: 'Components of a score.',
    properties: {
      expectedGain: ['usd-per-share', 'Expected gain at expiration, 0 or more.'],
      expectedLoss: ['usd-per-share', 'Expected loss at expiration, 0 or more.'],
      forecast: 'Forecast of prices.',
      impliedWeight: ['fraction', 'Weight in that forecast of what the options imply, from 0 to 1.'],
      realizedVolatility: [
        'fraction-per-year',
        'Realised volatility of the stock without the sessions of earnings reports; null if the forecast does not use it.',
      ],
      reportMove: [
        'fraction',
        'Standard deviation of the logarithmic price that earnings reports before the expiration add to the realised half of the forecast; null if they add nothing.',
      ],
      probabilityOfProfit: ['fraction', 'Part of the first version of the score, kept for older widgets.'],
      expectedReward: ['usd-per-share', 'Part of the first version of the score, kept for older widgets.'],
      expectedRisk: ['usd-per-share', 'Part of the first version of the score, kept for older widgets.'],
      rangeLow: ['usd-per-share', 'Part of the first version of the score, kept for older widgets.'],
      rangeHigh: ['usd-per-share', 'Part of the first version of the score, kept for older widgets.'],
    },
  },
  TimeframeDays: {
    description: 'Range of days to expiration of each timeframe.',
    properties: {
      short: 'Nearest expirations.',
      medium: 'Expirations in between.',
      long: 'Furthest expirations.',
    },
  },
  DayRange: {
    description: 'A range of days, both ends included.',
    properties: {
      from: ['calendar-days', 'First day.'],
      to: ['calendar-days', 'Last day.'],
    },
  },
  RefusedContracts: {
    description: 'Number of listed contracts that are excluded for one reason.',
    properties: { reason: 'The reason.', count: ['none', 'Number of contracts.'] },
  },
  BestIncome: {
    description: 'Best income trades of all liquid symbols, from the latest overnight scan.',
    properties: {
      trades:
        'One trade per symbol: the first that passes the filters in the order of the query; by default by `serviceScore` and then by `annualizedReturn`, highest first.',
      matching: ['symbols', 'Number of trades that pass the filters, including those that `limit` cuts off.'],
      dateOfScan: 'Time at which the scan was published, UTC; null if no scan has run yet.',
      tradingDay: 'Trading day that the scan is based on; null if no scan has run yet.',
      unknown:
        'Additive. Every field of the trades that is null because the account may not show it, or because an older scan did not store it, with the reason; absent if there is none.',
    },
  },
  BestTrade: {
    description: 'One covered call or short put, with the names and units of How.',
    properties: {
      ...tradeDescriptions,
      symbol: 'Ticker of the underlying in canonical form.',
      companyName: 'Name of the company or fund.',
      sector: 'Sector of the company.',
      price: ['usd-per-share', 'Price of the underlying that the trade is based on.'],
      warnings:
        'Risks that a seller should know about before the trade, as in How; null if the scan was made by an older version that did not store them.',
      delta: ['usd-per-usd', 'Additive. Change of the option’s price per dollar of the stock, as in How.'],
      expectedProfit: [
        'none',
        'Additive. The measure of the default order, as in How; null if an older scan did not record it.',
      ],
      openInterest: [
        'contracts',
        'Additive. Number of open contracts; null if the source does not provide it.',
      ],
      exDividendDate: 'Additive. Next declared ex-dividend day; null if none is known.',
      trend: 'Additive. Sentiment of the six-month trend; null if there are too few bars.',
      ...volatilityDescriptions,
      spreadClass:
        'Class of the bid-ask spreads of the symbol’s options, as in the ideas; null if it is not known.',
      liquidityRank: rankDescriptions.liquidityRank,
      impliedVolatilityRank: rankDescriptions.impliedVolatilityRank,
      impliedVolatilityRankBasis: rankDescriptions.impliedVolatilityRankBasis,
      daysToEarnings: ['calendar-days', 'Days until the next earnings; null if none are known.'],
      optionsAsOf: 'Time of the option quotes, UTC.',
    },
  },
}
