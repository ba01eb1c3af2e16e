/** One visit with a cold cache: an embed is loaded in a browser context of its own, and what was seen is told. */
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright'
import { framePath } from '#contract/paths.ts'
import type { WidgetType } from '#contract/options.ts'
import type { Partner } from '#e2e/kit/partner.ts'
import { barePath } from './bare.ts'
import type { LineName } from './lines.ts'
import { type FrameReport, type Moment, signs, watchFrame, type Watch } from './moments.ts'
import type { Proxy, Seen } from './proxy.ts'

export type Kind = 'bare' | 'ours'

/** What is embedded. */
export type Embed = {
  widgetType: WidgetType
  symbol?: string
  /** Of the page and the frame, CSS pixels. */
  width: number
  /** What must have been painted; the first is what the bare embed is held against. */
  moments: readonly [Moment, ...Moment[]]
}

export type Visit = { begunAt: number; frame: FrameReport; seen: Seen }

/** What a visit needs. */
export type Stage = { browser: Browser; partner: Partner; proxy: Proxy }

const patienceMs = 60_000
/** How long the frame is looked at once everything stands there, milliseconds: tasks and shifts may come after. */
const afterMs = 500
const report = 'tellBench'
const pageFile = (name: string) => readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8')
const files = { 'index.html': pageFile('index.html'), 'page.js': pageFile('page.js') }

/** The bare embed's one moment is its first name. */
const watchOf = (kind: Kind, { moments }: Embed): Watch => ({
  documents: [framePath, barePath],
  signs: Object.fromEntries(
    kind === 'bare' ? [['ideas', signs.ideas]] : moments.map((moment) => [moment, signs[moment]]),
  ),
  afterMs,
  report,
})

/** Puts the watch into every frame of a context; the report when it comes. */
export async function watchContext(
  context: BrowserContext,
  watch: Watch,
): Promise<{ told: Promise<FrameReport> }> {
  const { promise, resolve, reject } = Promise.withResolvers<FrameReport>()
  await context.exposeBinding(report, (_, told: FrameReport) => resolve(told))
  await context.addInitScript(watchFrame, watch)
  const late = setTimeout(() => reject(new Error(`nothing painted in ${patienceMs} ms`)), patienceMs)
  const told = promise.finally(() => clearTimeout(late))
  // Who visits may fail before anybody waits for it.
  told.catch(() => undefined)
  return { told }
}

/** Embeds into the partner's page. */
export async function visitPage(stage: Stage, kind: Kind, embed: Embed, line: LineName): Promise<Visit> {
  const { browser, partner, proxy } = stage
  const context = await browser.newContext({ viewport: { width: embed.width, height: 900 }, locale: 'en-US' })
  try {
    const { told } = await watchContext(context, watchOf(kind, embed))
    const page = await context.newPage()
    await page.goto(partner.page('bench', { files, fill: { SERVICE: proxy.origin(line) } }))
    await proxy.take(line)
    const begunAt = await begin(page, kind, embed)
    const frame = await told
    return { begunAt, frame, seen: await proxy.take(line) }
  } finally {
    await context.close()
  }
}

const begin = (page: Page, kind: Kind, { widgetType, symbol }: Embed): Promise<number> =>
  page.evaluate(
    ([kind, widgetType, symbol]) =>
      (window as unknown as { begin: (...given: unknown[]) => number }).begin(kind, widgetType, {
        ...(symbol && { symbol }),
      }),
    [kind, widgetType, symbol] as const,
  )
