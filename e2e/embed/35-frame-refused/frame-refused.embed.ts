import { errorSentences } from '#contract/bridge/error-sentences.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

test('statement 8: a refused frame causes one ERROR TIMEOUT that says what to check, and destroyWidget() works', async ({
  host,
  page,
}) => {
  await page.route('**/widget?*', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'Content-Security-Policy': "frame-ancestors 'none'" },
      body: '<p>refused</p>',
    }),
  )
  await host.open('35-frame-refused')
  await host.controlHeartbeat()
  await host.start()
  await host.heartbeat(1)
  expect(await host.receivedPayloads('ERROR')).toEqual([])
  await host.heartbeat(1)
  expect(await host.error()).toMatchObject({
    code: 'TIMEOUT',
    message: `TIMEOUT: ${errorSentences['TIMEOUT']}${host.partner.origin}`,
  })
  await expect(host.box()).toHaveText('ERROR TIMEOUT')
  await host.destroy()
  await expect(host.box()).toBeEmpty()
  expect(await host.receivedPayloads('ERROR')).toHaveLength(1)
})
