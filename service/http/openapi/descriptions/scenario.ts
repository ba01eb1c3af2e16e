/** Descriptions of the schemas of the scenario look-up. */
import { dataStatusDescription, licensedDescription } from './why.ts'
import type { DescriptionsOf } from './types.ts'

export const scenarioDescriptions: DescriptionsOf<'Scenario' | 'SellerGreeks'> = {
  Scenario: {
    description:
      'Value of one option on other days, at other volatilities and at other prices of its underlying. Interpolate linearly between values, over days, shifts and prices. The value jumps on an ex-dividend day, so `daysLeft` has both that day and the day before.',
    properties: {
      id: 'OSI symbol of the contract, as in the chain.',
      underlying: 'Ticker of the underlying in canonical form.',
      expiryDate: 'Day of expiration in New York.',
      strike: ['usd-per-share', 'Strike price.'],
      legType: 'Kind of the option.',
      optionsAsOf: 'Time of the option quotes, UTC.',
      chainPrice: ['usd-per-share', 'Price of the underlying at that time.'],
      refused:
        'Reason why nothing is computed; the lists are then empty and the figures null. Null if the grid is present.',
      fairValue: [
        'usd-per-share',
        'Value of the contract at the volatility that the other options of its expiration imply, as in How; null on the day of expiration.',
      ],
      impliedVolatility: [
        'fraction-per-year',
        'Implied volatility, smoothed across strikes, as in How; null on the day of expiration.',
      ],
      breakeven: [
        'usd-per-share',
        'Price of the underlying at expiration at which the position neither gains nor loses. The option is sold at the bid; the shares are bought, or the cash is set aside, at `chainPrice`. Null if there is no bid.',
      ],
      daysLeft: [
        'calendar-days',
        'Days until expiration, in descending order to 0. The first is counted from the date of `dataStatus.asOf` in New York.',
      ],
      volatilityShifts: [
        'percentage-points',
        'Shifts added to the volatility, in ascending order. 0 is one of them.',
      ],
      prices: [
        'usd-per-share',
        'Prices of the underlying, in ascending order. `strike`, `breakeven` and `chainPrice` are among them.',
      ],
      values: [
        'usd-per-share',
        'Value of the option: `values[day][shift][price]`, in the order of the three lists. Today, without a shift and at `chainPrice`, it is `fairValue`, or the certain value of exercise if that is higher. With 0 days left, it is the value of exercise.',
      ],
      greeks: 'Sensitivities of one sold contract today; null on the day of expiration.',
      unknown: licensedDescription,
      dataStatus: dataStatusDescription,
      messageType: '`SUCCESS` in every successful response. Problems do not have this field.',
    },
  },
  SellerGreeks: {
    description:
      'Sensitivities of one sold contract of 100 shares: the sensitivities of How, which are those of a holder for one share, multiplied by −100. A positive value is good for the seller.',
    properties: {
      delta: ['usd-of-position-per-usd', 'Gain if the underlying rises.'],
      gamma: ['usd-of-position-per-usd-squared', 'Change of `delta` if the underlying rises.'],
      theta: ['usd-of-position-per-calendar-day', 'Gain per calendar day; usually positive.'],
      vega: [
        'usd-of-position-per-percentage-point',
        'Gain if the implied volatility rises; usually negative.',
      ],
      rho: ['usd-of-position-per-percentage-point', 'Gain if the interest rate rises.'],
    },
  },
}
