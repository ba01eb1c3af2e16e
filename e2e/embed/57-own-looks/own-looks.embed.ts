import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

test('the page’s accent, font and radius apply under the frame’s strict policy without violations', async ({
  host,
}) => {
  await host.openReady('57-own-looks', {
    symbol: 'AAPL',
    accentColor: 'rebeccapurple',
    fontFamily: 'Georgia, serif',
    radius: '2px',
  })
  await host.widget.how.ready()
  const looks = await host.widget.root.evaluate((root) => {
    const computed = getComputedStyle(root)
    return {
      accent: computed.getPropertyValue('--sw-accent').trim(),
      radius: computed.getPropertyValue('--sw-radius').trim(),
      font: getComputedStyle(document.body).fontFamily,
    }
  })
  expect(looks).toMatchObject({ accent: '#663399', radius: '2px' })
  expect(looks.font).toMatch(/^"?Georgia/)
  expect(await host.receivedPayloads('ERROR')).toEqual([])
  expect(host.console.filter((line) => /Content.Security.Policy/i.test(line))).toEqual([])
})

test(
  'an accent with too little contrast is darkened in the light theme and unchanged in the dark theme',
  { tag: '@extended' },
  async ({ host }) => {
    await host.openReady('57-own-looks', { symbol: 'AAPL', accentColor: '#ffd400' })
    const accent = () =>
      host.widget.root.evaluate((root) => getComputedStyle(root).getPropertyValue('--sw-accent').trim())
    expect(await accent()).not.toBe('#ffd400')
    await host.send('SET_THEME', { theme: 'dark' })
    await expect.poll(accent).toBe('#ffd400')
  },
)

test('the page chooses the visible panel if only one fits', { tag: '@extended' }, async ({ host, page }) => {
  await page.setViewportSize({ width: 420, height: 900 })
  await host.openReady('57-own-looks', { symbol: 'AAPL', tab: 'how' })
  await expect(host.widget.how.root).toBeVisible()
  await expect(host.widget.why.root).toBeHidden()
})

for (const width of [1280, 420])
  test(
    `with height auto the content determines its height and panels grow, at ${width} px`,
    coreIf(width === 1280),
    async ({ host, page }) => {
      await page.setViewportSize({ width, height: 900 })
      await host.openReady('57-own-looks', { symbol: 'AAPL', height: 'auto', tab: 'how' })
      // A scroll bar of the page that appears and disappears with the frame's height would change the widget's width.
      await page.evaluate(() => (document.documentElement.style.overflowY = 'scroll'))
      await host.widget.how.shows('AAPL')
      const measure = () =>
        host.widget.how.root.evaluate((how) => {
          const body = how.querySelector('.panel-body')!
          const { height } = document.querySelector('.w')!.getBoundingClientRect()
          return { height, hidden: body.scrollHeight - body.clientHeight }
        })
      await expect.poll(async () => (await measure()).height).toBeGreaterThan(1_000)
      // The frame shrinks 600 ms after its content did.
      const isSettled = () =>
        host.widget.root.evaluate(
          (widget) => innerHeight === Math.ceil(widget.getBoundingClientRect().height),
        )
      await expect.poll(isSettled).toBe(true)
      const { height, hidden } = await measure()
      expect(height).toBeLessThanOrEqual(2_400)
      expect(hidden).toBe(0)
      // The content's height does not depend on the frame's, so there is no resize loop.
      for (const frameHeight of ['300px', '3000px']) {
        await page.evaluate(
          (frameHeight) => (document.querySelector('iframe')!.style.height = frameHeight),
          frameHeight,
        )
        await expect.poll(() => host.widget.root.evaluate(() => `${innerHeight}px`)).toBe(frameHeight)
        expect((await measure()).height).toBe(height)
      }
    },
  )
