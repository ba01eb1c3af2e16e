/** Main-thread time that a widget takes on a partner's page, compared with a hand-written frame. */
import { measureEmbeddings, meterThread, type Round } from '#e2e/kit/page-thread.ts'
import { median } from './visit-metrics.ts'
import { lineNames } from './line/lines.ts'
import type { BenchEnvironment } from './visit.ts'

/** Milliseconds from `load()` to READY, for the widget and for the hand-written frame. */
export type ThreadFigures = { ours: number; bare: number }

/** Embeddings of each kind per visit. The first one includes one-time work of the browser. */
const roundsPerVisit = 4

/** Median over the visits of each visit's minimum, which is the undisturbed work. */
export function threadFiguresOf(visits: readonly (readonly Round[])[]): ThreadFigures {
  const medianMinimum = (kind: keyof Round) =>
    median(visits.map((visit) => Math.min(...visit.map((round) => round[kind].ms))))
  return { ours: medianMinimum('ours'), bare: medianMinimum('bare') }
}

/**
 * Opens a partner's page several times, each in its own browser context, and embeds both kinds
 * alternately.
 */
export async function measureThread(
  { browser, partner, proxy }: BenchEnvironment,
  runs: number,
): Promise<ThreadFigures> {
  const address = partner.page('54-good-citizen', { fill: { SERVICE: proxy.origin(lineNames[0]) } })
  const visits: Round[][] = []
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({ locale: 'en-US' })
    try {
      const page = await context.newPage()
      await page.addInitScript(meterThread)
      await page.goto(address)
      visits.push(await page.evaluate(measureEmbeddings, roundsPerVisit))
    } finally {
      await context.close()
    }
  }
  return threadFiguresOf(visits)
}
