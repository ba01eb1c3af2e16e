import { newAuthToken } from '#e2e/kit/doors.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

test('a one-time token from the partner’s server opens the widget on a page that nobody listed', async ({
  host,
}) => {
  await host.open('27-credentials', { at: 'http://stranger.localhost' })
  await host.startWithToken()
  await host.ready()
  expect(await host.heard('ERROR')).toEqual([])
})

const refused: Record<string, object> = {
  'a key that does not exist': { apiKey: 'pk_test_nobodysKey00000000000' },
  'a token that does not exist': { apiKey: undefined, authToken: 'at_made_up' },
}
for (const [story, given] of Object.entries(refused)) {
  test(`${story} is an ERROR AUTH, and the frame says why`, async ({ host }) => {
    await host.open('27-credentials')
    await host.page.evaluate((given) => {
      // `undefined` does not survive the way into the page.
      window.start('authToken' in given ? { ...given, apiKey: undefined } : given)
    }, given)
    expect(await host.error()).toMatchObject({ code: 'AUTH' })
    await expect(host.frame().getByRole('alert')).toBeVisible()
    expect(await host.heard('READY')).toEqual([])
  })
}

test('a token works once', async ({ host, site }) => {
  const authToken = await newAuthToken(site)
  for (const [round, name] of [
    [1, 'READY'],
    [2, 'ERROR'],
  ] as const) {
    await host.open('27-credentials')
    await host.page.evaluate((authToken) => void window.start({ apiKey: undefined, authToken }), authToken)
    await host.hears(name, 1)
    expect(await host.heard('ERROR'), `round ${round}`).toHaveLength(round - 1)
  }
  expect(await host.error()).toMatchObject({ code: 'AUTH' })
})

test('a page on an origin nobody listed hears DOMAIN_NOT_WHITELISTED and is shown what to submit', async ({
  host,
}) => {
  await host.open('27-credentials', { at: 'http://stranger.localhost' })
  await host.start()
  expect(await host.error()).toMatchObject({ code: 'DOMAIN_NOT_WHITELISTED' })
  await expect(host.frame().locator('body')).toContainText(`http://stranger.localhost:${host.partner.port}`)
  expect(host.requests.some((request) => request.url().includes('/api/'))).toBe(false)
})

test('a key revoked while the widget runs ends it: the user is told, the page hears AUTH', async ({
  host,
  site,
}) => {
  const { apiKey, id } = JSON.parse(await site.admin('key', 'issue', 'p_demo', 'widget', '--json')) as {
    apiKey: string
    id: string
  }
  await host.openReady('27-credentials', { apiKey, symbol: 'AAPL' })
  await host.widget.why.shows('AAPL')
  await site.admin('key', 'revoke', id)
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  expect(await host.error()).toMatchObject({ code: 'AUTH' })
  await expect(
    host
      .frame()
      .getByText(/session (has )?ended/i)
      .first(),
  ).toBeVisible()
})
