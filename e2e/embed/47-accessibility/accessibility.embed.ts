import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '../fixtures.ts'

test('the page with its widget has no violation, and the frame has a title', async ({ host, page }) => {
  await host.openReady('47-accessibility', { symbol: 'AAPL' })
  await host.widget.how.shows('AAPL')
  await expect(host.frames).toHaveAttribute('title', 'Options ideas')
  const { violations, passes } = await new AxeBuilder({ page: page as never })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(passes.length).toBeGreaterThan(10)
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target.join(' ')}`)).toEqual([])
})
