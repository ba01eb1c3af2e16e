import { errorSentences } from '#contract/bridge/error-sentences.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

test(
  'inside a sandbox without an origin, TIMEOUT names the page’s origin as null',
  { tag: '@extended' },
  async ({ host, page }) => {
    await host.open('37-sandboxed-host', { fill: { SANDBOX: 'allow-scripts', CONTROL_HEARTBEAT: 'yes' } })
    const inner = page.frames().find((frame) => frame.url().includes('inner.html'))!
    await inner.waitForFunction(() => window.widget)
    await inner.evaluate(() => {
      window.heartbeat?.()
      window.heartbeat?.()
    })
    await expect
      .poll(() => inner.evaluate(() => window.eventLog.map(({ payload }) => payload)))
      .toMatchObject([{ code: 'TIMEOUT', message: `TIMEOUT: ${errorSentences['TIMEOUT']}null` }])
  },
)

test('the widget works inside a sandbox that keeps its origin', async ({ host, page }) => {
  await host.open('37-sandboxed-host', {
    fill: { SANDBOX: 'allow-scripts allow-same-origin', CONTROL_HEARTBEAT: '' },
  })
  const inner = page.frames().find((frame) => frame.url().includes('inner.html'))!
  await expect.poll(() => inner.evaluate(() => window.eventLog.map(({ name }) => name))).toContain('READY')
})
