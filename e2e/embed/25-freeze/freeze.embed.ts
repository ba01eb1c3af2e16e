import { expect, test } from '#e2e/kit/fixtures.ts'

test('a page that was frozen and thawed has its widget as before @chromium', async ({ host, page }) => {
  await host.openReady('25-freeze', { symbol: 'AAPL' })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
  await cdp.send('Page.setWebLifecycleState', { state: 'active' })
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.why.shows('IBM')
  expect(await host.heard('ERROR')).toEqual([])
})

test('a laptop that slept for a night does not lose its widget', async ({ host, page }) => {
  await page.clock.install()
  await host.openReady('25-freeze', { symbol: 'AAPL' })
  await page.clock.fastForward('09:00:00')
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.why.shows('IBM')
  expect(await host.heard('ERROR')).toEqual([])
})
