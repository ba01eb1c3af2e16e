import { expect, test } from '#e2e/kit/fixtures.ts'

test(
  'the widget works after the page was frozen and resumed @chromium',
  { tag: '@extended' },
  async ({ host, page }) => {
    await host.openReady('25-freeze', { symbol: 'AAPL' })
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
    await cdp.send('Page.setWebLifecycleState', { state: 'active' })
    await host.send('SET_SYMBOL', { symbol: 'IBM' })
    await host.widget.why.shows('IBM')
    expect(await host.receivedPayloads('ERROR')).toEqual([])
  },
)

test('the widget works after a laptop slept for nine hours', { tag: '@extended' }, async ({ host, page }) => {
  await page.clock.install()
  await host.openReady('25-freeze', { symbol: 'AAPL' })
  await page.clock.fastForward('09:00:00')
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.why.shows('IBM')
  expect(await host.receivedPayloads('ERROR')).toEqual([])
})
