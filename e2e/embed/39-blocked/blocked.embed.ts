import { chromium } from '@playwright/test'
import { chromiumLaunch } from '#e2e/kit/browsers.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { HostPage } from '#e2e/kit/host-page.ts'

test('an ad blocker that blocks the frame causes a visible message and an ERROR', async ({ host, page }) => {
  await page.route('**/widget?*', (route) => route.abort('blockedbyclient'))
  await host.open('39-blocked')
  await host.controlHeartbeat()
  await host.start()
  await host.heartbeat(2)
  expect(await host.error()).toMatchObject({ code: 'TIMEOUT' })
  await expect(host.box()).toHaveText('ERROR TIMEOUT')
})

test('a non-local page over HTTP causes INSECURE_PAGE, and no page-specific request is sent @chromium', async ({
  partner,
  site,
}) => {
  const launch = chromiumLaunch()
  const browser = await chromium.launch({
    ...launch,
    args: [...launch.args!, '--host-resolver-rules=MAP *.test 127.0.0.1'],
  })
  try {
    const host = new HostPage(await browser.newPage(), partner)
    await host.open('39-blocked', { baseUrl: 'http://partner.test' })
    await host.start()
    expect(await host.error()).toMatchObject({ code: 'INSECURE_PAGE' })
    await expect(host.frames).toHaveCount(0)
    const requestedUrls = host.requests
      .map((request) => request.url())
      .filter((url) => url.startsWith(site.widgetOrigin))
    // The second request loads the errors' sentences, which are the same for all pages.
    expect(requestedUrls).toEqual([
      `${site.widgetOrigin}/widgetLoader`,
      `${site.widgetOrigin}/widgetLoader/errors.json`,
    ])
  } finally {
    await browser.close()
  }
})
