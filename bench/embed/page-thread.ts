/** How much of its own thread a partner's page gives to a widget, beside a frame made by hand. */
import { embedInTurn, meterThread, type Round } from '#e2e/kit/page-thread.ts'
import { median } from './figures.ts'
import { lineNames } from './line/lines.ts'
import type { Stage } from './visit.ts'

/** Milliseconds from `load()` to READY, and the same for the frame made by hand. */
export type ThreadFigures = { ours: number; bare: number }

/** Embeddings of each in a visit: the first of a visit has what the browser does only once behind it. */
const rounds = 4

/** The least of a visit is what the work takes where nothing comes between; of all visits their median. */
export function threadFiguresOf(visits: readonly (readonly Round[])[]): ThreadFigures {
  const figure = (kind: keyof Round) =>
    median(visits.map((visit) => Math.min(...visit.map((round) => round[kind].ms))))
  return { ours: figure('ours'), bare: figure('bare') }
}

/** Opens a partner's page so many times, each in a browser context of its own, and embeds there in turn. */
export async function measureThread(
  { browser, partner, proxy }: Stage,
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
      visits.push(await page.evaluate(embedInTurn, rounds))
    } finally {
      await context.close()
    }
  }
  return threadFiguresOf(visits)
}
