import { expect, test } from '#e2e/kit/fixtures.ts'

test('commands before the frame, while it loads and after it is ready: the last one wins', async ({
  host,
  page,
}) => {
  await host.open('10-set-symbol')
  await page.route('**/setCookie', async (route) => {
    // The frame has its port but is not ready yet.
    await host.send('SET_SYMBOL', { symbol: 'MSFT', sentiment: 'Bullish' })
    await route.continue()
  })
  await page.evaluate(() => {
    window.start({ symbol: 'AAPL' }).postMessage('SET_SYMBOL', { symbol: 'IBM' })
    window.widget.postMessage('SET_SYMBOL', { symbol: 'TSLA', sentiment: 'Bearish' })
  })
  await host.ready()
  await host.widget.why.shows('MSFT')
  expect(await host.receivedPayloads('SYMBOL_CHANGED')).not.toContain('IBM')
  await host.send('SET_SYMBOL', { symbol: 'nvda' })
  await host.widget.why.shows('NVDA')
  await expect.poll(async () => (await host.receivedPayloads('SYMBOL_CHANGED')).at(-1)).toBe('NVDA')
})

test('if only one panel fits, SET_SYMBOL switches from the list to Why, and keeps How open', async ({
  host,
  page,
}) => {
  await page.setViewportSize({ width: 420, height: 800 })
  await host.openReady('10-set-symbol', { tab: 'what', width: '390px' })
  const front = host.widget.root.locator('[data-tab]')
  await expect(front).toHaveAttribute('data-tab', 'what')
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.why.shows('IBM')
  await expect(front).toHaveAttribute('data-tab', 'why')
  // By an event: Firefox delivers no input into the cross-site frame.
  await host.frame().locator('[role="tab"][data-value="how"]').dispatchEvent('click')
  await expect(front).toHaveAttribute('data-tab', 'how')
  await host.send('SET_SYMBOL', { symbol: 'MSFT' })
  await host.widget.how.shows('MSFT')
  await expect(front).toHaveAttribute('data-tab', 'how')
})
