/** Measurements on every line, alternating the bare embed and ours. */
import { dataPaths } from '#contract/api/paths.ts'
import { type VisitMetrics, visitTimings, mediansOf } from './figures.ts'
import { type LineName, lineNames } from './line/lines.ts'
import { visitNative } from './native-visit.ts'
import { type Embed, type Kind, kinds, type Stage, type Visit, visitPage } from './visit.ts'

export const seriesNames = ['ideas', 'strategies', 'symbol', 'native'] as const
export type SeriesName = (typeof seriesNames)[number]

type Series = {
  /** Title for a heading. */
  title: string
  embed: Embed
  /** Path of the response with the first content. */
  responsePath: string
  visit: (stage: Stage, kind: Kind, embed: Embed, line: LineName) => Promise<Visit>
}

const symbol = 'MSFT'
const wide = 1280
const narrow = 390

export const series: Record<SeriesName, Series> = {
  ideas: {
    title: '`pro`, as partners embed it most',
    embed: { widgetType: 'pro', width: wide, milestones: ['ideas', 'why', 'how'] },
    responsePath: dataPaths.tradeIdeas,
    visit: visitPage,
  },
  strategies: {
    title: '`proStrategies` with a `symbol`, where How’s first contract is what “ideas” are elsewhere',
    embed: { widgetType: 'proStrategies', symbol, width: wide, milestones: ['how'] },
    responsePath: dataPaths.income.replace('{symbol}', symbol),
    visit: visitPage,
  },
  symbol: {
    title: '`pro` with a `symbol`',
    embed: { widgetType: 'pro', symbol, width: wide, milestones: ['ideas', 'why', 'how'] },
    responsePath: dataPaths.tradeIdeas,
    visit: visitPage,
  },
  native: {
    title: '`authToken` in a native shell, on a phone, where the other panels are behind tabs',
    embed: { widgetType: 'pro', width: narrow, milestones: ['ideas'] },
    responsePath: dataPaths.tradeIdeas,
    visit: visitNative,
  },
}

/** Medians of one series on one line. */
export type SeriesMedians = { series: SeriesName; line: LineName; bare: VisitMetrics; ours: VisitMetrics }

/** Visits bare and ours alternately, each first every other time. One warm-up visit each is not counted. */
export async function measure(
  stage: Stage,
  name: SeriesName,
  line: LineName,
  runs: number,
): Promise<SeriesMedians> {
  const { embed, responsePath, visit } = series[name]
  const timings: Record<Kind, VisitMetrics[]> = { bare: [], ours: [] }
  for (const kind of kinds) await visit(stage, kind, embed, line)
  for (let run = 0; run < runs; run += 1)
    for (const kind of run % 2 ? kinds.toReversed() : kinds)
      timings[kind].push(visitTimings(await visit(stage, kind, embed, line), responsePath))
  return { series: name, line, bare: mediansOf(timings.bare), ours: mediansOf(timings.ours) }
}

/** Layout shift in a frame as wide as a phone, embedded in a page. */
export async function measureNarrowShift(stage: Stage, runs: number): Promise<number> {
  const embed: Embed = { widgetType: 'pro', width: narrow, milestones: ['ideas'] }
  const timings: VisitMetrics[] = []
  for (let run = 0; run < runs; run += 1)
    timings.push(visitTimings(await visitPage(stage, 'ours', embed, lineNames[0]), dataPaths.tradeIdeas))
  return mediansOf(timings).layoutShift
}
