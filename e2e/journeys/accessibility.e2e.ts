/** Runs axe on the widget in a partner's page, in every theme, wide and narrow, and on the demo page. */
import { themes } from '#contract/bridge/options/options.ts'
import { insideWidget, violations } from '#e2e/kit/axe.ts'
import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

for (const theme of themes) {
  for (const width of [1280, 390]) {
    test(
      `the widget in ${theme} at ${width} px has no accessibility violation`,
      coreIf((width === 1280) === (theme === 'light')),
      async ({ demoPage, page }) => {
        await page.setViewportSize({ width: width === 390 ? 390 : 1320, height: 1000 })
        // Disables animations, so that axe measures final colours.
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await demoPage.open({
          theme,
          stage: width === 390 ? 'full' : '1280',
          symbol: 'AAPL',
          showDisclaimer: true,
        })
        await expect(demoPage.status).toHaveText('Ready')
        // High enough to avoid scrolling: axe cannot measure elements covered by the order line.
        await demoPage.stage.evaluate((stage) => (stage.querySelector('iframe')!.style.height = '2400px'))
        await page.setViewportSize({ width: width === 390 ? 390 : 1320, height: 2600 })
        for (const panel of [demoPage.widget.what, demoPage.widget.why, demoPage.widget.how]) {
          await panel.choose()
          await panel.ready()
          if (width === 1280 && panel !== demoPage.widget.how) continue
          expect(await violations(page, { include: insideWidget })).toEqual([])
        }
      },
    )
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the demo page in ${colorScheme} has no accessibility violation`, async ({ demoPage, page }) => {
    await page.emulateMedia({ colorScheme })
    await demoPage.openReady()
    await page.getByRole('button', { name: 'All options' }).click()
    expect(await violations(page, { exclude: '#widget' })).toEqual([])
  })
}
