/** Series of visits: each embeds the widget in one way, and alternates with the bare embed. */
import { sessionPath } from '#contract/api/first-paths.ts'
import { dataPaths } from '#contract/api/paths.ts'
import { medianMetrics, type VisitMetrics, visitMetrics } from './visit-metrics.ts'
import { type LineName, lineNames } from './line/lines.ts'
import { visitNative } from './native-visit.ts'
import {
  type BenchEnvironment,
  type Embed,
  type EmbedKind,
  embedKinds,
  type Visit,
  visitPage,
} from './visit.ts'

export const seriesNames = ['ideas', 'strategies', 'symbol', 'native', 'warm'] as const
export type SeriesName = (typeof seriesNames)[number]

type Series = {
  /** Heading in the report. */
  title: string
  embed: Embed
  lines: readonly LineName[]
  /** Path of the response with the first milestone's content. */
  responsePath: string
  visit: (environment: BenchEnvironment, kind: EmbedKind, embed: Embed, line: LineName) => Promise<Visit>
}

const symbol = 'MSFT'
/** Frame widths, CSS pixels. */
const desktopWidth = 1280
const phoneWidth = 390
/** The lines of a series without the phone, which is measured with the most common embed only. */
const desktopLines = lineNames.filter((name) => name !== 'phone')

export const series: Record<SeriesName, Series> = {
  ideas: {
    title: '`pro`, as partners embed it most',
    embed: { widgetType: 'pro', width: desktopWidth, milestones: ['ideas', 'why', 'how'] },
    lines: lineNames,
    responsePath: dataPaths.tradeIdeas,
    visit: visitPage,
  },
  strategies: {
    title:
      '`proStrategies` with a `symbol`: “ideas” is the card of How’s first contract, “all panels” is How',
    embed: { widgetType: 'proStrategies', symbol, width: desktopWidth, milestones: ['contract', 'how'] },
    lines: desktopLines,
    responsePath: dataPaths.income.replace('{symbol}', symbol),
    visit: visitPage,
  },
  symbol: {
    title: '`pro` with a `symbol`',
    embed: { widgetType: 'pro', symbol, width: desktopWidth, milestones: ['ideas', 'why', 'how'] },
    lines: desktopLines,
    responsePath: dataPaths.tradeIdeas,
    visit: visitPage,
  },
  native: {
    title: '`authToken` in a native shell, on a phone, where the other panels are behind tabs',
    embed: { widgetType: 'pro', width: phoneWidth, milestones: ['ideas'] },
    lines: desktopLines,
    responsePath: dataPaths.tradeIdeas,
    visit: visitNative,
  },
  warm: {
    title: '`pro` after `warm`, which has prepared everything but the session',
    embed: { widgetType: 'pro', width: desktopWidth, isWarmed: true, milestones: ['ideas', 'why', 'how'] },
    lines: desktopLines,
    responsePath: dataPaths.tradeIdeas,
    visit: visitPage,
  },
}

/** Medians of one series on one line. */
export type SeriesMedians = { series: SeriesName; line: LineName; bare: VisitMetrics; ours: VisitMetrics }

/**
 * Visits the bare embed and ours alternately; which of them is first changes with every run. The
 * first visit of each is a warm-up and does not count.
 */
export async function measure(
  environment: BenchEnvironment,
  name: SeriesName,
  line: LineName,
  runs: number,
): Promise<SeriesMedians> {
  const { embed, responsePath, visit } = series[name]
  const metrics: Record<EmbedKind, VisitMetrics[]> = { bare: [], ours: [] }
  for (const kind of embedKinds) await visit(environment, kind, embed, line)
  for (let run = 0; run < runs; run += 1)
    for (const kind of run % 2 ? embedKinds.toReversed() : embedKinds)
      // Our first response comes with the session.
      metrics[kind].push(
        visitMetrics(
          await visit(environment, kind, embed, line),
          kind === 'ours' ? sessionPath : responsePath,
        ),
      )
  return { series: name, line, bare: medianMetrics(metrics.bare), ours: medianMetrics(metrics.ours) }
}

/** Median layout shift in a frame that is as wide as a phone and embedded in a page. */
export async function measureNarrowShift(environment: BenchEnvironment, runs: number): Promise<number> {
  const embed: Embed = { widgetType: 'pro', width: phoneWidth, milestones: ['ideas'] }
  const metrics: VisitMetrics[] = []
  for (let run = 0; run < runs; run += 1)
    metrics.push(
      visitMetrics(await visitPage(environment, 'ours', embed, lineNames[0]), dataPaths.tradeIdeas),
    )
  return medianMetrics(metrics).layoutShift
}
