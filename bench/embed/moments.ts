/**
 * Timeline of a visit from inside the frame, from browser APIs only: runs before its scripts, observes the
 * document, and reports once. The same for the bare embed.
 */

/** An awaited event: its content is in the document, and the browser has painted since. */
export type Moment = 'ideas' | 'why' | 'how'

export type FrameReport = {
  /** When the frame's navigation began. All times are milliseconds of the epoch. */
  begunAt: number
  paintedAt: Partial<Record<Moment, number>>
  /** First contentful paint; null if the browser has not reported one. */
  firstPaintAt: number | null
  /** When the answer of each path had come, the first of each. */
  answeredAt: Record<string, number>
  longTasks: { at: number; ms: number }[]
  /** Cumulative layout shift. */
  layoutShift: number
  width: number
}

/**
 * What shows a moment, of a symbol where one is named. Panels that React keeps hidden until another is ready do not
 * count.
 */
export function signOf(moment: Moment, symbol?: string): string {
  if (moment === 'ideas') return '[data-idea]'
  const panel =
    `[data-panel="${moment}"]${symbol ? `[data-symbol="${symbol}"]` : ''}:not([style*="display: none"])` +
    ':is([data-state="ready"],[data-state="stale"])'
  return moment === 'why' ? `${panel} figure svg path` : `${panel} [data-cell]:not([data-kind="none"])`
}

export type Watch = {
  /** Paths of the documents that are looked at. */
  documents: readonly string[]
  /** What shows each moment that is waited for. */
  signs: Partial<Record<Moment, string>>
  /** How long the frame is looked at after the last moment, milliseconds. */
  afterMs: number
  /** Name of the global function that takes the report. */
  report: string
}

/** Runs in every frame; it is serialised, so it must be self-contained. */
export function watchFrame({ documents, signs, afterMs, report }: Watch): void {
  if (!documents.includes(location.pathname)) return
  const begunAt = performance.timeOrigin
  const paintedAt: FrameReport['paintedAt'] = {}
  const longTasks: FrameReport['longTasks'] = []
  let layoutShift = 0
  let left = Object.entries(signs) as [Moment, string][]
  let unpainted = left.length

  const observe = (type: string, hear: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({ type, buffered: true })
  observe('longtask', ({ startTime, duration }) => longTasks.push({ at: begunAt + startTime, ms: duration }))
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) layoutShift += value
  })

  function look(): void {
    const seen = left.filter(([, sign]) => document.querySelector(sign))
    if (seen.length === 0) return
    left = left.filter((one) => !seen.includes(one))
    if (left.length === 0) changes.disconnect()
    // The first callback runs before the changes are painted, the second after.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        for (const [moment] of seen) paintedAt[moment] = begunAt + performance.now()
        unpainted -= seen.length
        if (unpainted === 0) setTimeout(tell, afterMs)
      }),
    )
  }
  const changes = new MutationObserver(look)
  changes.observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-state', 'data-symbol', 'data-idea', 'data-kind', 'style', 'd'],
  })

  function tell(): void {
    const answeredAt: Record<string, number> = {}
    for (const entry of performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      answeredAt[new URL(entry.name).pathname] ??= begunAt + entry.responseEnd
    const [first] = performance.getEntriesByName('first-contentful-paint')
    const told: FrameReport = {
      begunAt,
      paintedAt,
      firstPaintAt: first ? begunAt + first.startTime : null,
      answeredAt,
      longTasks,
      layoutShift,
      width: innerWidth,
    }
    ;(window as unknown as Record<string, (told: FrameReport) => void>)[report]!(told)
  }
}
