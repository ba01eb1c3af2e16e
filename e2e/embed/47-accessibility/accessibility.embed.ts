import { violations } from '#e2e/kit/axe.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

test('the page with its widget has no accessibility violation, and the frame has a title', async ({
  host,
  page,
}) => {
  await host.openReady('47-accessibility', { symbol: 'AAPL' })
  await host.widget.how.shows('AAPL')
  await expect(host.frames).toHaveAttribute('title', 'Options ideas')
  // High enough to avoid scrolling: axe cannot measure elements covered by the order line.
  await host.frames.evaluate((frame) => (frame.style.height = '2400px'))
  expect(await violations(page)).toEqual([])
})
