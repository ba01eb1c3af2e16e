import { expect, test } from '#e2e/kit/fixtures.ts'
import { headersOf } from '#e2e/kit/host-page.ts'

test('statement 6: no key and no token appears in addresses, referrers, history or console', async ({
  host,
  page,
  site,
}) => {
  await host.open('31-nothing-leaks')
  const authToken = await page.evaluate(async () => {
    const options = (await window.tokenOptions()) as { authToken: string }
    window.start(options)
    return options.authToken
  })
  await host.ready()
  await host.widget.why.ready()
  const bearer = (await host.bearer()).replace('Bearer ', '')
  expect(bearer).toMatch(/^wt_.{20}/)
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.how.shows('IBM')
  await page.evaluate(() => console.info(window.serviceWidgetLoader!.diagnose()))
  const secrets = [authToken, bearer, site.credentials.secretKey, site.credentials.apiKey]

  const texts: string[] = [...host.console, ...host.partner.requests.map(({ referer }) => referer ?? '')]
  for (const request of host.requests) {
    texts.push(request.url())
  }
  for (const headers of await Promise.all(host.requests.map(headersOf))) texts.push(headers['referer'] ?? '')
  for (const frame of page.frames()) {
    texts.push(frame.url(), await frame.evaluate('document.referrer'))
    texts.push(await frame.evaluate('JSON.stringify(performance.getEntries())'))
    texts.push(await frame.evaluate('JSON.stringify(history.state)'))
  }
  texts.push(JSON.stringify(await page.evaluate(() => window.serviceWidgetLoader!.diagnose())))
  expect(texts.length).toBeGreaterThan(20)
  for (const secret of secrets)
    expect(
      texts.filter((text) => text.includes(secret)),
      secret.slice(0, 5),
    ).toEqual([])
})

test(
  'no key and no user id appears in addresses or console in the API-key flow',
  { tag: '@extended' },
  async ({ host, site }) => {
    await host.openReady('31-nothing-leaks')
    const texts = [...host.console, ...host.requests.map((request) => request.url())]
    expect(texts.filter((text) => text.includes(site.credentials.apiKey))).toEqual([])
    expect(texts.filter((text) => text.includes('reader-1'))).toEqual([])
  },
)
