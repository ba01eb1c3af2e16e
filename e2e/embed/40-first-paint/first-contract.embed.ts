import { expect, test } from '#e2e/kit/fixtures.ts'
import { holdRequests } from '#e2e/kit/hold-requests.ts'

test('the card of the first contract is shown before the app, in its place, and a click on it is not lost', async ({
  host,
  page,
}) => {
  const releaseApp = await holdRequests(page, '**/assets/main-*.js')
  await host.open('40-first-paint')
  await host.start({ symbol: 'AAPL' }, 'proStrategies')
  const card = host.widget.frame.locator('.how-card[data-option]').first()
  await expect(card).toBeVisible()
  await expect(card.getByRole('heading')).toHaveText(/^Sell 1 AAPL .* Call$/)
  await expect(host.widget.frame.locator('[data-panel="how"]')).toHaveAttribute('data-state', 'loading')
  const paintedId = await card.getAttribute('data-option')
  const paintedBox = await card.boundingBox()
  await card.getByRole('button', { name: 'Max risk' }).click()
  releaseApp()
  await host.ready()
  await expect(host.widget.frame.locator('[data-panel="how"]')).toHaveAttribute('data-state', 'ready')
  const shownBox = await card.boundingBox()
  expect(await card.getAttribute('data-option')).toBe(paintedId)
  for (const side of ['x', 'y', 'width'] as const)
    expect(Math.abs(shownBox![side] - paintedBox![side]), side).toBeLessThan(3)
  await expect(host.widget.frame.locator('.popover:popover-open')).toContainText('Max risk')
})

test('a widget with the list of ideas does not request the script of the card', async ({ host, page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await host.openReady('40-first-paint', {})
  await host.widget.why.ready()
  expect(requested.filter((path) => path.includes('/assets/contract-'))).toEqual([])
})
