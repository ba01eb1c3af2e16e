/** Descriptions of the schemas of the roll look-up. */
import { unknownDescription } from './ideas.ts'
import { dataStatusDescription } from './why.ts'
import type { DescriptionsOf } from './types.ts'

export const rollDescriptions: DescriptionsOf<
  | 'Roll'
  | 'RollCandidate'
  | 'RollExpiry'
  | 'RollContract'
  | 'RollAssignment'
  | 'RollDividend'
  | 'RollEarnings'
> = {
  Roll: {
    description:
      'An open short call or put: the cost of closing it, the premium kept, whether assignment is likely soon, and contracts to sell instead. Names and units are those of How.',
    properties: {
      id: 'OSI symbol of the open option.',
      underlying: 'Ticker of the underlying in canonical form.',
      legType: 'Kind of the option.',
      strike: ['usd-per-share', 'Strike price.'],
      expiryDate: 'Day of expiration in New York.',
      daysUntilExpiry: [
        'calendar-days',
        'Days until the expiration, from the date of `dataStatus.asOf` in New York; 0 on the last day.',
      ],
      optionsAsOf: 'Time of the option quotes, UTC. All figures refer to this time.',
      chainPrice: ['usd-per-share', 'Price of the underlying at that time.'],
      bid: ['usd-per-share', 'Best bid; 0 if there is none.'],
      ask: ['usd-per-share', 'Best ask; 0 if there is none.'],
      refused:
        'Reason why the quote of the option, or the whole chain, is excluded; nothing is then computed from it. Null if it is accepted.',
      commission: [
        'usd',
        'Additive. Commission per contract of each leg. Only `annualizedReturn` is after it, for the sale.',
      ],
      price: [
        'usd-per-share',
        '`price` of the query, which is what the option was sold for; null if the query has none.',
      ],
      costBasis: ['usd-per-share', '`costBasis` of the query; null if the query has none.'],
      costToClose: [
        'usd-per-share',
        'Cost of buying the option back now: the ask. Null if there is no ask or the quote is excluded.',
      ],
      profitKept: [
        'usd-per-share',
        '`price` minus `costToClose`: the part of the premium that is kept if the option is bought back now, negative for a loss. Null if either price is null.',
      ],
      profitShare: ['fraction', '`profitKept` divided by `price`; null if either is null.'],
      isHalfKept: 'Whether `profitShare` is one half or more; null if `profitShare` is null.',
      probability: [
        'fraction',
        'Probability that the option expires worthless, as in How; null if its quote is excluded, and on its last day.',
      ],
      intrinsicValue: [
        'usd-per-share',
        'Value of exercising the option at `chainPrice`; 0 out of the money.',
      ],
      timeValue: [
        'usd-per-share',
        '`costToClose` minus `intrinsicValue`, 0 or more: what the seller can still earn by waiting. Null if `costToClose` is null.',
      ],
      assignment: 'Whether the buyer is likely to exercise soon.',
      greeks:
        'Sensitivities of one sold contract today, as in the scenario; null on the last day, for an adjusted contract, and if the chain or the expiration has no usable quotes.',
      dividend:
        'Dividend whose ex-dividend day is before the expiration, as assessed in How. Null if there is none or if it is not known, in which case `unknown` gives the reason.',
      earnings:
        'Next earnings report that is due up to the expiration. Null if none is due or if its day is not known, in which case `unknown` gives the reason.',
      candidates:
        'Contracts that could be sold instead, grouped by kind, at most three per kind. The order within a kind is: rolls with a credit before rolls with a cost; calls with a strike at or above `costBasis` before others; `probability` of 68 to 80 %, then 80 to 95 %, then 50 to 68 %, then lower; then the highest `annualizedReturn`. A roll with a cost is listed only if `strikeGain` is at least twice the cost and the cost does not exceed `price`.',
      expiries:
        'Table of contracts by expiration and strike: the expiration of the open option and later ones, nearest first, at most 8, with up to 11 strikes between and around the strike of the open option and `chainPrice`. Contains all `candidates`. Empty if nothing can be sold instead.',
      unknown: unknownDescription,
      dataStatus: dataStatusDescription,
      messageType: '`SUCCESS` in every successful response. Problems do not have this field.',
    },
  },
  RollCandidate: {
    description: 'A contract that could be sold when the open one is bought back.',
    properties: {
      kind: 'Difference from the open contract.',
      id: 'OSI symbol of the contract.',
      expiryDate: 'Day of expiration in New York.',
      daysUntilExpiry: [
        'calendar-days',
        'Days until the expiration, from the date of `dataStatus.asOf` in New York.',
      ],
      strike: ['usd-per-share', 'Strike price.'],
      bid: ['usd-per-share', 'Best bid.'],
      ask: ['usd-per-share', 'Best ask.'],
      credit: [
        'usd-per-share',
        'Credit of the roll: the bid of this contract minus the ask of the open option. Negative if the roll costs money.',
      ],
      strikeGain: [
        'usd-per-share',
        'Improvement of the strike for the seller: higher for a call, lower for a put; 0 if it is the same.',
      ],
      daysAdded: ['calendar-days', 'Number of days by which it expires later than the open option.'],
      probability: ['fraction', 'Probability that it expires worthless, as in How.'],
      annualizedReturn: ['fraction-per-year', 'Simple annual return of selling it at its bid, as in How.'],
      warnings: 'Risks that a seller should know about before the trade; empty if there are none.',
    },
  },
  RollExpiry: {
    description: 'One expiration of the table of contracts that could be sold instead.',
    properties: {
      expiryDate: 'Day of expiration in New York.',
      daysUntilExpiry: [
        'calendar-days',
        'Days until the expiration, from the date of `dataStatus.asOf` in New York.',
      ],
      daysAdded: [
        'calendar-days',
        'Number of days by which it expires later than the open option; 0 for the same expiration.',
      ],
      contracts:
        'Listed contracts by strike, lowest first, without the open option. Not every strike is listed for every expiration.',
    },
  },
  RollContract: {
    description: 'A listed contract of the table, and the credit of rolling into it if it is offered.',
    properties: {
      id: 'OSI symbol of the contract.',
      strike: ['usd-per-share', 'Strike price.'],
      bid: ['usd-per-share', 'Best bid; 0 if there is none.'],
      ask: ['usd-per-share', 'Best ask; 0 if there is none.'],
      refused:
        'Reason why the contract is excluded, as in How. Also `wide-spread` and `below-fair-value`, with which How fills no cell. Null if its quote is accepted.',
      credit: [
        'usd-per-share',
        'Credit of the roll: the bid of this contract minus the ask of the open option, negative if the roll costs money. Null if the contract is excluded, or if its bid is at most its intrinsic value.',
      ],
      probability: [
        'fraction',
        'Probability that it expires worthless, as in How; null if `credit` is null.',
      ],
      warnings:
        'Risks that a seller should know about before the trade; empty if there are none or if `credit` is null.',
    },
  },
  RollAssignment: {
    description: 'Whether the buyer of an open option is likely to exercise it soon.',
    properties: {
      isInTheMoney: 'Whether exercise at `chainPrice` has any value.',
      isNear:
        'Whether the option is in the money and there is a cause for exercise. Null if the quote or the dividends are not known well enough to rule it out.',
      causes: 'Causes for exercise; empty if there are none.',
    },
  },
  RollEarnings: {
    description: 'Earnings report up to the expiration of the open option.',
    properties: {
      date: 'Day of the report in New York.',
      isEstimated: 'Whether the day is estimated from earlier reports and not announced.',
    },
  },
  RollDividend: {
    description: 'Dividend whose ex-dividend day is before the expiration of the open option.',
    properties: {
      exDate:
        'First day on which a buyer of the share no longer gets the dividend; null if no dividend is declared but the options imply one.',
      amount: [
        'usd-per-share',
        'Amount of the dividend; if it is only implied, the sum of all dividends until the expiration.',
      ],
    },
  },
}
