import { expect, test } from '#e2e/kit/fixtures.ts'

test('the widget works with forced colours and reduced motion, which reach the frame @chromium', async ({
  host,
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await host.openReady('45-preferences', { symbol: 'AAPL' })
  const seen = await host.widget.root.evaluate(() =>
    ['(forced-colors: active)', '(prefers-reduced-motion: reduce)'].map((query) => matchMedia(query).matches),
  )
  expect(seen).toEqual([true, true])
  await host.widget.how.shows('AAPL')
  const running = await host.widget.root.evaluate(() =>
    document
      .getAnimations()
      .filter((one) => one.playState === 'running')
      .map((one) => (one as CSSAnimation).animationName),
  )
  expect(running).toEqual([])
})
