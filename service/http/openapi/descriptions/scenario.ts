/** Scenario: one option on other days, at other volatilities and prices. */
import { dataStatusWords } from './why.ts'
import type { WordsOf } from './words.ts'

export const scenarioWords: WordsOf<'Scenario' | 'SellerGreeks'> = {
  Scenario: {
    description:
      'Value of one option on other days, at other volatilities and other prices of its underlying. Interpolate linearly between two values, over days, shifts and prices; on an ex-dividend day the value jumps, so that day and the one before are both in `daysLeft`.',
    properties: {
      id: 'OSI symbol of the contract, as the chain has it.',
      underlying: 'Ticker of the underlying, in its one form.',
      expiryDate: 'Day of expiration, in New York.',
      strike: ['usd-per-share', 'Strike price.'],
      legType: 'Kind of the option.',
      optionsAsOf: 'The moment the option quotes are of, UTC.',
      chainPrice: ['usd-per-share', 'Price of the underlying at that moment.'],
      refused:
        'Why nothing is worked out: the lists are then empty and the figures null. Null if the grid is there.',
      fairValue: [
        'usd-per-share',
        'As in How: what the contract is worth at the volatility that the other options of its expiration imply; null on the day of expiration.',
      ],
      impliedVolatility: [
        'fraction-per-year',
        'As in How: smoothed across strikes; null on the day of expiration.',
      ],
      breakeven: [
        'usd-per-share',
        'Price of the underlying at expiration where the position neither gains nor loses, sold at the bid against shares bought, or cash set aside, at `chainPrice`; null if nobody bids.',
      ],
      daysLeft: ['calendar-days', 'Days left until expiration, falling from today’s to 0.'],
      volatilityShifts: ['percentage-points', 'What is added to the volatility, rising, 0 among them.'],
      prices: [
        'usd-per-share',
        'Prices of the underlying, rising; `strike`, `breakeven` and `chainPrice` are among them.',
      ],
      values: [
        'usd-per-share',
        'What the option is worth: `values[day][shift][price]`, in the order of the three lists. Today, unshifted and at `chainPrice` it is `fairValue`, or what its exercise is sure to pay where that is more; with 0 days left it is what exercise pays.',
      ],
      greeks: 'Of one sold contract today; null on the day of expiration.',
      dataStatus: dataStatusWords,
      messageType: '`SUCCESS` on every answer; a problem has none.',
    },
  },
  SellerGreeks: {
    description:
      'Sensitivities of one sold contract of 100 shares: the sensitivities of How, which are a holder’s of one share, x −100. Positive is good for the seller.',
    properties: {
      delta: ['usd-of-position-per-usd', 'Gain when the underlying rises.'],
      gamma: ['usd-of-position-per-usd-squared', 'How `delta` moves with the underlying.'],
      theta: ['usd-of-position-per-calendar-day', 'Gain of a day that passes; positive as a rule.'],
      vega: [
        'usd-of-position-per-percentage-point',
        'Gain when the implied volatility rises; negative as a rule.',
      ],
      rho: ['usd-of-position-per-percentage-point', 'Gain when the interest rate rises.'],
    },
  },
}
