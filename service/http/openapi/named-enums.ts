/** The named enumerations of `components.schemas`, with the meaning of each value. */
import {
  checklistNames,
  incomeWarnings,
  legTypes,
  refusalReasons,
  riskProfiles,
  severities,
  timeframes,
} from '#contract/responses/income.ts'
import { dataClasses } from '#contract/responses/data-class.ts'
import { sentiments } from '#contract/responses/lists/ideas.ts'
import { problemTitle } from '#contract/api/problem-details.ts'
import { problemCodes } from '#contract/api/problem.ts'
import { pickOutcomes, recordEnvironments, voidReasons } from '#contract/responses/record.ts'
import { earningsTimes, historyRanges } from '#contract/responses/resources.ts'
import { assignmentCauses, rollKinds } from '#contract/responses/roll.ts'
import { unknownCauses, unknownReasons } from '#contract/responses/unknown.ts'

/** An enumeration: each value with its meaning, in the contract's order. */
export type NamedEnum = {
  readonly description: string
  readonly meanings: Readonly<Record<string | number, string>>
}

const namedEnum = <const W extends string | number>(
  description: string,
  _list: readonly W[],
  meanings: Readonly<Record<W, string>>,
): NamedEnum => ({ description, meanings })

/**
 * Enumerations by name in `components.schemas`. The compiler compares the meanings with the
 * contract's list, if the contract exports one.
 */
