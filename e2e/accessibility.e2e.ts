/** axe on the widget as it stands in a partner's page: every theme, wide and narrow, no violations. And on the demo. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { themes } from '#contract/options.ts'
import { expect, test } from './fixtures.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds, as lines a person can act on: rule, element, reason. `parts` are axe's own frame selectors. */
async function violations(page: Page, parts: { include?: string[]; exclude?: string }): Promise<string[]> {
  // The package is typed against another copy of playwright-core; the page is the same.
  const axe = new AxeBuilder({ page: page as never }).withTags(tags)
  if (parts.include) axe.include(parts.include)
  if (parts.exclude) axe.exclude(parts.exclude)
  const results = await axe.analyze()
  expect(results.passes.length, 'rules that had something to judge').toBeGreaterThan(10)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}

for (const theme of themes) {
  for (const width of [1280, 390]) {
    test(`the widget in ${theme} at ${width} px has no violation`, async ({ embed, page }) => {
      await page.setViewportSize({ width: width === 390 ? 390 : 1320, height: 1000 })
      // Fades and flashes are judged at rest.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await embed.open({
        theme,
        stage: width === 390 ? 'full' : '1280',
        symbol: 'AAPL',
        showDisclaimer: true,
      })
      await expect(embed.status).toHaveText('Ready')
      for (const panel of [embed.widget.what, embed.widget.why, embed.widget.how]) {
        await panel.choose()
        await panel.ready()
        if (width === 1280 && panel !== embed.widget.how) continue
        expect(await violations(page, { include: ['#widget iframe', 'html'] })).toEqual([])
      }
    })
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the demo page in ${colorScheme} has no violation`, async ({ embed, page }) => {
    await page.emulateMedia({ colorScheme })
    await embed.openReady()
    await page.getByRole('button', { name: 'All options' }).click()
    expect(await violations(page, { exclude: '#widget' })).toEqual([])
  })
}
