/** One visit with a cold cache: loads an embed in a fresh browser context and returns the observations. */
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright'
import type { WidgetType } from '#contract/bridge/options.ts'
import { framePath } from '#contract/api/paths.ts'
import type { Partner } from '#e2e/kit/partner.ts'
import type { Site } from '#e2e/kit/site.ts'
import { barePath } from './bare.ts'
import type { LineName } from './line/lines.ts'
import {
  type FrameReport,
  type Milestone,
  selectorFor,
  observeFrame,
  type ObserveOptions,
} from './milestones.ts'
import type { Proxy, LineTraffic } from './line/proxy.ts'

export const kinds = ['bare', 'ours'] as const
export type Kind = (typeof kinds)[number]

/** An embed variant. */
export type Embed = {
  widgetType: WidgetType
  symbol?: string
  /** Width of the page and the frame, CSS pixels. */
  width: number
  /** Content that must have been painted; the first is compared with the bare embed. */
  milestones: readonly [Milestone, ...Milestone[]]
}

/** Observations of a visit since `load()` was called: milliseconds of the epoch. */
export type Visit = { startedAt: number; first: Milestone; frame: FrameReport; lineTraffic: LineTraffic }

/** Environment of a visit. */
export type Stage = { browser: Browser; site: Site; partner: Partner; proxy: Proxy }

/** Height of the page and of the frame, CSS pixels. */
const height = 900
const timeoutMs = 60_000
/** Observation time after everything is shown, milliseconds: late tasks and shifts count. */
const settleMs = 500
const report = 'tellBench'
const pageFile = (name: string) => readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8')
const files = { 'index.html': pageFile('index.html'), 'page.js': pageFile('page.js') }

/** The bare embed has one milestone: its first name. */
const milestonesOf = (kind: Kind, { milestones }: Embed): readonly [Milestone, ...Milestone[]] =>
  kind === 'bare' ? ['ideas'] : milestones

/** Address of a partner's page that can load either embed over a line. */
export const pageAddress = ({ partner, proxy }: Stage, line: LineName): string =>
  partner.page('bench', { files, fill: { SERVICE: proxy.origin(line) } })

/** Observes all frames of a context from their start; `frameReport` resolves with the report. */
export async function observeContext(
  context: BrowserContext,
  kind: Kind,
  embed: Embed,
): Promise<{ frameReport: Promise<FrameReport> }> {
  const milestones = milestonesOf(kind, embed)
  const options: ObserveOptions = {
    documents: [framePath, barePath],
    selectors: Object.fromEntries(
      milestones.map((milestone) => [milestone, selectorFor(milestone, embed.symbol)]),
    ),
    settleMs,
    report,
  }
  const { promise, resolve, reject } = Promise.withResolvers<FrameReport>()
  await context.exposeBinding(report, (_, frameReport: FrameReport) => resolve(frameReport))
  await context.addInitScript(observeFrame, options)
  const timer = setTimeout(
    () => reject(new Error(`${kind}: not all of ${milestones.join(', ')} painted in ${timeoutMs} ms`)),
    timeoutMs,
  )
  const reportOrTimeout = promise.finally(() => clearTimeout(timer))
  // The visit may fail before anything awaits this promise.
  reportOrTimeout.catch(() => undefined)
  return { frameReport: reportOrTimeout }
}

/** Calls `load()`, or the bare embed's equivalent; returns the time of the call, milliseconds of the epoch. */
export const startEmbed = (page: Page, kind: Kind, { widgetType, symbol }: Embed): Promise<number> =>
  page.evaluate(
    ([kind, widgetType, symbol, height]) =>
      (window as unknown as { begin: (...args: unknown[]) => number }).begin(kind, widgetType, {
        height: `${height}px`,
        ...(symbol && { symbol }),
      }),
    [kind, widgetType, symbol, height] as const,
  )

/** Embeds into the partner's page. */
export async function visitPage(stage: Stage, kind: Kind, embed: Embed, line: LineName): Promise<Visit> {
  const { browser, proxy } = stage
  const context = await browser.newContext({ viewport: { width: embed.width, height }, locale: 'en-US' })
  try {
    const { frameReport } = await observeContext(context, kind, embed)
    const page = await context.newPage()
    await page.goto(pageAddress(stage, line))
    // Requests of the page itself do not count.
    await proxy.takeTraffic(line)
    const startedAt = await startEmbed(page, kind, embed)
    const frame = await frameReport
    return {
      startedAt,
      first: milestonesOf(kind, embed)[0],
      frame,
      lineTraffic: await proxy.takeTraffic(line),
    }
  } finally {
    await context.close()
  }
}
