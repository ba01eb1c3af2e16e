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
import { sentiments } from '#contract/responses/ideas.ts'
import { problemTitle } from '#contract/api/problem-details.ts'
import { problemCodes } from '#contract/api/problem.ts'
import { earningsTimes, historyRanges } from '#contract/responses/resources.ts'
import { assignmentCauses, rollKinds } from '#contract/responses/roll.ts'
import { unknownReasons } from '#contract/responses/unknown.ts'

/** An enumeration: each value with its meaning, in the contract's order. */
export type NamedWords = {
  readonly description: string
  readonly words: Readonly<Record<string | number, string>>
}

const words = <const W extends string | number>(
  description: string,
  _list: readonly W[],
  meanings: Readonly<Record<W, string>>,
): NamedWords => ({ description, words: meanings })

/** By name in `components.schemas`. The second argument is the contract's list: the compiler compares both. */
export const namedWords: Readonly<Record<string, NamedWords>> = {
  Sentiment: words('Direction of a view, where there may be none.', sentiments, {
    Bullish: 'prices are expected to rise',
    Bearish: 'prices are expected to fall',
    Neutral: 'neither',
  }),
  Direction: words('Direction of an idea or of a signal, which are never neutral.', ['Bullish', 'Bearish'], {
    Bullish: 'prices are expected to rise',
    Bearish: 'prices are expected to fall',
  }),
  LiquidityRank: words('How easily options on the symbol are traded.', [1, 2, 3], {
    1: 'Very Liquid',
    2: 'Somewhat Liquid',
    3: 'Not Liquid',
  }),
  VolatilityRankBasis: words(
    'What an implied volatility rank was worked out from.',
    ['implied', 'historical'],
    {
      implied: 'a year of stored implied volatilities',
      historical: 'realised volatility, where there are too few implied ones',
    },
  ),
  SpreadClass: words(
    'The median bid-ask spread of the options people use, over the mid price.',
    ['tight', 'fair', 'wide'],
    {
      tight: 'under 5 %',
      fair: 'under 15 %',
      wide: '15 % or more',
    },
  ),
  UnknownReason: words('Why something is not known.', unknownReasons, {
    'no-bars': 'the source has no daily bars of the symbol',
    'old-bars': 'its last bar is not of the last closed session',
    'too-few-bars': 'fewer bars than the figure is made of',
    'flat-bars': 'the close has not moved for 20 sessions',
    'unresolved-split': 'bars, or chain and bars, differ by what looks like a split that nothing confirms',
    'no-scan': 'there has been no nightly scan to rank the symbol in',
    'not-ranked': 'the symbol has no place in a ranking: an index, a leveraged or an inverse fund',
    'no-chain': 'it has no listed options',
    'old-chain': 'its option quotes are of another day than its price',
    'price-drift': 'its price has moved too far from the one its option quotes were made at',
    'no-price': 'nothing has traded',
    refused:
      'the quote of the contract that was asked for takes no part: `contractRefused`, or `refused`, says why',
    'not-offered':
      'How sells no such contract: one of an index, one that expires today, or one whose bid pays no more than what it is in the money',
    'not-given': 'the source does not say',
  }),
  EarningsTime: words('When on its day a company reports.', earningsTimes, {
    BeforeOpen: 'before the market opens',
    AfterClose: 'after the market closes',
    Unknown: 'not known',
  }),
  PartState: words('How a part of the data stands.', ['current', 'old', 'unknown'], {
    current: 'of the last session',
    old: 'there, but not of the last session; options: not of the day of the price',
    unknown: 'not there',
  }),
  LegType: words('Which side of the options, as queries write it.', legTypes, {
    call: 'covered calls',
    put: 'cash-secured short puts',
  }),
  OptionType: words('Kind of an option, as answers write it.', ['Call', 'Put'], {
    Call: 'a call, sold against shares',
    Put: 'a put, sold against cash',
  }),
  Timeframe: words(
    'Row of the 3 x 3 grid: days to expiration. `timeframes` of the answer has the limits.',
    timeframes,
    {
      short: '20 to 49 calendar days',
      medium: '50 to 89 calendar days',
      long: '90 to 180 calendar days',
    },
  ),
  RiskProfile: words('Column of the 3 x 3 grid: how likely the option expires worthless.', riskProfiles, {
    optimal: 'between the other two',
    conservative: 'the most likely to expire worthless, for the least premium',
    aggressive: 'the most premium, the least likely to expire worthless',
  }),
  Severity: words('Verdict of a checklist item.', severities, {
    Good: 'speaks for the trade',
    Neutral: 'speaks neither for nor against it',
    Bad: 'speaks against it',
  }),
  ChecklistName: words('What a checklist item looks at.', checklistNames, {
    ProbabilityOfProfit: 'the probability that the option expires worthless',
    AnnualizedReturn: 'the premium as a return of a year',
    Earnings: 'whether earnings fall before the expiration',
    Liquidity: 'the bid-ask spread and the open interest of the contract',
    StockTrend: 'the trend of the stock',
    MarketTrend: 'the trend of the market',
    ImpliedVolatility: 'the rank of the implied volatility',
    Dividend: 'whether an ex-dividend day falls before the expiration',
    Score: 'the score',
  }),
  IncomeWarning: words('What a careful seller would want to know first.', incomeWarnings, {
    'below-cost-basis': 'the strike is below what was paid for the shares',
    'earnings-before-expiry': 'earnings fall before the expiration',
    'dividend-before-expiry': 'an ex-dividend day falls before the expiration',
    'wide-spread': 'the bid-ask spread is wide',
    'under-100-shares': 'fewer than 100 shares are held, which one contract needs',
  }),
  RefusalReason: words('Why a listed contract takes no part.', refusalReasons, {
    crossed: 'it asks no more than it bids',
    'above-bound': 'it costs more than it can be worth',
    'not-monotone': 'it contradicts the price at the next strike',
    'not-convex': 'it contradicts the prices at both neighbouring strikes',
    calendar: 'it contradicts another expiration',
    parity: 'it contradicts the price of the put or call at the same strike',
    'far-from-smile': 'its implied volatility is far from that of its neighbours',
    'no-bid': 'nobody bids',
    'price-drift': 'the underlying has moved too far since the quotes of the chain',
    'old-chain': 'the quotes of the chain are of another day than the price',
    adjusted: 'it does not deliver 100 shares',
    'below-fair-value': 'it sells for far less than it is worth',
    'wide-spread': 'its spread is wide where a contract as safe has a narrow one',
  }),
  RollKind: words('How a contract differs from the open one it would replace.', rollKinds, {
    out: 'it expires later, at the same strike',
    up: 'a call of the same expiration, at a higher strike',
    down: 'a put of the same expiration, at a lower strike',
    'up-and-out': 'a call that expires later, at a higher strike',
    'down-and-out': 'a put that expires later, at a lower strike',
  }),
  AssignmentCause: words('Why the buyer of an option may exercise it any day.', assignmentCauses, {
    'last-day': 'it is the last day: what is in the money at its end is exercised by itself',
    dividend:
      'a dividend before the expiration is worth more than the time value a holder of the call gives up',
    'little-time-value':
      'the bid has next to no time value: 5 cents or a thousandth of the price of the underlying at most',
  }),
  ScoreForecast: words('What the score expects prices to do.', ['mixture', 'implied'], {
    mixture: 'half of what the options imply, half of how the stock has moved',
    implied: 'what the options imply alone: earnings before the expiration, or too few good bars',
  }),
  HistoryRange: words('How far back daily bars go.', historyRanges, {
    '1M': 'one month',
    '3M': 'three months',
    '6M': 'six months',
    '1Y': 'one year',
    '2Y': 'two years',
  }),
  ProblemCode: words(
    'What went wrong: the closed list. Each has a page, `/problems/{code}`, with its meaning and what to do.',
    problemCodes,
    problemTitle,
  ),
  OAuthErrorCode: words(
    'RFC 6749, section 5.2.',
    ['invalid_request', 'invalid_client', 'unsupported_grant_type'],
    {
      invalid_request: 'a field is missing or repeated, or the request is not as it must be',
      invalid_client: 'the client is unknown or revoked, or its secret is wrong',
      unsupported_grant_type: '`grant_type` is not `client_credentials`',
    },
  ),
}
