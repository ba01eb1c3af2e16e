import { newAuthToken } from '#e2e/kit/doors.ts'
import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

test('a one-time token from the partner’s server opens the widget on an unlisted page', async ({ host }) => {
  await host.open('27-credentials', { baseUrl: 'http://stranger.localhost' })
  await host.startWithToken()
  await host.ready()
  expect(await host.receivedPayloads('ERROR')).toEqual([])
})

const refused: Record<string, object> = {
  'an unknown key': { apiKey: 'pk_test_nobodysKey00000000000' },
  'an unknown token': { apiKey: undefined, authToken: 'at_made_up' },
}
for (const [credential, options] of Object.entries(refused)) {
  test(
    `${credential} causes ERROR AUTH, and the frame shows the reason`,
    coreIf(credential === 'an unknown key'),
    async ({ host }) => {
      await host.open('27-credentials')
      await host.page.evaluate((args) => {
        // `undefined` is lost when arguments are sent to the page.
        window.start('authToken' in args ? { ...args, apiKey: undefined } : args)
      }, options)
      expect(await host.error()).toMatchObject({ code: 'AUTH' })
      await expect(host.frame().getByRole('alert')).toBeVisible()
      expect(await host.receivedPayloads('READY')).toEqual([])
    },
  )
}

test('a token works once', { tag: '@extended' }, async ({ host, site }) => {
  const authToken = await newAuthToken(site)
  for (const [round, name] of [
    [1, 'READY'],
    [2, 'ERROR'],
  ] as const) {
    await host.open('27-credentials')
    await host.page.evaluate((authToken) => void window.start({ apiKey: undefined, authToken }), authToken)
    await host.waitForEvent(name, 1)
    expect(await host.receivedPayloads('ERROR'), `round ${round}`).toHaveLength(round - 1)
  }
  expect(await host.error()).toMatchObject({ code: 'AUTH' })
})

test('an unlisted origin causes DOMAIN_NOT_WHITELISTED, and the frame shows the origin to submit', async ({
  host,
}) => {
  await host.open('27-credentials', { baseUrl: 'http://stranger.localhost' })
  await host.start()
  expect(await host.error()).toMatchObject({ code: 'DOMAIN_NOT_WHITELISTED' })
  await expect(host.frame().locator('body')).toContainText(`http://stranger.localhost:${host.partner.port}`)
  // The first data request is sent together with the request for the session.
  const dataRequests = host.requests.filter((request) => request.url().includes('/api/'))
  for (const request of dataRequests) expect((await request.response())?.status(), request.url()).toBe(401)
})

test('revoking the key ends a running widget with a message to the user and ERROR AUTH', async ({
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
