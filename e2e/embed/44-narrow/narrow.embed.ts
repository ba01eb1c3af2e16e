import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

for (const locale of ['de', 'ar', 'he']) {
  test(
    `at 320 px in ${locale} nothing overflows horizontally, and the text has the direction of the language`,
    coreIf(locale === 'ar'),
    async ({ host, page }) => {
      await page.setViewportSize({ width: 336, height: 800 })
      await host.openReady('44-narrow', { locale, symbol: 'AAPL', width: '320px' })
      await expect(host.widget.root).toHaveAttribute('dir', locale === 'de' ? 'ltr' : 'rtl')
      for (const panel of [host.widget.what, host.widget.why, host.widget.how]) {
        await host
          .frame()
          .locator(`#tab-${await panel.root.getAttribute('data-panel')}`)
          .evaluate((tab: HTMLElement) => tab.click())
        await panel.ready()
        const [contentWidth, availableWidth] = await host.widget.root.evaluate((root) => [
          root.scrollWidth,
          root.clientWidth,
        ])
        expect(contentWidth).toBeLessThanOrEqual(availableWidth)
      }
    },
  )
}