export const namedEnums: Readonly<Record<string, NamedEnum>> = {
  Sentiment: namedEnum('Direction of a view, which can be neutral.', sentiments, {
    Bullish: 'prices are expected to rise',
    Bearish: 'prices are expected to fall',
    Neutral: 'neither a rise nor a fall is expected',
  }),
  Direction: namedEnum('Direction of an idea or of a signal. It is never neutral.', ['Bullish', 'Bearish'], {
    Bullish: 'prices are expected to rise',
    Bearish: 'prices are expected to fall',
  }),
  LiquidityRank: namedEnum('How easily options on the symbol can be traded.', [1, 2, 3], {
    1: 'Very Liquid',
    2: 'Somewhat Liquid',
    3: 'Not Liquid',
  }),
  VolatilityRankBasis: namedEnum(
    'Data that an implied volatility rank is computed from.',
    ['implied', 'historical'],
    {
      implied: 'implied volatilities stored over one year',
      historical: 'realised volatility; no longer returned, the rank is null instead',
    },
  ),
  SpreadClass: namedEnum(
    'Median bid-ask spread of the options near the money, relative to the mid price.',
    ['tight', 'fair', 'wide'],
    {
      tight: 'under 5 %',
      fair: 'under 15 %',
      wide: '15 % or more',
    },
  ),
  UnknownReason: namedEnum('Reason why a value is not known.', unknownReasons, {
    'no-bars': 'the data source has no daily bars of the symbol',
    'old-bars': 'the last daily bar is not from the last closed session',
    'too-few-bars': 'there are fewer bars than the value needs',
    'flat-bars': 'the closing price has not changed for 20 sessions',
    'unresolved-split':
      'the bars, or the option chain and the bars, differ by what looks like an unconfirmed split',
    'no-scan': 'no overnight scan has run yet that could rank the symbol',
    'not-ranked': 'the symbol is not ranked, because it is an index, a leveraged fund or an inverse fund',
    'no-chain': 'the symbol has no listed options',
    'old-chain': 'the option quotes are from another day than the price',
    'price-drift': 'the price has moved too far from the price at the time of the option quotes',
    'no-price': 'the symbol has not traded',
    refused:
      'the quote of the requested contract is excluded; `contractRefused` or `refused` gives the reason',
    'not-offered':
      'How does not offer such a contract: it is on an index, it expires today, or its bid does not exceed its intrinsic value',
    'not-given': 'the data source has no value',
    'not-provided': 'the data source has no data of this kind',
    'not-licensed': 'the partner may not show data of this licence class',
  }),
  UnknownCause: namedEnum('Finer cause than the reason why a value is not known.', unknownCauses, {
    'doubtful-quotes':
      'the option quotes of every expiration that the value needs are too wide, or contradict others',
    'too-few-volatilities': 'implied volatility is known on too few days for a rank',
    'too-few-ranked': 'the overnight scan has ranked too few symbols to compare with',
  }),
  DataClass: namedEnum('Licence class of market data, the most restricted first.', dataClasses, {
    'real-time': 'prices without delay',
    delayed: 'prices at least as late as the exchange asks, usually 15 minutes',
    'end-of-day': 'prices of a closed session',
    derived: 'figures from which no price can be computed',
  }),
  EarningsTime: namedEnum('Time of day at which a company reports.', earningsTimes, {
    BeforeOpen: 'before the market opens',
    AfterClose: 'after the market closes',
    Unknown: 'the time is not known',
  }),
  PartState: namedEnum('State of a part of the data.', ['current', 'old', 'unknown'], {
    current: 'from the last session',
    old: 'available, but not from the last session (options: not from the day of the price)',
    unknown: 'not available',
  }),
  RecordEnvironment: namedEnum('Kind of data in a series of the sealed record.', recordEnvironments, {
    live: 'data of a market',
    test: 'simulated data',
  }),
  PickOutcome: namedEnum('How a pick of the sealed record ended.', pickOutcomes, {
    expired: 'the option expired worthless',
    assigned: 'the option was in the money on its expiration',
    'assigned-early': 'the call was in the money on the session before an ex-dividend day',
    void: 'there is no result',
  }),
  VoidReason: namedEnum('Why a pick of the sealed record is void.', voidReasons, {
    'no-price': 'the source has no price of the underlying',
    'price-jump': 'the prices of the source contradict the price of the pick',
  }),
  LegType: namedEnum('Kind of option, as written in queries.', legTypes, {
    call: 'covered calls',
    put: 'cash-secured short puts',
  }),
  OptionType: namedEnum('Kind of option, as written in responses.', ['Call', 'Put'], {
    Call: 'a call, sold against shares',
    Put: 'a put, sold against cash',
  }),
  Timeframe: namedEnum(
    'Row of the 3 x 3 grid, by days to expiration. `timeframes` of the response has the limits.',
    timeframes,
    {
      short: '20 to 49 calendar days',
      medium: '50 to 89 calendar days',
      long: '90 to 180 calendar days',
    },
  ),
  RiskProfile: namedEnum(
    'Column of the 3 x 3 grid, by the probability that the option expires worthless.',
    riskProfiles,
    {
      optimal: 'a probability between the other two',
      conservative: 'the highest probability and the lowest premium',
      aggressive: 'the highest premium and the lowest probability',
    },
  ),
  Severity: namedEnum('Verdict of a checklist item.', severities, {
    Good: 'in favour of the trade',
    Neutral: 'neither in favour of the trade nor against it',
    Bad: 'against the trade',
  }),
  ChecklistName: namedEnum('Subject of a checklist item.', checklistNames, {
    ProbabilityOfProfit: 'the probability that the option expires worthless',
    AnnualizedReturn: 'the premium as an annual return',
    Earnings: 'whether earnings fall before the expiration',
    Liquidity: 'the bid-ask spread and the open interest of the contract',
    StockTrend: 'the trend of the stock',
    MarketTrend: 'the trend of the market',
    ImpliedVolatility: 'the implied volatility rank',
    Dividend: 'whether an ex-dividend day falls before the expiration',
    Score: 'the `serviceScore`',
  }),
  IncomeWarning: namedEnum('Risk that a seller should know about before the trade.', incomeWarnings, {
    'below-cost-basis': 'the strike is below the cost basis of the shares',
    'earnings-before-expiry':
      'earnings fall before the expiration, or the options imply an event before it (`impliedEvent`)',
    'dividend-before-expiry': 'an ex-dividend day falls before the expiration',
    'wide-spread': 'the bid-ask spread is wide',
    'under-100-shares': 'the position has fewer than the 100 shares that one contract needs',
  }),
  RefusalReason: namedEnum('Reason why a listed contract is excluded.', refusalReasons, {
    crossed: 'the ask is not above the bid',
    'above-bound': 'the price is above the highest possible value of the contract',
    'not-monotone': 'the price contradicts the price at another strike',
    'not-convex': 'the price contradicts the prices at two other strikes',
    calendar: 'the price contradicts the prices of another expiration',
    parity:
      'the ask is below the exercise value, or the price contradicts the price of the put or call at the same strike',
    'far-from-smile': 'the implied volatility is far from that of the neighbouring strikes',
    'no-bid': 'there is no bid',
    'price-drift': 'the underlying has moved too far since the time of the option quotes',
    'old-chain': 'the option quotes are from another day than the price',
    adjusted: 'the contract does not deliver 100 shares',
    'below-fair-value': 'the contract would sell for far less than its fair value',
    'wide-spread': 'the spread is wide, while an equally safe contract has a narrow one',
  }),
  RollKind: namedEnum('Difference between a contract and the open one that it would replace.', rollKinds, {
    out: 'it expires later, at the same strike',
    up: 'a call of the same expiration, at a higher strike',
    down: 'a put of the same expiration, at a lower strike',
    'up-and-out': 'a call that expires later, at a higher strike',
    'down-and-out': 'a put that expires later, at a lower strike',
  }),
  AssignmentCause: namedEnum(
    'Reason why the buyer of an option may exercise it on any day.',
    assignmentCauses,
    {
      'last-day': 'it is the last day, and options in the money at its end are exercised automatically',
      dividend:
        'a dividend before the expiration is worth more than the time value that the holder of the call gives up',
      'little-time-value':
        'the bid has almost no time value: at most 5 cents or a thousandth of the price of the underlying, whichever is higher',
    },
  ),
  ScoreForecast: namedEnum('Forecast of prices that the score uses.', ['mixture', 'implied'], {
    mixture:
      'half from what the options imply, half from how the stock has moved between earnings reports and from the expected moves of reports before the expiration',
    implied: 'only from what the options imply, because there are too few usable bars',
  }),
  HistoryRange: namedEnum('Length of the daily history.', historyRanges, {
    '1M': 'one month',
    '3M': 'three months',
    '6M': 'six months',
    '1Y': 'one year',
    '2Y': 'two years',
  }),
  ProblemCode: namedEnum(
    'Code of a problem. The list is closed. Each code has a page, `/problems/{code}`, with its meaning and what to do.',
    problemCodes,
    problemTitle,
  ),
  OAuthErrorCode: namedEnum(
    'Error code of RFC 6749, section 5.2.',
    ['invalid_request', 'invalid_client', 'unsupported_grant_type'],
    {
      invalid_request: 'a field is missing or repeated, or the request is otherwise invalid',
      invalid_client: 'the client is unknown or revoked, or its secret is wrong',
      unsupported_grant_type: '`grant_type` is not `client_credentials`',
    },
  ),
}
