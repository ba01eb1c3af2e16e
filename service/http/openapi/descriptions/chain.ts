/** The option chain. */
import { unknownWords } from './ideas.ts'
import { dataStatusWords } from './why.ts'
import type { WordsOf } from './words.ts'

export const chainWords: WordsOf<'Chain' | 'ChainExpiry' | 'ChainRow' | 'ChainOption' | 'Cell'> = {
  Chain: {
    description: 'Every listed option of one symbol that expires after today, by expiration and strike.',
    properties: {
      underlying: 'Ticker of the underlying, in its one form.',
      stockPrice: ['usd-per-share', 'Last price of the underlying; null where nothing has traded.'],
      chainPrice: [
        'usd-per-share',
        'Price of the underlying at the time of the quotes, which all figures are based on; null without options.',
      ],
      optionsAsOf: 'The moment the option quotes are of, UTC; null without options.',
      expiries: 'The expirations, the nearest first; empty if no options are listed.',
      listedContracts: [
        'none',
        'Number of option contracts listed on the symbol, including those that `expiries` omits; 0 where it has no options.',
      ],
      unknown: unknownWords,
      dataStatus: dataStatusWords,
      messageType: '`SUCCESS` on every answer; a problem has none.',
    },
  },
  ChainExpiry: {
    description: 'One expiration.',
    properties: {
      expiryDate: 'Day of expiration, in New York.',
      expiry: 'When its options expire, UTC: 16:00 in New York on that day.',
      daysUntilExpiry: ['calendar-days', 'Days until then from today, as the market has it.'],
      timeframe: 'Row of the 3 x 3 grid that its days belong to; null for none.',
      impliedVolatility: ['fraction-per-year', 'At the money; null where the quotes are not believed.'],
      expectedMove: [
        'usd-per-share',
        'One standard deviation of the underlying by the expiration, either way; null if the quotes are not believed.',
      ],
      refused:
        'Why nothing of the expiration is believed: then all its figures are null. Null if it is believed.',
      rows: 'The strikes, the lowest first; empty where `expiry` asks for another expiration.',
    },
  },
  ChainRow: {
    description:
      'The call and the put of one strike. Contracts that do not deliver 100 shares, and those of another root, have rows of their own.',
    properties: {
      strike: ['usd-per-share', 'Strike price.'],
      call: 'The call; null if none is listed.',
      put: 'The put; null if none is listed.',
    },
  },
  ChainOption: {
    description:
      'One listed option. Computed figures are null if its quote or its expiration is implausible; `refused` says why. `no-bid`, `wide-spread` and `below-fair-value` doubt no quote: such a contract has its figures, without a bid no return.',
    properties: {
      id: 'OSI symbol, as `contract` of How takes it.',
      bid: ['usd-per-share', 'Best bid; 0 where nobody bids.'],
      ask: ['usd-per-share', 'Best offer; 0 where nobody asks.'],
      openInterest: ['contracts', 'Contracts that are open; null where the source does not say.'],
      volume: ['contracts', 'Contracts traded in this session; null where the source does not say.'],
      impliedVolatility: ['fraction-per-year', 'Of the smile of its expiration at the strike.'],
      delta: [
        'usd-per-usd',
        'How the price of the option moves with the underlying: 0 to 1 of a call, −1 to 0 of a put.',
      ],
      probability: [
        'fraction',
        'Probability that the option expires worthless, by the distribution that the options of its expiration imply.',
      ],
      return: [
        'fraction',
        'Return of selling it at the bid if it expires worthless, as in How. Also null if the bid does not exceed the intrinsic value, and for an index. If it is not null, How analyses the contract as a trade.',
      ],
      annualizedReturn: ['fraction-per-year', 'Simple: `return` x 365 / `daysUntilExpiry`.'],
      refused:
        'Why the contract fills no cell, as How counts it; null if nothing of its quote speaks against it.',
      cell: 'The cell of the 3 x 3 grid that it fills where no cost basis is told; null for most.',
    },
  },
  Cell: {
    description: 'A cell of the 3 x 3 grid.',
    properties: { timeframe: 'Row of the grid.', riskProfile: 'Column of the grid.' },
  },
}
