import { expect, test } from '../fixtures.ts'

test('a widget that loses its network says so and goes on by itself when it is back @chromium', async ({
  host,
  context,
}) => {
  await host.openReady('29-offline', { symbol: 'AAPL' })
  await host.widget.how.shows('AAPL')
  await context.setOffline(true)
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await expect(host.widget.why.root).toHaveAttribute('data-symbol', 'IBM')
  await expect(host.widget.why.root).not.toHaveAttribute('data-state', 'ready')
  await context.setOffline(false)
  await host.widget.why.shows('IBM')
  await host.widget.how.shows('IBM')
  expect(await host.heard('ERROR')).toEqual([])
})

test('offline while the session is being opened: NETWORK, and a retry works @chromium', async ({
  host,
  page,
  context,
}) => {
  await host.open('29-offline')
  await page.route('**/Token', (route) => route.abort('internetdisconnected'))
  await host.start()
  expect(await host.error()).toMatchObject({ code: 'NETWORK' })
  await page.unroute('**/Token')
  await context.setOffline(false)
  await host.frame().getByRole('button').first().click()
  await host.ready()
})
