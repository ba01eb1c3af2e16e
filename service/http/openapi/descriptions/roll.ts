/** What becomes of an open short option. */
import { unknownWords } from './ideas.ts'
import { dataStatusWords } from './why.ts'
import type { WordsOf } from './words.ts'

export const rollWords: WordsOf<'Roll' | 'RollCandidate' | 'RollAssignment' | 'RollDividend'> = {
  Roll: {
    description:
      'An open short call or put: the cost of closing it and the premium kept, whether assignment is near, and contracts to sell in its place. Names and units are those of How.',
    properties: {
      id: 'OSI symbol of the open option.',
      underlying: 'Ticker of the underlying, in its one form.',
      legType: 'Kind of the option.',
      strike: ['usd-per-share', 'Strike price.'],
      expiryDate: 'Day of expiration, in New York.',
      daysUntilExpiry: [
        'calendar-days',
        'Days until then from today, as the market has it; 0 on the last day.',
      ],
      optionsAsOf: 'The moment the option quotes are of, UTC. All figures are of then.',
      chainPrice: ['usd-per-share', 'Price of the underlying at that moment.'],
      bid: ['usd-per-share', 'Best bid; 0 where nobody bids.'],
      ask: ['usd-per-share', 'Best offer; 0 where nobody asks.'],
      refused:
        'Why the quote of the option, or all of the chain, is not believed: nothing is made of it then. Null if it is believed.',
      price: ['usd-per-share', '`price` of the query, what the option was sold for; null where it had none.'],
      costBasis: ['usd-per-share', '`costBasis` of the query; null where it had none.'],
      costToClose: [
        'usd-per-share',
        'What buying the option back costs now: the ask; null if nobody asks, or the quote is not believed.',
      ],
      profitKept: [
        'usd-per-share',
        '`price` less `costToClose`: what is kept of the premium if the option is bought back now, negative where more is lost. Null without either.',
      ],
      profitShare: ['fraction', '`profitKept` over `price`; null without either price.'],
      isHalfKept: 'Whether `profitShare` is a half or more; null if that is null.',
      probability: [
        'fraction',
        'Probability that the option expires worthless, as in How; null if its quote is not believed, and on its last day.',
      ],
      intrinsicValue: ['usd-per-share', 'What exercise pays at `chainPrice`; 0 out of the money.'],
      timeValue: [
        'usd-per-share',
        '`costToClose` less `intrinsicValue`, 0 or more: what waiting can still earn. Null where `costToClose` is.',
      ],
      assignment: 'Whether the buyer is about to exercise.',
      dividend:
        'The dividend that goes ex before the option expires, as How judges it; null if none does, and where that is not known, which `unknown` says.',
      candidates:
        'What could be sold instead, three of a kind at most, kind by kind. The best first: what pays before what costs; calls at or above `costBasis` before others; `probability` of 68 to 80 %, then 80 to 95 %, then 50 to 68 %, then below; then the highest `annualizedReturn`. What costs is there only where `strikeGain` is at least twice the cost, and the cost no more than `price`.',
      unknown: unknownWords,
      dataStatus: dataStatusWords,
      messageType: '`SUCCESS` on every answer; a problem has none.',
    },
  },
  RollCandidate: {
    description: 'A contract that could be sold while the open one is bought back.',
    properties: {
      kind: 'How it differs from the open one.',
      id: 'OSI symbol of the contract.',
      expiryDate: 'Day of expiration, in New York.',
      daysUntilExpiry: ['calendar-days', 'Days until then from today, as the market has it.'],
      strike: ['usd-per-share', 'Strike price.'],
      bid: ['usd-per-share', 'Best bid.'],
      ask: ['usd-per-share', 'Best offer.'],
      credit: [
        'usd-per-share',
        'Credit of the roll: this bid less the ask of the open option. Negative: a cost.',
      ],
      strikeGain: [
        'usd-per-share',
        'Improvement of the strike for the seller: higher of a call, lower of a put; 0 where it is the same.',
      ],
      daysAdded: ['calendar-days', 'How many days later it expires than the open one.'],
      probability: ['fraction', 'Probability that it expires worthless, as in How.'],
      annualizedReturn: ['fraction-per-year', 'Of selling it at its bid, as in How.'],
      warnings: 'What a careful seller would want to know first; empty if there is nothing.',
    },
  },
  RollAssignment: {
    description: 'Whether the buyer of an open option is about to exercise it.',
    properties: {
      isInTheMoney: 'Whether exercise pays anything at `chainPrice`.',
      isNear:
        'Whether it is in the money and there is a cause. Null if its quote or the dividends are not known well enough to say no.',
      causes: 'Why; empty if there is no cause.',
    },
  },
  RollDividend: {
    description: 'A dividend that goes ex before the open option expires.',
    properties: {
      exDate:
        'First day on which a buyer of the share no longer gets the dividend; null if nothing is declared and the options imply one.',
      amount: ['usd-per-share', 'The dividend; where only implied, all of them until the expiration.'],
    },
  },
}
