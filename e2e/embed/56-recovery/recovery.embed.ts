import { expect, test } from '#e2e/kit/fixtures.ts'

/** Longer than the first few retry delays. */
const recoveryTimeout = { timeout: 60_000 }

test('the widget shows an outage of the service, and recovers without a click @chromium', async ({
  host,
  site,
}) => {
  test.setTimeout(180_000)
  const { root, why, how, frame } = host.widget
  await host.openReady('56-recovery', { symbol: 'AAPL' })
  await how.shows('AAPL')
  await expect(root).toHaveAttribute('data-connection', 'live')
  await site.restart(async () => {
    await host.send('SET_SYMBOL', { symbol: 'IBM' })
    for (const panel of [why, how])
      await expect(panel.root).toHaveAttribute('data-state', 'error', { timeout: 15_000 })
    await expect(root).toHaveAttribute('data-connection', 'stale', { timeout: 15_000 })
    await expect(why.root.locator('[data-action="try-again"]')).toBeVisible()
    await expect(frame.locator('[data-banner="reconnecting"]')).toBeVisible()
  })
  await expect(why.root).toHaveAttribute('data-state', /^(ready|stale)$/, recoveryTimeout)
  await expect(how.root).toHaveAttribute('data-state', /^(ready|stale)$/, recoveryTimeout)
  await expect(root).toHaveAttribute('data-connection', 'live', recoveryTimeout)
  await expect(frame.locator('[data-banner]')).toHaveCount(0)
  expect(await host.receivedPayloads('ERROR')).toEqual([])
})

test(
  'a panel that fails is retried automatically, and the others stay @chromium',
  { tag: '@extended' },
  async ({ host, page }) => {
    await host.open('56-recovery')
    let requestCount = 0
    await page.route('**/why/AAPL', (route) => {
      requestCount++
      return route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' })
    })
    await host.start({ symbol: 'AAPL' })
    await host.ready()
    await host.widget.how.shows('AAPL')
    await expect(host.widget.why.root).toHaveAttribute('data-state', 'error', { timeout: 15_000 })
    const failedCount = requestCount
    await page.unroute('**/why/AAPL')
    await expect(host.widget.why.root).toHaveAttribute('data-state', /^(ready|stale)$/, recoveryTimeout)
    expect(failedCount).toBeLessThan(12)
  },
)

test('an initially unreachable service shows a screen about automatic retries, and the widget then starts @chromium', async ({
  host,
  page,
}) => {
  await host.open('56-recovery')
  await page.route('**/Token', (route) => route.abort('connectionrefused'))
  await host.start({ symbol: 'AAPL' })
  const screen = host.frame().locator('[data-screen="failed"]')
  await expect(screen).toHaveAttribute('data-code', 'NETWORK')
  await expect(screen).toContainText('The widget retries automatically.')
  await expect(screen.locator('[data-action="try-again"]')).toBeVisible()
  await page.unroute('**/Token')
  await expect(host.widget.why.root).toHaveAttribute('data-state', /^(ready|stale)$/, recoveryTimeout)
  await host.ready()
  expect(await host.receivedPayloads('ERROR')).toHaveLength(1)
})

test('the screen for an invalid key has no retry button', { tag: '@extended' }, async ({ host }) => {
  await host.open('56-recovery')
  await host.start({ apiKey: 'pk_nobody-has-this-one' })
  const screen = host.frame().locator('[data-screen="failed"]')
  await expect(screen).toHaveAttribute('data-code', 'AUTH')
  await expect(screen).toContainText('Contact support.')
  await expect(screen.getByRole('button')).toHaveCount(0)
})

test(
  'the screen for a used one-time token asks to reload the page and has no button',
  { tag: '@extended' },
  async ({ host, page }) => {
    await host.open('56-recovery')
    const usedToken = await page.evaluate(() => window.tokenOptions())
    await page.evaluate((options) => void window.start(options), usedToken)
    await host.ready()
    await page.evaluate((options) => {
      window.widget.destroyWidget()
      window.start(options)
    }, usedToken)
    const screen = host.frame().locator('[data-screen="failed"]')
    await expect(screen).toHaveAttribute('data-code', 'AUTH')
    await expect(screen).toContainText('Reload the page')
    await expect(screen.getByRole('button')).toHaveCount(0)
  },
)
