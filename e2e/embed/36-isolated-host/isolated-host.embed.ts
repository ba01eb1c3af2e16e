import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

for (const embedder of ['require-corp', 'credentialless']) {
  test(
    `a cross-origin isolated page (COEP ${embedder}) shows the widget`,
    coreIf(embedder === 'require-corp'),
    async ({ host, page }) => {
      await host.openReady(
        '36-isolated-host',
        { symbol: 'AAPL' },
        {
          headers: {
            'Cross-Origin-Embedder-Policy': embedder,
            'Cross-Origin-Opener-Policy': 'same-origin',
          },
        },
      )
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
      await host.widget.why.shows('AAPL')
      await expect(host.widget.why.root.locator('svg').first()).toBeVisible()
      expect(host.uncaughtErrors).toEqual([])
    },
  )
}
