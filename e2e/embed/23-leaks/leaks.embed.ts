import type { CDPSession } from '@playwright/test'
import { expect, test } from '#e2e/kit/fixtures.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'

type Left = { listeners: number; nodes: number; frames: number; heap: number }
const cycles = 50

/** Memory of the page's process after a garbage collection. */
async function held(cdp: CDPSession): Promise<Left> {
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

/** What 50 mounts and unmounts leave behind. `spoil` does the same as a careless embed would, once a cycle. */
async function leftBy(host: HostPage, spoil?: () => void): Promise<Left> {
  const cdp = await host.page.context().newCDPSession(host.page)
  await cdp.send('Performance.enable')
  const cycle = async () => {
    await host.page.evaluate(async () => {
      const widget = window.serviceWidgetLoader!.load('pro', window.options())
      widget.on('ERROR', console.error)
      // As far as the handshake, which is where listeners, ports and timers are made.
      await new Promise((done) => addEventListener('message', done, { once: true }))
      widget.destroyWidget()
    })
    if (spoil) await host.page.evaluate(spoil)
  }
  for (let at = 0; at < 5; at++) await cycle()
  const before = await held(cdp)
  for (let at = 0; at < cycles; at++) await cycle()
  const left = () =>
    held(cdp).then(
      (after) =>
        Object.fromEntries(
          Object.entries(after).map(([name, value]) => [name, value - before[name as keyof Left]]),
        ) as Left,
    )
  // Frames of other processes are taken down a little later.
  let now = await left()
  for (let at = 0; at < 10 && (now.nodes > 0 || now.frames > 0); at++) now = await left()
  return now
}

const budget = (left: Left) => [left.listeners <= 0, left.nodes <= 0, left.frames <= 0, left.heap < 200_000]

test('50 mounts and unmounts leave no listener, no node, no frame and less than 200 KB @chromium', async ({
  host,
}) => {
  test.setTimeout(90_000)
  await host.open('23-leaks')
  const left = await leftBy(host)
  test.info().annotations.push({ type: 'left', description: JSON.stringify(left) })
  expect(budget(left), JSON.stringify(left)).toEqual([true, true, true, true])
})

test('the gate above catches an embed that leaks @chromium', async ({ host }) => {
  test.setTimeout(90_000)
  await host.open('23-leaks')
  const left = await leftBy(host, () => {
    const page = window as unknown as { kept?: unknown[] }
    const node = document.createElement('div')
    ;(page.kept ??= []).push(
      node,
      Array.from({ length: 1000 }, (_, at) => ({ at })),
    )
    addEventListener('message', () => node)
  })
  expect(budget(left), JSON.stringify(left)).toEqual([false, false, true, false])
})
