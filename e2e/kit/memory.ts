/** Memory of a page's process, through Chromium's debugger. */
import type { CDPSession, Page } from '@playwright/test'

export type MemoryUse = { listeners: number; nodes: number; frames: number; heap: number }

/** Opens the debugger session that `measureMemory` needs. */
export async function startMemoryMetrics(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  return cdp
}

/** Memory of the page's process after a garbage collection; `heap` in bytes. */
export async function measureMemory(cdp: CDPSession): Promise<MemoryUse> {
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const metricValue = (name: string) => metrics.find((metric) => metric.name === name)!.value
  return {
    listeners: metricValue('JSEventListeners'),
    nodes: metricValue('Nodes'),
    frames: metricValue('Frames'),
    heap: metricValue('JSHeapUsedSize'),
  }
}
