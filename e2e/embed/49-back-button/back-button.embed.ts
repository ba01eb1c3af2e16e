import { expect, test } from '#e2e/kit/fixtures.ts'

test(
  'after ten clicks in the frame, the back button leaves the page with one press @chromium',
  { tag: '@extended' },
  async ({ host, page, partner }) => {
    await page.goto(partner.page('40-first-paint'))
    const previousUrl = page.url()
    await host.openReady('49-back-button', { symbol: 'AAPL' })
    const entryCount = await page.evaluate(() => history.length)
    const { rows, why } = host.widget
    await expect(rows.nth(4)).toBeVisible()
    for (let click = 0; click < 10; click++) await rows.nth(click % 5).click()
    await why.ready()
    expect(await page.evaluate(() => history.length)).toBe(entryCount)
    await page.goBack()
    expect(page.url()).toBe(previousUrl)
  },
)
