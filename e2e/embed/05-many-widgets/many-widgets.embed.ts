import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

for (const count of [2, 4, 10]) {
  test(
    `${count} widgets on one page become ready independently`,
    coreIf(count === 2),
    async ({ host, page }) => {
      test.slow()
      await host.open('05-many-widgets')
      await page.evaluate((count) => {
        for (let index = 0; index < count; index++)
          window.start({ destinationId: `w${index}`, height: '500px', symbol: index ? 'MSFT' : 'AAPL' })
      }, count)
      await expect
        .poll(async () => (await host.receivedPayloads('READY')).length, { timeout: 40_000 })
        .toBe(count)
      const addresses = await host.frames.evaluateAll((frames) =>
        frames.map((frame) => (frame as HTMLIFrameElement).src),
      )
      expect(new Set(addresses).size, 'addresses are unique, or frames load one after another').toBe(count)
      await page.evaluate(() => window.widget.postMessage('SET_SYMBOL', { symbol: 'NVDA' }))
      expect(await host.waitForEvent('SYMBOL_CHANGED', 1, `w${count - 1}`)).toBe('NVDA')
      expect(await host.receivedPayloads('SYMBOL_CHANGED', 'w0')).not.toContain('NVDA')
    },
  )
}

// Not in Firefox: under automation it loads frames one after another.
test('four frames are requested at the same time @chromium', async ({ host, page }) => {
  await host.open('05-many-widgets')
  const requests: number[] = []
  await page.route('**/widget?*', async (route) => {
    requests.push(Date.now())
    // Continues only when all requests have arrived.
    await expect.poll(() => requests.length).toBe(4)
    await route.continue()
  })
  await page.evaluate(() => {
    for (let index = 0; index < 4; index++) window.start({ destinationId: `w${index}` })
  })
  await expect.poll(async () => (await host.receivedPayloads('READY')).length, { timeout: 30_000 }).toBe(4)
})
