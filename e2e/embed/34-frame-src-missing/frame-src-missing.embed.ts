import { errorSentences } from '#contract/bridge/error-sentences.ts'
import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { holdRequests } from '#e2e/kit/hold-requests.ts'

const cspSentence = errorSentences['CSP_BLOCKED']!
for (const [directive, policy, sentence] of [
  ['frame-src', "frame-src 'self'", cspSentence],
  ['child-src', "child-src 'none'", cspSentence],
  // Also blocks the request for the sentences: the message is the short form, which names the directive and the origin.
  ['default-src', "default-src 'self'; script-src 'unsafe-inline' 'self' %SERVICE%", ''],
] as const) {
  test(
    `a policy whose ${directive} blocks the widget is shown immediately and reported with the entry to add`,
    coreIf(directive === 'frame-src'),
    async ({ host, page, site }) => {
      await host.open('34-frame-src-missing', { headers: { 'Content-Security-Policy': policy } })
      // Stops the timers and delays the sentences: the visible message must depend on neither.
      await host.controlHeartbeat()
      await page.evaluate(() => (AbortSignal.timeout = () => new AbortController().signal))
      const release = await holdRequests(page, '**/widgetLoader/errors.json')
      await host.start()
      await expect(host.box()).toHaveText('ERROR CSP_BLOCKED')
      if (sentence) expect(await host.receivedPayloads('ERROR')).toEqual([])
      release()
      expect(await host.error()).toMatchObject({
        code: 'CSP_BLOCKED',
        message: `CSP_BLOCKED: ${sentence}frame-src ${site.widgetOrigin}`,
        docs: `${site.widgetOrigin}/docs/errors#CSP_BLOCKED`,
      })
      await expect(host.box()).toHaveText('ERROR CSP_BLOCKED')
      await host.destroy()
      await expect(host.box()).toBeEmpty()
    },
  )
}

test('a report-only policy does not stop the widget', { tag: '@extended' }, async ({ host }) => {
  await host.openReady(
    '34-frame-src-missing',
    {},
    { headers: { 'Content-Security-Policy-Report-Only': "frame-src 'none'" } },
  )
  expect(await host.receivedPayloads('ERROR')).toEqual([])
})
