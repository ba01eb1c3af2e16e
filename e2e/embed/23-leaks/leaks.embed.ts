import type { CDPSession } from '@playwright/test'
import { expect, test } from '#e2e/kit/fixtures.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'

type Left = { listeners: number; nodes: number; frames: number; heap: number }

/** Memory of the page's process after a garbage collection. */
async function measureMemory(cdp: CDPSession): Promise<Left> {
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)!.value
  return {
    listeners: of('JSEventListeners'),
    nodes: of('Nodes'),
    frames: of('Frames'),
    heap: of('JSHeapUsedSize'),
  }
}

/** Objects left after mounts and unmounts. `leak` runs once per cycle and simulates a page that leaks. */
async function memoryGrowth(host: HostPage, cycles: number, leak?: () => void): Promise<Left> {
  const cdp = await host.page.context().newCDPSession(host.page)
  await cdp.send('Performance.enable')
  const cycle = async () => {
    await host.page.evaluate(async () => {
      const widget = window.serviceWidgetLoader!.load('pro', window.options())
      widget.on('ERROR', console.error)
      // Waits for the handshake, which creates listeners, ports and timers.
      await new Promise((done) => addEventListener('message', done, { once: true }))
      widget.destroyWidget()
    })
    if (leak) await host.page.evaluate(leak)
  }
  for (let index = 0; index < 5; index++) await cycle()
  const before = await measureMemory(cdp)
  for (let index = 0; index < cycles; index++) await cycle()
  const left = () =>
    measureMemory(cdp).then(
      (after) =>
        Object.fromEntries(
          Object.entries(after).map(([name, value]) => [name, value - before[name as keyof Left]]),
        ) as Left,
    )
  // The frames are in other processes, and are removed a little later.
  let now = await left()
  for (let index = 0; index < 10 && (now.nodes > 0 || now.frames > 0); index++) now = await left()
  return now
}

const budget = (left: Left) => [left.listeners <= 0, left.nodes <= 0, left.frames <= 0, left.heap < 200_000]

const amounts: [cycles: number, tag: string[]][] = [
  [10, ['@chromium']],
  [50, ['@chromium', '@extended']],
]
for (const [cycles, tag] of amounts)
  test(
    `${cycles} mounts and unmounts leave no listener, no node, no frame and less than 200 KB`,
    { tag },
    async ({ host }) => {
      test.setTimeout(90_000)
      await host.open('23-leaks')
      const growth = await memoryGrowth(host, cycles)
      test.info().annotations.push({ type: 'left', description: JSON.stringify(growth) })
      expect(budget(growth), JSON.stringify(growth)).toEqual([true, true, true, true])
    },
  )

test('the leak test fails for a page that leaks', { tag: ['@chromium', '@extended'] }, async ({ host }) => {
  test.setTimeout(90_000)
  await host.open('23-leaks')
  const growth = await memoryGrowth(host, 50, () => {
    const page = window as unknown as { kept?: unknown[] }
    const node = document.createElement('div')
    ;(page.kept ??= []).push(
      node,
      Array.from({ length: 1000 }, (_, index) => ({ at: index })),
    )
    addEventListener('message', () => node)
  })
  expect(budget(growth), JSON.stringify(growth)).toEqual([false, false, true, false])
})
