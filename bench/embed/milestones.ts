/**
 * Timeline of a visit, observed inside the frame with browser APIs only. `observeFrame` runs before
 * the frame's scripts, observes the document and reports once. It observes the bare embed in the
 * same way.
 */

/**
 * Awaited content: the list of ideas, or a panel. A milestone is reached when the browser has
 * painted the content.
 */
export type Milestone = 'ideas' | 'why' | 'how'

export type FrameReport = {
  /** Start of the frame's navigation. All times are milliseconds of the epoch. */
  startedAt: number
  paintedAt: Partial<Record<Milestone, number>>
  /** First contentful paint; null if the browser has not reported one. */
  firstPaintAt: number | null
  /** End of the first response of each path. */
  respondedAt: Record<string, number>
  /** Tasks of 50 ms or longer. */
  longTasks: { startedAt: number; ms: number }[]
  /** Cumulative layout shift. */
  layoutShift: number
  /** Width of the frame, CSS pixels. */
  width: number
}

/**
 * CSS selector that matches when a milestone's content is in the document, optionally for a symbol.
 * Panels that React keeps hidden do not match.
 */
export function selectorFor(milestone: Milestone, symbol?: string): string {
  if (milestone === 'ideas') return '[data-idea]'
  const panel =
    `[data-panel="${milestone}"]${symbol ? `[data-symbol="${symbol}"]` : ''}:not([style*="display: none"])` +
    ':is([data-state="ready"],[data-state="stale"])'
  return milestone === 'why' ? `${panel} figure svg path` : `${panel} [data-cell]:not([data-kind="none"])`
}

export type ObserveOptions = {
  /** Paths of the documents to observe. */
  documents: readonly string[]
  /** Selector of each awaited milestone. */
  selectors: Partial<Record<Milestone, string>>
  /** Observation time after the last milestone, milliseconds. */
  settleMs: number
  /** Name of the global function that receives the report. */
  reportFunction: string
}

/** Runs in every frame; it is serialised, so it must be self-contained. */
export function observeFrame({ documents, selectors, settleMs, reportFunction }: ObserveOptions): void {
  if (!documents.includes(location.pathname)) return
  const startedAt = performance.timeOrigin
  const paintedAt: FrameReport['paintedAt'] = {}
  const longTasks: FrameReport['longTasks'] = []
  let layoutShift = 0
  let pending = Object.entries(selectors) as [Milestone, string][]
  let unpaintedCount = pending.length

  const observe = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true })
  observe('longtask', ({ startTime, duration }) =>
    longTasks.push({ startedAt: startedAt + startTime, ms: duration }),
  )
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) layoutShift += value
  })

  function checkMilestones(): void {
    const reached = pending.filter(([, selector]) => document.querySelector(selector))
    if (reached.length === 0) return
    pending = pending.filter((entry) => !reached.includes(entry))
    if (pending.length === 0) mutations.disconnect()
    // The first callback runs before the changes are painted, the second after.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        for (const [milestone] of reached) paintedAt[milestone] = startedAt + performance.now()
        unpaintedCount -= reached.length
        if (unpaintedCount === 0) setTimeout(sendReport, settleMs)
      }),
    )
  }
  const mutations = new MutationObserver(checkMilestones)
  mutations.observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-state', 'data-symbol', 'data-idea', 'data-kind', 'style', 'd'],
  })

  function sendReport(): void {
    const respondedAt: Record<string, number> = {}
    for (const entry of performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      respondedAt[new URL(entry.name).pathname] ??= startedAt + entry.responseEnd
    const [firstPaint] = performance.getEntriesByName('first-contentful-paint')
    const frameReport: FrameReport = {
      startedAt,
      paintedAt,
      firstPaintAt: firstPaint ? startedAt + firstPaint.startTime : null,
      respondedAt,
      longTasks,
      layoutShift,
      width: innerWidth,
    }
    ;(window as unknown as Record<string, (frameReport: FrameReport) => void>)[reportFunction]!(frameReport)
  }
}
