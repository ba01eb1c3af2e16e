import { errorSentences } from '#contract/bridge/error-words.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

test(
  'inside a sandbox without an origin, TIMEOUT names the page’s origin as null',
  { tag: '@extended' },
  async ({ host, page }) => {
    await host.open('37-sandboxed-host', { fill: { SANDBOX: 'allow-scripts', HEART: 'yes' } })
    const inner = page.frames().find((frame) => frame.url().includes('inner.html'))!
    await inner.waitForFunction(() => window.widget)
    await inner.evaluate(() => {
      window.beat?.()
      window.beat?.()
    })
    await expect
      .poll(() => inner.evaluate(() => window.diary.map(({ payload }) => payload)))
      .toMatchObject([{ code: 'TIMEOUT', message: `TIMEOUT: ${errorSentences['TIMEOUT']}null` }])
  },
)

test('the widget works inside a sandbox that keeps its origin', async ({ host, page }) => {
  await host.open('37-sandboxed-host', {
    fill: { SANDBOX: 'allow-scripts allow-same-origin', HEART: '' },
  })
  const inner = page.frames().find((frame) => frame.url().includes('inner.html'))!
  await expect.poll(() => inner.evaluate(() => window.diary.map(({ name }) => name))).toContain('READY')
})
