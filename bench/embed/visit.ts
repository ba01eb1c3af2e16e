/** One visit with a cold cache: loads an embed in a fresh browser context and returns the observations. */
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright'
import type { WidgetType } from '#contract/bridge/options.ts'
import { framePath } from '#contract/api/paths.ts'
import type { Partner } from '#e2e/kit/partner.ts'
import type { Site } from '#e2e/kit/site.ts'
import { barePath } from './bare.ts'
import type { LineName } from './line/lines.ts'
import { type FrameReport, type Moment, signOf, watchFrame, type Watch } from './moments.ts'
import type { Proxy, Seen } from './line/proxy.ts'

export const kinds = ['bare', 'ours'] as const
export type Kind = (typeof kinds)[number]

/** An embed variant. */
export type Embed = {
  widgetType: WidgetType
  symbol?: string
  /** Of the page and the frame, CSS pixels. */
  width: number
  /** Content that must have been painted; the first is compared with the bare embed. */
  moments: readonly [Moment, ...Moment[]]
}

/** Observations of a visit since `load()` was called: milliseconds of the epoch. */
export type Visit = { begunAt: number; first: Moment; frame: FrameReport; seen: Seen }

/** Environment of a visit. */
export type Stage = { browser: Browser; site: Site; partner: Partner; proxy: Proxy }

/** Of the page and of the frame, CSS pixels. */
const height = 900
const timeoutMs = 60_000
/** Observation time after everything is shown, milliseconds: late tasks and shifts count. */
const afterMs = 500
const report = 'tellBench'
const pageFile = (name: string) => readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8')
const files = { 'index.html': pageFile('index.html'), 'page.js': pageFile('page.js') }

/** The bare embed has one moment: its first name. */
const momentsOf = (kind: Kind, { moments }: Embed): readonly [Moment, ...Moment[]] =>
  kind === 'bare' ? ['ideas'] : moments

/** A partner's page with the loader and the bare embed's few lines, over a line. */
export const pageAddress = ({ partner, proxy }: Stage, line: LineName): string =>
  partner.page('bench', { files, fill: { SERVICE: proxy.origin(line) } })

/** Looks into the frames of a context from their first moment on; the report when it comes. */
export async function watchContext(
  context: BrowserContext,
  kind: Kind,
  embed: Embed,
): Promise<{ told: Promise<FrameReport> }> {
  const moments = momentsOf(kind, embed)
  const watch: Watch = {
    documents: [framePath, barePath],
    signs: Object.fromEntries(moments.map((moment) => [moment, signOf(moment, embed.symbol)])),
    afterMs,
    report,
  }
  const { promise, resolve, reject } = Promise.withResolvers<FrameReport>()
  await context.exposeBinding(report, (_, told: FrameReport) => resolve(told))
  await context.addInitScript(watchFrame, watch)
  const late = setTimeout(
    () => reject(new Error(`${kind}: not all of ${moments.join(', ')} painted in ${timeoutMs} ms`)),
    timeoutMs,
  )
  const told = promise.finally(() => clearTimeout(late))
  // The visit may fail before anything awaits this promise.
  told.catch(() => undefined)
  return { told }
}

/** Calls `load()`, or the bare embed's equivalent; returns the time of the call, milliseconds of the epoch. */
export const begin = (page: Page, kind: Kind, { widgetType, symbol }: Embed): Promise<number> =>
  page.evaluate(
    ([kind, widgetType, symbol, height]) =>
      (window as unknown as { begin: (...given: unknown[]) => number }).begin(kind, widgetType, {
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
    const { told } = await watchContext(context, kind, embed)
    const page = await context.newPage()
    await page.goto(pageAddress(stage, line))
    // Requests of the page itself do not count.
    await proxy.take(line)
    const begunAt = await begin(page, kind, embed)
    const frame = await told
    return { begunAt, first: momentsOf(kind, embed)[0], frame, seen: await proxy.take(line) }
  } finally {
    await context.close()
  }
}
