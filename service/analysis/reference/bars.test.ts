/**
 * Compares trends, sentiment, rank, range and quote of every recorded symbol on several days with
 * the textbook oracle.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Why } from '#contract/responses/resources.ts'
import { addDays } from '#service/markets/calendar.ts'
import type { Bars, Day, Market, Profile } from '#service/markets/market.ts'
import {
  possibleDeciles,
  oneMonth,
  possibleTrends,
  rangeFrom,
  sixMonths,
  technicalScore,
  sentimentOf,
} from './bars.oracle.ts'
import { disagreementsAmong } from './disagreements.fixture.ts'
import {
  createResponses,
  hasRecordedData,
  marketOn,
  recordedFolders,
  recordedMarket,
  universeDay,
  type Responses,
} from './scenarios.fixture.ts'

/**
 * A day during a fall of the market, the last day of the universe's bars, and the day of the
 * recorded chains.
 */
const days: readonly Day[] = ['2025-04-10', universeDay, '2026-08-21']

type Subject = {
  readonly symbol: string
  readonly day: Day
  readonly bars: Bars
  readonly profile: Profile
  readonly why: Why
}

const cents = (value: number): number => Math.round(value * 100) / 100

describe.skipIf(!hasRecordedData)(
  `recorded bars (needs ../shared/market-data/${recordedFolders.join(', ')})`,
  () => {
    let recorded: Market
    const responsesByDay = new Map<Day, Responses>()
    /** Symbols whose last bar is of the day of the market, and those whose last bar is older. */
    const current: Subject[] = []
    const outdated: Subject[] = []

    beforeAll(async () => {
      recorded = await recordedMarket()
      for (const day of days) {
        const market = marketOn(recorded, day)
        const responses = await createResponses(market, 'scan')
        responsesByDay.set(day, responses)
        for (const symbol of await market.universe()) {
          const [bars, profile, why] = await Promise.all([
            market.bars(symbol),
            market.profile(symbol),
            responses.why(symbol),
          ])
          const subject = { symbol, day, bars: bars!, profile: profile!, why }
          if (bars!.date.at(-1) === day) current.push(subject)
          else outdated.push(subject)
        }
      }
    }, 120_000)

    const disagreements = (
      subjects: readonly Subject[],
      check: (subject: Subject) => string | undefined | false,
    ) => disagreementsAmong(subjects, ({ day, symbol }) => `${day} ${symbol}`, check)

    test('there are enough symbols, with all ten six-month trends', () => {
      expect(current.length).toBeGreaterThan(1_000)
      expect(outdated.length).toBeGreaterThan(500)
      expect(new Set(current.flatMap(({ why }) => why.sixMonthTrend?.value ?? []))).toHaveProperty('size', 10)
    })

    test('trends follow from averages and bands', () => {
      expect(
        disagreements(current, ({ bars: { close }, why }) => {
          for (const [trend, horizon] of [
            [why.oneMonthTrend, oneMonth],
            [why.sixMonthTrend, sixMonths],
          ] as const) {
            if (close.length < horizon.long) {
              if (trend !== null) return `${trend.value} with ${close.length} bars, ${horizon.long} needed`
              continue
            }
            const possible = possibleTrends(close, horizon)
            if (!trend || !possible.includes(trend.value))
              return `${trend?.value}, not ${possible.join(' or ')}`
            if (trend.sentimentInterpretation !== sentimentOf(trend.value))
              return `${trend.value} is ${trend.sentimentInterpretation}`
          }
          return undefined
        }),
      ).toEqual([])
    })

    test('the sentiment is that of the six-month trend, or of the one-month trend with too few bars', () => {
      expect(
        disagreements(current, ({ why: { sentiment, oneMonthTrend, sixMonthTrend } }) => {
          const expected = (sixMonthTrend ?? oneMonthTrend)?.sentimentInterpretation ?? null
          return sentiment !== expected && `${sentiment}, not ${expected}`
        }),
      ).toEqual([])
    })

    test('the ranking contains every current symbol with its StockCharts score, and no other symbol', () => {
      for (const day of days) {
        const { scores } = responsesByDay.get(day)!.batch!
        const ranked = new Map(scores.map(({ symbol, score }) => [symbol, score]))
        const expected = new Map(
          current
            .filter((subject) => subject.day === day && ranked.has(subject.symbol))
            .map(({ symbol, bars }) => [symbol, technicalScore(bars.close)]),
        )
        const stale = [...ranked.keys()].filter((symbol) => !expected.has(symbol))
        expect(stale, `${day}: ranked without a current bar`).toEqual([])
        const differing = [...expected].filter(
          ([symbol, score]) => !(Math.abs(score - ranked.get(symbol)!) <= 0.0051),
        )
        expect(differing, `${day}: scores`).toEqual([])
        const missing = current.filter(
          (subject) =>
            subject.day === day &&
            (subject.profile.kind === 'stock' || subject.profile.kind === 'etf') &&
            subject.bars.close.length >= 210 &&
            !ranked.has(subject.symbol) &&
            // Symbols with an unconfirmed split are not ranked.
            subject.why.unknown.every(({ reason }) => reason !== 'unresolved-split'),
        )
        expect(
          missing.map(({ symbol }) => symbol),
          `${day}: not ranked`,
        ).toEqual([])
      }
    })

    test('ranks are deciles of the published scores', () => {
      for (const day of days) {
        const { scores } = responsesByDay.get(day)!.batch!
        const rounded = scores.map(({ score }) => cents(score))
        const published = new Map(scores.map(({ symbol, score }) => [symbol, cents(score)]))
        const rankedSubjects = current.filter(
          (subject) => subject.day === day && published.has(subject.symbol),
        )
        expect(rankedSubjects.length).toBeGreaterThan(15)
        expect(
          disagreements(rankedSubjects, ({ symbol, why }) => {
            // The test above compares the scores with those of the oracle.
            if (scores.length < 100) return why.technicalRank !== null && 'a rank among too few'
            const ranks = possibleDeciles(published.get(symbol)!, rounded)
            return !ranks.includes(why.technicalRank!) && `${why.technicalRank}, not ${ranks.join(' or ')}`
          }),
        ).toEqual([])
      }
    })

    test('last price, change, volume and the 52-week range are those of the bars', () => {
      expect(
        disagreements(current, ({ bars, day, profile: { yearRange }, why: { expandedQuote, unknown } }) => {
          const { close, date, volume } = bars
          const [last, previous] = [close.at(-1)!, close.at(-2)]
          if (!(Math.abs(expandedQuote.last! - last) <= 0.0051))
            return `last ${expandedQuote.last}, not ${last}`
          if (previous === undefined) return expandedQuote.change !== null && `change ${expandedQuote.change}`
          if (!(Math.abs(expandedQuote.change! - (last - previous)) <= 0.0101))
            return `change ${expandedQuote.change}`
          if (!(Math.abs(expandedQuote.percentageChange! - (last / previous - 1) * 100) <= 0.0051))
            return `percentageChange ${expandedQuote.percentageChange}`
          if (expandedQuote.volume !== Math.round(volume.at(-1)!)) return `volume ${expandedQuote.volume}`
          if (unknown.some(({ reason }) => reason === 'unresolved-split')) return undefined
          // Recorded bars are adjusted for dividends. The range of the source is not, and takes precedence.
          if (yearRange?.day === day)
            return (
              (!(Math.abs(yearRange.low - expandedQuote.week52Low!) <= 0.0051) ||
                !(Math.abs(yearRange.high - expandedQuote.week52High!) <= 0.0051)) &&
              `${expandedQuote.week52Low} to ${expandedQuote.week52High}, not ${yearRange.low} to ${yearRange.high} of the source`
            )
          const { week52Low, week52High } = expandedQuote
          const yearStart = addDays(day, -364)
          if (week52Low === null && week52High === null)
            return (
              (date[0]! <= yearStart ||
                unknown.find(({ field }) => field === 'expandedQuote.week52Low')?.reason !==
                  'too-few-bars') &&
              'null although the bars suffice'
            )
          // The day 52 weeks ago may or may not count.
          const ranges = [addDays(yearStart, -1), yearStart].map((dayBefore) =>
            rangeFrom(
              bars,
              date.findIndex((barDay) => barDay > dayBefore),
            ),
          )
          const agrees = ranges.some(
            ({ low, high }) => Math.abs(low - week52Low!) < 0.0051 && Math.abs(high - week52High!) < 0.0051,
          )
          return (
            !agrees &&
            `${week52Low} to ${week52High}, not ${ranges.map(({ low, high }) => `${low} to ${high}`).join(' or ')}`
          )
        }),
      ).toEqual([])
    })

    test('earnings per share are those of the profile, and the P/E ratio is price over earnings', () => {
      expect(
        disagreements(current, ({ profile: { eps }, why: { expandedQuote } }) => {
          const { eps: epsInResponse, peRatio, last } = expandedQuote
          if (epsInResponse !== (eps === null ? null : cents(eps))) return `eps ${epsInResponse}`
          if (eps === null || eps <= 0) return peRatio !== null && `peRatio ${peRatio}`
          return !(Math.abs(peRatio! - last! / eps) <= 0.0051 + 0.01 / eps) && `peRatio ${peRatio}`
        }),
      ).toEqual([])
    })

    test('without stored implied volatilities there is no rank, however long the history of prices', () => {
      expect(
        disagreements(
          current,
          ({ why }) =>
            (why.impliedVolatilityRank !== null || why.impliedVolatilityRankBasis !== null) && 'a rank',
        ),
      ).toEqual([])
    })

    test('if the last bar is older than the last session, fields are null with reason and day', () => {
      expect(
        disagreements(outdated, ({ bars, why }) => {
          const { expandedQuote, unknown } = why
          const nulls = {
            sentiment: why.sentiment,
            technicalRank: why.technicalRank,
            sentence: why.sentence,
            sentenceMessage: why.sentenceMessage,
            supportAndResistance: why.supportAndResistance,
            oneMonthTrend: why.oneMonthTrend,
            sixMonthTrend: why.sixMonthTrend,
            'expandedQuote.week52Low': expandedQuote.week52Low,
            'expandedQuote.week52High': expandedQuote.week52High,
          }
          const lastDay = bars.date.at(-1) ?? null
          const expectedReason = lastDay === null ? 'no-bars' : 'old-bars'
          for (const [field, value] of Object.entries(nulls)) {
            if (value !== null) return `${field} is ${JSON.stringify(value)}`
            const entry = unknown.find((unknownField) => unknownField.field === field)
            if (entry?.reason !== expectedReason || entry.asOf !== lastDay)
              return `${field} is null for ${entry?.reason} of ${entry?.asOf}, not ${expectedReason} of ${lastDay}`
          }
          return undefined
        }),
      ).toEqual([])
    })
  },
)
