import { expect, test } from '#e2e/kit/fixtures.ts'

test('the widget works with forced colours and reduced motion, which reach the frame @chromium', async ({
  host,
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await host.openReady('45-preferences', { symbol: 'AAPL' })
  const matches = await host.widget.root.evaluate(() =>
    ['(forced-colors: active)', '(prefers-reduced-motion: reduce)'].map((query) => matchMedia(query).matches),
  )
  expect(matches).toEqual([true, true])
  await host.widget.how.shows('AAPL')
  const runningAnimations = await host.widget.root.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running')
      .map((animation) => (animation as CSSAnimation).animationName),
  )
  expect(runningAnimations).toEqual([])
})
