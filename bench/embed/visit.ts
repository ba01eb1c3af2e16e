/**
 * One visit with a cold cache: loads an embed in a fresh browser context and returns the
 * observations.
 */
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Frame, Page } from 'playwright'
import type { WidgetType } from '#contract/bridge/options/options.ts'
import { framePath } from '#contract/api/paths.ts'
import type { Partner } from '#e2e/kit/partner.ts'
import type { Site } from '#e2e/kit/site.ts'
import { barePath } from './bare.ts'
import { type LineName, lines } from './line/lines.ts'
import {
  type FrameReport,
  type Milestone,
  selectorFor,
  observeFrame,
  type ObserveOptions,
} from './milestones.ts'
import type { Proxy, LineTraffic } from './line/proxy.ts'

export const embedKinds = ['bare', 'ours'] as const
export type EmbedKind = (typeof embedKinds)[number]

/** Parameters of an embed. */
export type Embed = {
  widgetType: WidgetType
  symbol?: string
  /** Width of the page and the frame, CSS pixels. */
  width: number
  /** Whether the page prepares the widget with `warm` before it calls `load`. */
  isWarmed?: true
  /** Content that must have been painted; the first is compared with the bare embed. */
  milestones: readonly [Milestone, ...Milestone[]]
}

/**
 * Observations of a visit. Times are milliseconds of the epoch; `startedAt` is the time of the call
 * of `load()`.
 */
export type Visit = {
  startedAt: number
  firstMilestone: Milestone
  frame: FrameReport
  lineTraffic: LineTraffic
}

/** Browsers, servers and network of a visit. */
export type BenchEnvironment = {
  browser: Browser
  /** Renders a page and its frames in one process, so that all of it can be slowed down. */
  oneProcessBrowser: Browser
  site: Site
  partner: Partner
  proxy: Proxy
}

/** Height of the page and of the frame, CSS pixels. */
const height = 900
/** Below this width of the frame, CSS pixels, the panels are behind tabs. */
const tabsBelowWidth = 1024
const timeoutMs = 60_000
/**
 * Observation time after the last milestone, milliseconds, so that later tasks and layout shifts
 * count.
 */
const settleMs = 500
/** Name of the global function that passes the frame's report to the benchmark. */
const reportFunction = 'reportToBench'
const pageFile = (name: string) => readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8')
const files = { 'index.html': pageFile('index.html'), 'page.js': pageFile('page.js') }

/** The bare embed has one milestone: its list of names. */
const milestonesOf = (kind: EmbedKind, { milestones }: Embed): readonly [Milestone, ...Milestone[]] =>
  kind === 'bare' ? ['ideas'] : milestones

/** Address of a partner's page that can load either embed over a line. */
export const pageAddress = ({ partner, proxy }: BenchEnvironment, line: LineName): string =>
  partner.page('bench', { files, fill: { SERVICE: proxy.origin(line) } })

/**
 * Observes all frames of a context from their start. `frameReport` resolves with the report when
 * all milestones are painted, and rejects if one is not within `timeoutMs`.
 */
export async function observeContext(
  context: BrowserContext,
  kind: EmbedKind,
  embed: Embed,
  width = embed.width,
): Promise<{ frameReport: Promise<FrameReport> }> {
  const milestones = milestonesOf(kind, embed)
  const options: ObserveOptions = {
    documents: [framePath, barePath],
    selectors: Object.fromEntries(
      milestones.map((milestone) => [milestone, selectorFor(milestone, embed.symbol)]),
    ),
    selectsTabs: width < tabsBelowWidth,
    settleMs,
    reportFunction,
  }
  const { promise, resolve, reject } = Promise.withResolvers<FrameReport>()
  await context.exposeBinding(reportFunction, (_, frameReport: FrameReport) => resolve(frameReport))
  await context.addInitScript(observeFrame, options)
  const timer = setTimeout(
    () =>
      reject(
        new Error(`${kind} embed: not all of ${milestones.join(', ')} were painted within ${timeoutMs} ms`),
      ),
    timeoutMs,
  )
  const reportOrTimeout = promise.finally(() => clearTimeout(timer))
  // Prevents an unhandled rejection: the visit may fail before it awaits this promise.
  reportOrTimeout.catch(() => undefined)
  return { frameReport: reportOrTimeout }
}

/** Calls `warm()` and waits until the frame has fetched its files. */
async function warmEmbed(page: Page, { widgetType }: Embed): Promise<void> {
  await page.evaluate(
    (widgetType) => (window as unknown as { warmEmbed: (widgetType: string) => void }).warmEmbed(widgetType),
    widgetType,
  )
  await page.waitForLoadState('networkidle')
}

/**
 * Calls `load()`, or the bare embed's equivalent; returns the time of the call, milliseconds of the
 * epoch.
 */
export const startEmbed = (page: Page, kind: EmbedKind, { widgetType, symbol }: Embed): Promise<number> =>
  page.evaluate(
    ([kind, widgetType, symbol, height]) =>
      (window as unknown as { startEmbed: (...args: unknown[]) => number }).startEmbed(kind, widgetType, {
        height: `${height}px`,
        ...(symbol && { symbol }),
      }),
    [kind, widgetType, symbol, height] as const,
  )

/** Opens our widget on the direct line, waits until all panels are shown, and returns the page and the frame. */
export async function openWidget(
  environment: BenchEnvironment,
  context: BrowserContext,
  embed: Embed,
): Promise<{ page: Page; frame: Frame }> {
  const { frameReport } = await observeContext(context, 'ours', embed)
  const page = await context.newPage()
  await page.goto(pageAddress(environment, 'direct'))
  await startEmbed(page, 'ours', embed)
  await frameReport
  const frame = page.frames()[1]
  if (!frame) throw new Error('the page has no widget frame')
  return { page, frame }
}

/** Slows the main thread of the page's process down. */
async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Opens a partner's page and embeds the widget, or the bare embed, into it. */
export async function visitPage(
  environment: BenchEnvironment,
  kind: EmbedKind,
  embed: Embed,
  line: LineName,
): Promise<Visit> {
  const { proxy } = environment
  const { width = embed.width, cpuSlowdown } = lines[line]
  const browser = cpuSlowdown > 1 ? environment.oneProcessBrowser : environment.browser
  const context = await browser.newContext({ viewport: { width, height }, locale: 'en-US' })
  try {
    const { frameReport } = await observeContext(context, kind, embed, width)
    const page = await context.newPage()
    if (cpuSlowdown > 1) await slowDown(page, cpuSlowdown)
    await page.goto(pageAddress(environment, line))
    if (embed.isWarmed && kind === 'ours') await warmEmbed(page, embed)
    // Discards the requests of the page itself: they do not count.
    await proxy.takeTraffic(line)
    const startedAt = await startEmbed(page, kind, embed)
    const frame = await frameReport
    return {
      startedAt,
      firstMilestone: milestonesOf(kind, embed)[0],
      frame,
      lineTraffic: await proxy.takeTraffic(line),
    }
  } finally {
    await context.close()
  }
}
