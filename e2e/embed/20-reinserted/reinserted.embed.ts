import { expect, test } from '#e2e/kit/fixtures.ts'

test(
  'an element removed and re-inserted in the same task keeps its widget',
  { tag: '@extended' },
  async ({ host, page }) => {
    await host.openReady('20-reinserted', { symbol: 'IBM' })
    await page.evaluate(() => {
      const box = document.getElementById('ideas')!
      box.remove()
      document.body.append(box)
    })
    await host.widget.why.shows('IBM')
    expect(await page.evaluate(() => window.serviceWidgetLoader!.diagnose().length)).toBe(2)
    await expect(host.frames).toHaveCount(1)
  },
)
