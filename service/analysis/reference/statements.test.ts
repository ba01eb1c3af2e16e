/**
 * All statements about every recommended trade: the checklist's verdicts, their required data, and the
 * figures in sentences.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { daysBetween } from '#service/markets/calendar.ts'
import { disagreementsAmong } from './disagreements.fixture.ts'
import { barsFrom, chainFrom, madeUpMarket, today } from './synthetic-chains.fixture.ts'
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
      const every17th = universe.filter((_, at) => at % 17 === 0)
      const symbols = await symbolsOf(market, every17th)
      return symbols.flatMap(tradesOf)
    },
  ],
]

describe.each(environments)('%s', (_, isThere, read) => {
  describe.skipIf(!isThere)('statements', () => {
    let trades: readonly TradeWithContract[]
    beforeAll(async () => {
      trades = await read()
    }, 60_000)
    const disagreements = (look: (trade: TradeWithContract) => string | undefined | false) =>
      disagreementsAmong(trades, tradeName, look)

    test('there is something to look at', () => {
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

    test('nobody reads a figure that would have another verdict', () => {
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

    test('verdicts on a probability are on one that is shown', () => {
      expect(
        disagreements((trade) => {
          const { probability } = itemOf(trade, 'ProbabilityOfProfit').sentenceMessage.params
          const shown = [trade.option.probability, trade.option.probabilityOfProfit]
          return !shown.includes(Number(probability)) && `${probability}, shown ${shown.join(' and ')}`
        }),
      ).toEqual([])
    })

    test('what earnings are said to come is known, and said of the right side of the expiry', () => {
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

    test('nothing is said about a dividend that nobody knows of', () => {
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

    test('sentences tell the figures of their trade', () => {
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
          for (const [name, item, param, shown] of paired) {
            const said = itemOf(trade, item).sentenceMessage.params[param]
            // Ranks print as integers.
            const slack = item === 'ImpliedVolatility' ? 0.5 : 0.000_06
            if (said !== undefined && !(Math.abs(Number(said) - shown) <= slack))
              return `${name} ${shown} is said to be ${said}`
          }
          return undefined
        }),
      ).toEqual([])
    })

    test('sentences are whole: no mark of a template, no impossible figure', () => {
      expect(
        disagreements(({ option }) => {
          const all = [option.inPlainEnglish, ...option.checklist.map(({ sentence }) => sentence)]
          return all.find((sentence) =>
            /\{\{|\}\}|\[\[|\]\]|NaN|Infinity|undefined|null|a 8\d?%|a 1[18]%/.test(sentence),
          )
        }),
      ).toEqual([])
    })

    test('nobody who is recommended a trade is told that a trend is good that is not known', () => {
      expect(
        disagreements((trade) => {
          const { option, why } = trade
          const known = option.daysUntilExpiry < 60 ? why.oneMonthTrend : why.sixMonthTrend
          const { severity, reason } = itemOf(trade, 'StockTrend')
          return known === null && (severity !== null || reason === null) && `${severity} for ${reason}`
        }),
      ).toEqual([])
    })
  })
})

describe.skipIf(!isRecorded)('of recorded symbols nothing is known about dividends', () => {
  test('so none is called Good, and none due', { timeout: 30_000 }, async () => {
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

test('under sixty days the trend of a month is asked, from then on that of six', async () => {
  // A year's rise and two weeks' fall: the month is bearish, the half year is not.
  const rise = Array.from({ length: 300 }, (_, at) => 60 + at * 0.14)
  const closes = [...rise, ...Array.from({ length: 12 }, (_, at) => 102 - at * 0.6)]
  const chain = chainFrom('TEST', { spot: closes.at(-1)!, days: [28, 59, 60, 119], spread: 0.03, step: 1 })
  for (const days of [[59], [60]]) {
    const only = {
      ...chain,
      contracts: chain.contracts.filter((each) => days.includes(daysBetween(today, each.expiry))),
    }
    const [symbol] = await symbolsOf(madeUpMarket({ TEST: { bars: barsFrom(closes), chain: only } }), [
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
