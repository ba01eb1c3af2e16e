import { expect, test } from '#e2e/kit/fixtures.ts'
import { holdRequests } from '#e2e/kit/hold-requests.ts'

test('on a slow line the later files use the wait for the session, and the app requests no first response again', async ({
  host,
  page,
}) => {
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    requested.push(pathname + search)
  })
  const isRequested = (part: string) => requested.some((path) => path.includes(part))
  // Drops the timers with which the first script starts the app in a frame without a session: that requests the files too.
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window)
    window.setTimeout = ((...[run, ms, ...args]: Parameters<typeof start>) =>
      ms === 400 || ms === 2000 ? 0 : start(run, ms, ...args)) as typeof setTimeout
  })
  const releaseToken = await holdRequests(page, '**/Token')
  const releaseSession = await holdRequests(page, '**/setCookie')
  await host.open('40-first-paint')
  await host.start({ symbol: 'AAPL', locale: 'de' })
  await expect.poll(() => isRequested('/Token')).toBe(true)
  const requestedAt = await page.evaluate(() => performance.now())
  await page.waitForFunction((time) => performance.now() > time + 200, requestedAt)
  releaseToken()
  const isEachRequested = () =>
    ['panels', 'chart', 'words-de'].every((name) => isRequested(`/assets/${name}-`))
  await expect.poll(isEachRequested).toBe(true)
  expect(isRequested('/setCookie'), 'the session is requested first').toBe(true)
  expect(isRequested('/why/'), 'Why waits for the session').toBe(false)
  releaseSession()
  await host.ready()
  await host.widget.why.shows('AAPL')
  await expect(host.widget.frame.locator('[data-panel="why"] figure svg path').first()).toBeVisible()
  const laterFiles = requested.filter((path) => /\/assets\/(panels|chart|words-de)-/.test(path))
  expect(laterFiles, 'each later file is requested once').toHaveLength(3)
  const dataRequests = requested.filter((path) => /\/(why|how\/income)\/AAPL/.test(path))
  expect(dataRequests.toSorted()).toEqual([
    '/api/v1/platform/how/income/AAPL',
    '/api/v1/platform/why/AAPL',
    '/api/v1/platform/why/AAPL/history?range=6M',
  ])
})
