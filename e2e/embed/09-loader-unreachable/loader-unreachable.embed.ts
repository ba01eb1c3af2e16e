import { expect, test } from '#e2e/kit/fixtures.ts'

/** Global that the page sets if the script fails to load. */
const loadFailed = 'loadFailed' as keyof Window

test(
  'an unpublished version responds with 404 and defines nothing',
  { tag: '@extended' },
  async ({ host, page, site }) => {
    await host.open('09-loader-unreachable', {
      fill: { SCRIPT: `${site.widgetOrigin}/widgetLoader/0.0.1.js` },
    })
    expect(
      await page.evaluate((name) => [window[name], 'serviceWidgetLoader' in window], loadFailed),
    ).toEqual([true, false])
    await expect(page.getByRole('heading')).toBeVisible()
  },
)

test('an unreachable service leaves the page unchanged', async ({ host, page, site }) => {
  await page.route('**/widgetLoader', (route) => route.abort('internetdisconnected'))
  await host.open('09-loader-unreachable', { fill: { SCRIPT: `${site.widgetOrigin}/widgetLoader` } })
  expect(await page.evaluate((name) => window[name], loadFailed)).toBe(true)
  expect(host.uncaughtErrors).toEqual([])
})

test('a frame that cannot be fetched causes ERROR NETWORK, and load() works again when the network returns @chromium', async ({
  host,
  context,
}) => {
  await host.open('08-destinations', { fill: { STYLE: '' } })
  await host.controlHeartbeat()
  await context.setOffline(true)
  await host.start()
  await host.heartbeat(2)
  expect(await host.error()).toMatchObject({ code: 'NETWORK' })
  await expect(host.box()).toHaveText('ERROR NETWORK')
  await context.setOffline(false)
  await host.start()
  await host.ready()
})
