import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

const removals: Record<string, () => void> = {
  'remove()': () => document.getElementById('ideas')!.remove(),
  "innerHTML = ''": () => void (document.getElementById('left')!.innerHTML = ''),
  'innerHTML of the element itself': () => void (document.getElementById('ideas')!.innerHTML = ''),
  replaceChildren: () => document.body.replaceChildren(document.createElement('p')),
  'the frame’s own removal': () => document.querySelector('iframe')!.remove(),
}
for (const [removal, remove] of Object.entries(removals)) {
  test(
    `a widget whose element is removed by ${removal} destroys itself`,
    coreIf(removal === 'remove()'),
    async ({ host, page }) => {
      await host.openReady('19-container-removed')
      expect(await page.evaluate(() => window.serviceWidgetLoader!.diagnose().length)).toBe(2)
      await page.evaluate(remove)
      await expect.poll(() => page.evaluate(() => window.serviceWidgetLoader!.diagnose().length)).toBe(1)
      await expect(host.frames).toHaveCount(0)
      expect(host.uncaughtErrors).toEqual([])
    },
  )
}

test('an element that is moved keeps its widget, which reloads with its state', async ({ host, page }) => {
  await host.openReady('19-container-removed', { symbol: 'AAPL' })
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await page.evaluate(() => document.getElementById('right')!.append(document.getElementById('ideas')!))
  await expect(page.locator('#right iframe')).toHaveCount(1)
  await host.widget.why.shows('IBM')
  expect(await page.evaluate(() => window.serviceWidgetLoader!.diagnose().length)).toBe(2)
})

test('moveBefore() moves the widget without a reload', async ({ host, page }) => {
  await host.openReady('19-container-removed', { symbol: 'AAPL' })
  test.skip(!(await page.evaluate(() => 'moveBefore' in Element.prototype)), 'no moveBefore in this browser')
  await host.widget.root.evaluate((root) => root.setAttribute('data-same', 'yes'))
  await page.evaluate(() => {
    const right = document.getElementById('right') as unknown as {
      moveBefore: (node: Node, before: null) => void
    }
    right.moveBefore(document.getElementById('ideas')!, null)
  })
  await expect(page.locator('#right iframe')).toHaveCount(1)
  await expect(host.widget.root).toHaveAttribute('data-same', 'yes')
})
