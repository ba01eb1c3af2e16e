import { expect, test } from '#e2e/kit/fixtures.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'
import { measureMemory, type MemoryUse, startMemoryMetrics } from '#e2e/kit/memory.ts'

/** Memory growth over a number of mounts and unmounts. `leak` runs once per cycle and simulates a page that leaks. */
async function memoryGrowth(host: HostPage, cycles: number, leak?: () => void): Promise<MemoryUse> {
  const cdp = await startMemoryMetrics(host.page)
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
  const measureGrowth = () =>
    measureMemory(cdp).then(
      (after) =>
        Object.fromEntries(
          Object.entries(after).map(([name, value]) => [name, value - before[name as keyof MemoryUse]]),
        ) as MemoryUse,
    )
  // The frames are in other processes, whose removal takes longer.
  let growth = await measureGrowth()
  for (let index = 0; index < 10 && (growth.nodes > 0 || growth.frames > 0); index++)
    growth = await measureGrowth()
  return growth
}

/** Whether each value is within its budget: listeners, nodes, frames, heap. */
const checkBudget = (growth: MemoryUse) => [
  growth.listeners <= 0,
  growth.nodes <= 0,
  growth.frames <= 0,
  growth.heap < 200_000,
]

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
      test.info().annotations.push({ type: 'growth', description: JSON.stringify(growth) })
      expect(checkBudget(growth), JSON.stringify(growth)).toEqual([true, true, true, true])
    },
  )

test('the leak test fails for a page that leaks', { tag: ['@chromium', '@extended'] }, async ({ host }) => {
  test.setTimeout(90_000)
  await host.open('23-leaks')
  const growth = await memoryGrowth(host, 50, () => {
    const page = window as unknown as { leaked?: unknown[] }
    const node = document.createElement('div')
    ;(page.leaked ??= []).push(
      node,
      Array.from({ length: 1000 }, (_, index) => ({ index })),
    )
    addEventListener('message', () => node)
  })
  expect(checkBudget(growth), JSON.stringify(growth)).toEqual([false, false, true, false])
})
