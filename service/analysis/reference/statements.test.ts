/**
 * All statements about every recommended trade: the checklist's verdicts, their required data, and the
 * figures in sentences.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { daysBetween } from '#service/markets/calendar.ts'
import { disagreementsAmong } from './disagreements.fixture.ts'
import { barsFrom, chainFrom, syntheticMarket, today } from './synthetic-chains.fixture.ts'
import {
  itemOf,
  plainFigures,
  reportsBefore,
  severities,
  severityAsRead,
  dayText,
} from './statements.oracle.ts'
import { recordedChains, symbolsOf, tradeName, tradesOf, type TradeWithContract } from './trades.fixture.ts'
import { isRecorded, recordedFolders, recordedMarket, simulated } from './scenarios.fixture.ts'

const environments: [string, boolean, () => Promise<TradeWithContract[]>][] = [
  [
    `recorded chains (needs ../shared/market-data/${recordedFolders.join(', ')})`,
    isRecorded,
    async () => (await symbolsOf(await recordedMarket(), recordedChains())).flatMap(tradesOf),
  ],
  [
    'the simulated market',
    true,
    async () => {
      const market = simulated()
      const universe = await market.universe()
      const every17th = universe.filter((_, index) => index % 17 === 0)
      const symbols = await symbolsOf(market, every17th)
      return symbols.flatMap(tradesOf)
    },
  ],
]

describe.each(environments)('%s', (_, isAvailable, readTrades) => {
  describe.skipIf(!isAvailable)('statements', () => {
    let trades: readonly TradeWithContract[]
    beforeAll(async () => {
      trades = await readTrades()
    }, 60_000)
    const disagreements = (look: (trade: TradeWithContract) => string | undefined | false) =>
      disagreementsAmong(trades, tradeName, look)

    test('there are enough trades', () => {
      expect(trades.length).toBeGreaterThan(150)
    })

    test('every item once; null has a reason, a verdict has none', () => {
      expect(
        disagreements(({ option: { checklist } }) => {
          if (new Set(checklist.map(({ name }) => name)).size !== 9 || checklist.length !== 9) return 'items'
          const odd = checklist.find(({ severity, reason }) => (severity === null) === (reason === null))
          return odd && `${odd.name} is ${odd.severity} for ${odd.reason}`
        }),
      ).toEqual([])
    })

    test('verdicts follow the bands', () => {
      expect(
        disagreements((trade) => {
          for (const [name, severity] of Object.entries(severities(trade))) {
            const item = itemOf(trade, name as Parameters<typeof itemOf>[1])
            if (item.severity !== severity) return `${name} is ${item.severity}, not ${severity}`
          }
          return undefined
        }),
      ).toEqual([])
    })

    test('no printed figure suggests another verdict', () => {
      expect(
        disagreements(({ option: { checklist } }) => {
          const odd = checklist.find((item) => {
            const asRead = severityAsRead(item)
            return asRead !== undefined && asRead !== item.severity
          })
          return odd && `${odd.severity}: ${odd.sentence}`
        }),
      ).toEqual([])
    })

    test('verdicts on a probability use a displayed one', () => {
      expect(
        disagreements((trade) => {
          const { probability } = itemOf(trade, 'ProbabilityOfProfit').sentenceMessage.params
          const shownValues = [trade.option.probability, trade.option.probabilityOfProfit]
          return (
            !shownValues.includes(Number(probability)) && `${probability}, shown ${shownValues.join(' and ')}`
          )
        }),
      ).toEqual([])
    })

    test('statements about earnings are known facts and on the right side of the expiry', () => {
      expect(
        disagreements((trade) => {
          const { sentence, severity } = itemOf(trade, 'Earnings')
          const { earnings } = trade
          if (earnings === null) return (severity === 'Good' || /\d{4}.*before/.test(sentence)) && sentence
          if (reportsBefore(trade) === true) {
            if (!sentence.includes(dayText(earnings.day))) return sentence
            return earnings.estimated !== /estimat/i.test(sentence) && sentence
          }
          return undefined
        }),
      ).toEqual([])
    })

    test('nothing is stated about unknown dividends', () => {
      expect(
        disagreements((trade) => {
          const { declared, knownThrough } = trade.profile.dividends
          const { sentence, severity, sentenceMessage } = itemOf(trade, 'Dividend')
          const inferred = /impl|infer|estimat|expect/i.test(`${sentenceMessage.code} ${sentence}`)
          const { amount, date } = sentenceMessage.params
          const expiry = trade.contract.expiry
          const next = declared.find(({ exDate }) => exDate <= expiry)
          if (next) {
            if (severity === 'Good') return `Good, though one falls on ${next.exDate}`
            return !sentence.includes(dayText(next.exDate)) && sentence
          }
          if (knownThrough !== null && knownThrough >= expiry) return severity !== 'Good' && sentence
          if (severity === 'Good') return `Good, known until ${knownThrough}`
          // An undeclared dividend may only be inferred from the options, and is marked so.
          if (amount !== undefined || date !== undefined)
            return !inferred && `not called inferred: ${sentence}`
          return severity === 'Bad' && sentence
        }),
      ).toEqual([])
    })

    test('sentences contain the figures of their trade', () => {
      expect(
        disagreements((trade) => {
          const { option } = trade
          const missing = plainFigures(trade).find((figure) => !option.inPlainEnglish.includes(figure))
          if (missing !== undefined) return `${missing} is missing in: ${option.inPlainEnglish}`
          const paired: [string, Parameters<typeof itemOf>[1], string, number][] = [
            ['annualizedReturn', 'AnnualizedReturn', 'annualized', option.annualizedReturn],
            ['return', 'AnnualizedReturn', 'return', option.return],
            ['score', 'Score', 'score', option.serviceScore],
            ['spread', 'Liquidity', 'spread', option.spread],
            ['rank', 'ImpliedVolatility', 'rank', trade.why.impliedVolatilityRank ?? Number.NaN],
          ]
          for (const [name, item, param, shownValue] of paired) {
            const statedValue = itemOf(trade, item).sentenceMessage.params[param]
            // Ranks print as integers.
            const slack = item === 'ImpliedVolatility' ? 0.5 : 0.000_06
            if (statedValue !== undefined && !(Math.abs(Number(statedValue) - shownValue) <= slack))
              return `${name} ${shownValue} is said to be ${statedValue}`
          }
          return undefined
        }),
      ).toEqual([])
    })

    test('sentences are complete: no template marks, no impossible figures', () => {
      expect(
        disagreements(({ option }) => {
          const sentences = [option.inPlainEnglish, ...option.checklist.map(({ sentence }) => sentence)]
          return sentences.find((sentence) =>
            /\{\{|\}\}|\[\[|\]\]|NaN|Infinity|undefined|null|a 8\d?%|a 1[18]%/.test(sentence),
          )
        }),
      ).toEqual([])
    })

    test('an unknown trend has no verdict but a reason', () => {
      expect(
        disagreements((trade) => {
          const { option, why } = trade
          const trend = option.daysUntilExpiry < 60 ? why.oneMonthTrend : why.sixMonthTrend
          const { severity, reason } = itemOf(trade, 'StockTrend')
          return trend === null && (severity !== null || reason === null) && `${severity} for ${reason}`
        }),
      ).toEqual([])
    })
  })
})

describe.skipIf(!isRecorded)('dividends of recorded symbols are unknown', () => {
  test('so none is Good, and none is said to be absent', { timeout: 30_000 }, async () => {
    const trades = (await symbolsOf(await recordedMarket(), recordedChains())).flatMap(tradesOf)
    expect(trades.length).toBeGreaterThan(250)
    expect(
      disagreementsAmong(trades, tradeName, (trade) => {
        const { severity, sentence } = itemOf(trade, 'Dividend')
        return (severity === 'Good' || /no dividend/i.test(sentence)) && sentence
      }),
    ).toEqual([])
  })
})

test('trades under sixty days use the one-month trend, longer ones the six-month trend', async () => {
  // A year's rise and two weeks' fall: the month is bearish, the half year is not.
  const rise = Array.from({ length: 300 }, (_, index) => 60 + index * 0.14)
  const closes = [...rise, ...Array.from({ length: 12 }, (_, index) => 102 - index * 0.6)]
  const chain = chainFrom('TEST', { spot: closes.at(-1)!, days: [28, 59, 60, 119], spread: 0.03, step: 1 })
  for (const days of [[59], [60]]) {
    const only = {
      ...chain,
      contracts: chain.contracts.filter((contract) => days.includes(daysBetween(today, contract.expiry))),
    }
    const [symbol] = await symbolsOf(syntheticMarket({ TEST: { bars: barsFrom(closes), chain: only } }), [
      'TEST',
    ])
    const { oneMonthTrend, sixMonthTrend } = symbol!.why
    expect(oneMonthTrend!.sentimentInterpretation).not.toBe(sixMonthTrend!.sentimentInterpretation)
    const trades = tradesOf(symbol!)
    expect(trades.length).toBeGreaterThan(3)
    expect(
      disagreementsAmong(trades, tradeName, (trade) => {
        const { severity } = itemOf(trade, 'StockTrend')
        return severity !== severities(trade).StockTrend && `${severity}`
      }),
    ).toEqual([])
  }
})
