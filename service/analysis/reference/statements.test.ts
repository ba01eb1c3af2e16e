/**
 * All statements about the recommended trades: severities of the checklist, the data that they
 * need, and the figures in sentences.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { daysBetween } from '#service/markets/calendar.ts'
import { disagreementsAmong } from './disagreements.fixture.ts'
import { barsFrom, chainFrom, syntheticMarket, today } from './synthetic-market.fixture.ts'
import {
  itemOf,
  expectedFigures,
  hasReportBeforeExpiry,
  expectedSeverities,
  severityOfSentence,
  dayText,
} from './statements.oracle.ts'
import {
  symbolsWithRecordedChain,
  analyseSymbols,
  tradeName,
  tradesOf,
  type TradeWithContract,
} from './trades.fixture.ts'
import {
  hasRecordedData,
  recordedFolders,
  recordedMarket,
  createSimulatedMarket,
} from './scenarios.fixture.ts'

const dataSources: [string, boolean, () => Promise<TradeWithContract[]>][] = [
  [
    `recorded chains (needs ../shared/market-data/${recordedFolders.join(', ')})`,
    hasRecordedData,
    async () => (await analyseSymbols(await recordedMarket(), symbolsWithRecordedChain())).flatMap(tradesOf),
  ],
  [
    'the simulated market',
    true,
    async () => {
      const market = createSimulatedMarket()
      const universe = await market.universe()
      const every17th = universe.filter((_, index) => index % 17 === 0)
      const symbols = await analyseSymbols(market, every17th)
      return symbols.flatMap(tradesOf)
    },
  ],
]

describe.each(dataSources)('%s', (_, isAvailable, readTrades) => {
  describe.skipIf(!isAvailable)('statements', () => {
    let trades: readonly TradeWithContract[]
    beforeAll(async () => {
      trades = await readTrades()
    }, 60_000)
    const disagreements = (check: (trade: TradeWithContract) => string | undefined | false) =>
      disagreementsAmong(trades, tradeName, check)

    test('there are more than 150 trades', () => {
      expect(trades.length).toBeGreaterThan(150)
    })

    test('the checklist has every item once; an item has either a severity or a reason', () => {
      expect(
        disagreements(({ option: { checklist } }) => {
          if (new Set(checklist.map(({ name }) => name)).size !== 9 || checklist.length !== 9)
            return 'items are missing or duplicated'
          const invalid = checklist.find(({ severity, reason }) => (severity === null) === (reason === null))
          return invalid && `${invalid.name} is ${invalid.severity} with the reason ${invalid.reason}`
        }),
      ).toEqual([])
    })

    test('severities follow the bands', () => {
      expect(
        disagreements((trade) => {
          for (const [name, severity] of Object.entries(expectedSeverities(trade))) {
            const item = itemOf(trade, name as Parameters<typeof itemOf>[1])
            if (item.severity !== severity) return `${name} is ${item.severity}, not ${severity}`
          }
          return undefined
        }),
      ).toEqual([])
    })

    test('no printed figure suggests another severity', () => {
      expect(
        disagreements(({ option: { checklist } }) => {
          const contradictory = checklist.find((item) => {
            const suggested = severityOfSentence(item)
            return suggested !== undefined && suggested !== item.severity
          })
          return contradictory && `${contradictory.severity}: ${contradictory.sentence}`
        }),
      ).toEqual([])
    })

    test('the severity of the probability uses a displayed probability', () => {
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

    test('statements about earnings have the known day, and say whether it is estimated', () => {
      expect(
        disagreements((trade) => {
          const { sentence, severity } = itemOf(trade, 'Earnings')
          const { earnings } = trade
          if (earnings === null) return (severity === 'Good' || /\d{4}.*before/.test(sentence)) && sentence
          if (hasReportBeforeExpiry(trade) === true) {
            if (!sentence.includes(dayText(earnings.day))) return sentence
            return earnings.estimated !== /estimat/i.test(sentence) && sentence
          }
          return undefined
        }),
      ).toEqual([])
    })

    test('only known dividends are stated as facts', () => {
      expect(
        disagreements((trade) => {
          const { declared, knownThrough } = trade.profile.dividends
          const { sentence, severity, sentenceMessage } = itemOf(trade, 'Dividend')
          const isCalledInferred = /impl|infer|estimat|expect/i.test(`${sentenceMessage.code} ${sentence}`)
          const { amount, date } = sentenceMessage.params
          const expiry = trade.contract.expiry
          const next = declared.find(({ exDate }) => exDate <= expiry)
          if (next) {
            if (severity === 'Good') return `Good, although the ex-date ${next.exDate} is before the expiry`
            return !sentence.includes(dayText(next.exDate)) && sentence
          }
          if (knownThrough !== null && knownThrough >= expiry) return severity !== 'Good' && sentence
          if (severity === 'Good') return `Good, although dividends are known through ${knownThrough} only`
          // An undeclared dividend may only be inferred from the options, and is marked so.
          if (amount !== undefined || date !== undefined)
            return !isCalledInferred && `not called inferred: ${sentence}`
          return severity === 'Bad' && sentence
        }),
      ).toEqual([])
    })

    test('sentences contain the figures of the trade', () => {
      expect(
        disagreements((trade) => {
          const { option } = trade
          const missing = expectedFigures(trade).find((figure) => !option.inPlainEnglish.includes(figure))
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
              return `${name} is ${shownValue}, and ${statedValue} in the sentence`
          }
          return undefined
        }),
      ).toEqual([])
    })

    test('sentences contain no template marks, invalid numbers or wrong articles', () => {
      expect(
        disagreements(({ option }) => {
          const sentences = [option.inPlainEnglish, ...option.checklist.map(({ sentence }) => sentence)]
          return sentences.find((sentence) =>
            /\{\{|\}\}|\[\[|\]\]|NaN|Infinity|undefined|null|a 8\d?%|a 1[18]%/.test(sentence),
          )
        }),
      ).toEqual([])
    })

    test('an unknown trend has a reason and no severity', () => {
      expect(
        disagreements((trade) => {
          const { option, why } = trade
          const trend = option.daysUntilExpiry < 60 ? why.oneMonthTrend : why.sixMonthTrend
          const { severity, reason } = itemOf(trade, 'StockTrend')
          return (
            trend === null &&
            (severity !== null || reason === null) &&
            `${severity} with the reason ${reason}`
          )
        }),
      ).toEqual([])
    })
  })
})

describe.skipIf(!hasRecordedData)('dividends of recorded symbols are unknown', () => {
  test('so no Dividend item is Good or states that there are none', { timeout: 30_000 }, async () => {
    const trades = (await analyseSymbols(await recordedMarket(), symbolsWithRecordedChain())).flatMap(
      tradesOf,
    )
    expect(trades.length).toBeGreaterThan(250)
    expect(
      disagreementsAmong(trades, tradeName, (trade) => {
        const { severity, sentence } = itemOf(trade, 'Dividend')
        return (severity === 'Good' || /no dividend/i.test(sentence)) && sentence
      }),
    ).toEqual([])
  })
})

test('trades under 60 days use the one-month trend, others the six-month trend', async () => {
  // After a long rise and a fall of two weeks, the one-month trend is bearish and the six-month trend is not.
  const rise = Array.from({ length: 300 }, (_, index) => 60 + index * 0.14)
  const closes = [...rise, ...Array.from({ length: 12 }, (_, index) => 102 - index * 0.6)]
  const chain = chainFrom('TEST', { spot: closes.at(-1)!, days: [28, 59, 60, 119], spread: 0.03, step: 1 })
  for (const days of [[59], [60]]) {
    const chainOfExpiry = {
      ...chain,
      contracts: chain.contracts.filter((contract) => days.includes(daysBetween(today, contract.expiry))),
    }
    const [symbol] = await analyseSymbols(
      syntheticMarket({ TEST: { bars: barsFrom(closes), chain: chainOfExpiry } }),
      ['TEST'],
    )
    const { oneMonthTrend, sixMonthTrend } = symbol!.why
    expect(oneMonthTrend!.sentimentInterpretation).not.toBe(sixMonthTrend!.sentimentInterpretation)
    const trades = tradesOf(symbol!)
    expect(trades.length).toBeGreaterThan(3)
    expect(
      disagreementsAmong(trades, tradeName, (trade) => {
        const { severity } = itemOf(trade, 'StockTrend')
        return severity !== expectedSeverities(trade).StockTrend && `${severity}`
      }),
    ).toEqual([])
  }
})
