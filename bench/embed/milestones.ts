/**
 * Timeline of a visit, observed inside the frame with browser APIs only. `observeFrame` runs before
 * the frame's scripts, observes the document and reports once. It observes the bare embed in the
 * same way.
 */

/**
 * Awaited content: the list of ideas, the card of How's first contract, or a panel. A milestone is reached when the browser
 * has painted the content.
 */
export type Milestone = 'ideas' | 'contract' | 'why' | 'how'

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
  // The card comes before the panel's other content.
  if (milestone === 'contract') return '[data-panel="how"] .how-card[data-option]'
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
  /**
   * Whether the panels are behind tabs. The tab of the next awaited panel is then selected as soon as
   * the milestone before it has been reached, as a reader does who wants to see everything.
   */
  selectsTabs: boolean
  /** Observation time after the last milestone, milliseconds. */
  settleMs: number
  /** Name of the global function that receives the report. */
  reportFunction: string
}

/** Runs in every frame; it is serialised, so it must be self-contained. */
export function observeFrame({
  documents,
  selectors,
  selectsTabs,
  settleMs,
  reportFunction,
}: ObserveOptions): void {
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

  /** Selects the tab of the first awaited panel when it is in the document. */
  function selectTab(): void {
    const tab = document.getElementById(`tab-${pending[0]?.[0]}`)
    if (tab?.ariaSelected === 'false') tab.click()
  }

  function checkMilestones(): void {
    if (selectsTabs && paintedAt.ideas) selectTab()
    const reached = pending.filter(([, selector]) => document.querySelector(selector))
    if (reached.length === 0) return
    pending = pending.filter((entry) => !reached.includes(entry))
    if (pending.length === 0) mutations.disconnect()
    // The first callback runs before the changes are painted, the second after.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        for (const [milestone] of reached) paintedAt[milestone] = startedAt + performance.now()
        unpaintedCount -= reached.length
        if (selectsTabs) selectTab()
        if (unpaintedCount === 0) setTimeout(sendReport, settleMs)
      }),
    )
  }
  const mutations = new MutationObserver(checkMilestones)
  mutations.observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-state', 'data-symbol', 'data-idea', 'data-kind', 'data-tab', 'style', 'd'],
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
