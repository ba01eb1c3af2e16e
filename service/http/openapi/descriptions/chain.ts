/** Descriptions of the schemas of the option chain. */
import { unknownDescription } from './ideas.ts'
import { dataStatusDescription } from './why.ts'
import type { DescriptionsOf } from './types.ts'

export const chainDescriptions: DescriptionsOf<
  'Chain' | 'ChainExpiry' | 'ChainRow' | 'ChainOption' | 'Cell'
> = {
  Chain: {
    description: 'Every listed option of one symbol that expires after today, by expiration and strike.',
    properties: {
      underlying: 'Ticker of the underlying in canonical form.',
      stockPrice: ['usd-per-share', 'Last price of the underlying; null if it has not traded.'],
      chainPrice: [
        'usd-per-share',
        'Price of the underlying at the time of the option quotes. All figures are based on it. Null if there are no options.',
      ],
      optionsAsOf: 'Time of the option quotes, UTC; null if there are no options.',
      commission: ['usd', 'Commission per sold contract. Returns are after it.'],
      expiries: 'Expirations, nearest first; empty if no options are listed.',
      listedContracts: [
        'none',
        'Number of option contracts listed on the symbol, including those that `expiries` omits; 0 if there are none.',
      ],
      unknown: unknownDescription,
      dataStatus: dataStatusDescription,
      messageType: '`SUCCESS` in every successful response. Problems do not have this field.',
    },
  },
  ChainExpiry: {
    description: 'One expiration and its strikes.',
    properties: {
      expiryDate: 'Day of expiration in New York.',
      expiry: 'Time at which the options expire, UTC: 16:00 in New York on that day, 13:00 on early closes.',
      daysUntilExpiry: [
        'calendar-days',
        'Days until the expiration, from the date of `dataStatus.asOf` in New York.',
      ],
      timeframe: 'Row of the 3 x 3 grid that the expiration belongs to; null if it belongs to none.',
      impliedVolatility: [
        'fraction-per-year',
        'Implied volatility at the money; null if the quotes are implausible.',
      ],
      expectedMove: [
        'usd-per-share',
        'One standard deviation of the price of the underlying until the expiration, up or down; null if the quotes are implausible.',
      ],
      refused:
        'Reason why all quotes of the expiration are excluded; all its figures are then null. Null if they are used.',
      rows: 'Strikes, lowest first; empty if the query parameter `expiry` selects another expiration.',
    },
  },
  ChainRow: {
    description:
      'The call and the put of one strike. Contracts that do not deliver 100 shares, or that have another root, are in separate rows.',
    properties: {
      strike: ['usd-per-share', 'Strike price.'],
      call: 'The call; null if none is listed.',
      put: 'The put; null if none is listed.',
    },
  },
  ChainOption: {
    description:
      'One listed option. Its computed figures are null if its quote or its expiration is implausible; `refused` gives the reason. The reasons `no-bid`, `wide-spread` and `below-fair-value` do not make the quote implausible: the contract keeps its figures, but both returns are null if there is no bid.',
    properties: {
      id: 'OSI symbol. Can be sent as `contract` to How.',
      bid: ['usd-per-share', 'Best bid; 0 if there is none.'],
      ask: ['usd-per-share', 'Best ask; 0 if there is none.'],
      openInterest: ['contracts', 'Number of open contracts; null if the data source does not provide it.'],
      volume: ['contracts', 'Contracts traded in this session; null if the data source does not provide it.'],
      impliedVolatility: [
        'fraction-per-year',
        'Implied volatility at the strike, from the smile of the expiration.',
      ],
      delta: [
        'usd-per-usd',
        'Change of the option’s price per dollar change of the underlying: 0 to 1 for a call, −1 to 0 for a put.',
      ],
      probability: [
        'fraction',
        'Probability that the option expires worthless, from the distribution that the options of its expiration imply.',
      ],
      return: [
        'fraction',
        'Return of selling the option at the bid if it expires worthless, as in How. Also null if the bid does not exceed the intrinsic value, and for options on an index. If it is not null, How analyses the contract as a trade.',
      ],
      annualizedReturn: ['fraction-per-year', 'Simple annual return: `return` x 365 / `daysUntilExpiry`.'],
      refused: 'Reason why the contract cannot fill a cell, as in How; null if its quote is accepted.',
      cell: 'Cell of the 3 x 3 grid that the contract fills if no cost basis is given; null for most contracts.',
    },
  },
  Cell: {
    description: 'A cell of the 3 x 3 grid.',
    properties: { timeframe: 'Row of the grid.', riskProfile: 'Column of the grid.' },
  },
}
