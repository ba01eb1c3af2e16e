import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

test('loading changes neither focus nor scroll position', async ({ host, page }) => {
  await host.open('48-keyboard?wrapper=buttons')
  await page.evaluate(() => {
    document.body.style.paddingBlockEnd = '2000px'
    scrollTo(0, 300)
  })
  await page.locator('#before').evaluate((button) => button.focus({ preventScroll: true }))
  await host.start()
  await host.ready()
  await host.widget.how.ready()
  expect(await page.evaluate(() => [document.activeElement?.id, scrollY])).toEqual(['before', 300])
  expect(await host.widget.root.evaluate(() => document.hasFocus())).toBe(false)
})

for (const [key, from, to] of [
  ['Tab', 'before', 'after'],
  ['Shift+Tab', 'after', 'before'],
] as const) {
  test(
    `${key} moves the focus into the widget, through it, and out on the other side @chromium`,
    coreIf(key === 'Tab'),
    async ({ host, page }) => {
      await host.openReady('48-keyboard?wrapper=buttons', { symbol: 'AAPL' })
      await host.widget.how.shows('AAPL')
      await page.locator(`#${from}`).focus()
      let pressesInside = 0
      for (let presses = 0; presses < 250; presses++) {
        await page.keyboard.press(key)
        const active = await page.evaluate(
          () => document.activeElement?.id || document.activeElement?.tagName,
        )
        if (active === to) break
        if (active === 'IFRAME') pressesInside++
      }
      expect(pressesInside).toBeGreaterThan(5)
      expect(await page.evaluate(() => document.activeElement?.id)).toBe(to)
    },
  )
}
