/* oxlint-disable typescript/unbound-method -- the test replaces this method to count its calls */
import { expect, test } from '#e2e/kit/fixtures.ts'

test('ten thousand commands before READY are reduced to the last of each kind', async ({ host, page }) => {
  await host.open('16-flood')
  await page.evaluate(() => window.recordPorts())
  await page.evaluate(() => {
    const originalPostMessage = MessagePort.prototype.postMessage
    Object.assign(window, { sent: 0 })
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
      if ((args[0] as { type: string }).type === 'command') (window as unknown as { sent: number }).sent++
      return originalPostMessage.apply(this, args as never)
    }
    window.start()
    for (let index = 0; index < 10_000; index++)
      window.widget.postMessage('SET_SYMBOL', { symbol: index === 9_999 ? 'IBM' : 'MSFT' })
  })
  await host.ready()
  await host.widget.why.shows('IBM')
  expect(await page.evaluate(() => (window as unknown as { sent: number }).sent)).toBe(1)
})

test(
  'a running widget ends on the last of ten thousand commands',
  { tag: '@extended' },
  async ({ host, page }) => {
    await host.openReady('16-flood', { symbol: 'AAPL' })
    await page.evaluate(() => {
      for (let index = 0; index < 10_000; index++)
        window.widget.postMessage('SET_SYMBOL', {
          symbol: index === 9_999 ? 'IBM' : index % 2 ? 'MSFT' : 'AAPL',
        })
    })
    await host.widget.why.shows('IBM')
  },
)
