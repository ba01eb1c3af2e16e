import { violations } from '#e2e/kit/axe.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

test('the page with its widget has no accessibility violation, and the frame has a title', async ({
  host,
  page,
}) => {
  await host.openReady('47-accessibility', { symbol: 'AAPL' })
  await host.widget.how.shows('AAPL')
  await expect(host.frames).toHaveAttribute('title', 'Options ideas')
  expect(await violations(page)).toEqual([])
})
