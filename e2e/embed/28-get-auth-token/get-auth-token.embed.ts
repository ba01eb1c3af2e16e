import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

/** Behaviours of the page's `getAuthToken` when the frame needs a second token, as code. */
const variants: Record<string, string> = {
  'never resolves': 'new Promise(() => {})',
  rejects: 'Promise.reject(Error("no user"))',
  'throws synchronously': '(() => { throw Error("no user") })()',
  'resolves with an object': 'Promise.resolve({ token: 1 })',
  'resolves with an invalid token': 'Promise.resolve("at_made_up")',
}
for (const [behaviour, code] of Object.entries(variants)) {
  test(
    `a getAuthToken that ${behaviour} causes ERROR AUTH and does not affect the page`,
    coreIf(behaviour === 'never resolves'),
    async ({ host, page }) => {
      // The 30 s timeout of the frame is 1 s here.
      await page.addInitScript(() => {
        const originalSetTimeout = window.setTimeout
        window.setTimeout = ((call: () => void, ms: number, ...rest: []) =>
          originalSetTimeout(call, ms === 30_000 ? 1000 : ms, ...rest)) as typeof setTimeout
      })
      await host.open('28-get-auth-token')
      await page.evaluate(async (code) => {
        // oxlint-disable-next-line typescript/no-implied-eval -- the page's function, written in the table above
        const getAuthToken = new Function(`return ${code}`) as () => Promise<string>
        window.start({ ...(await window.tokenOptions()), getAuthToken })
      }, code)
      await host.ready()
      await page.frames()[1]!.evaluate(() => void setTimeout(() => location.reload()))
      expect(await host.error()).toMatchObject({ code: 'AUTH' })
      expect(host.uncaughtErrors).toEqual([])
    },
  )
}

for (const when of ['reload', 'renewal']) {
  test(
    `a getAuthToken that fails once is called again, at a ${when}`,
    coreIf(when === 'reload'),
    async ({ host, page, site }) => {
      await host.open('28-get-auth-token')
      await page.evaluate(async () => {
        let requestCount = 0
        const getAuthToken = async () => {
          if (requestCount++ === 0) throw Error('no network')
          return (await fetch('/token', { method: 'POST' })).text()
        }
        window.start({ ...(await window.tokenOptions({ symbol: 'AAPL' })), getAuthToken })
      })
      await host.ready()
      await host.widget.why.shows('AAPL')
      if (when === 'reload') {
        await page.frames()[1]!.evaluate(() => void setTimeout(() => location.reload()))
        await expect.poll(() => host.count('/setCookie')).toBe(2)
      } else {
        const ended = await fetch(`${site.serviceUrl}/session`, {
          method: 'DELETE',
          headers: { authorization: await host.bearer(), origin: site.serviceUrl },
        })
        expect(ended.status).toBe(204)
      }
      await host.send('SET_SYMBOL', { symbol: 'IBM' })
      await host.widget.why.shows('IBM')
      expect(await host.receivedPayloads('ERROR')).toEqual([])
    },
  )
}

test('a widget calls getAuthToken once even if several of its requests were refused', async ({
  host,
  page,
  site,
}) => {
  await host.open('28-get-auth-token')
  await host.startWithToken(true, { symbol: 'AAPL' })
  await host.ready()
  await host.widget.how.shows('AAPL')
  const tokens = () => host.partner.requests.filter(({ path }) => path === '/token').length
  const tokensBefore = tokens()
  const bearer = await host.bearer()
  // The server ends the session; two panels notice it at the same time.
  const ended = await fetch(`${site.serviceUrl}/session`, {
    method: 'DELETE',
    headers: { authorization: bearer, origin: site.serviceUrl },
  })
  expect(ended.status).toBe(204)
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.why.shows('IBM')
  await host.widget.how.shows('IBM')
  expect(tokens()).toBe(tokensBefore + 1)
  expect(await host.receivedPayloads('ERROR')).toEqual([])
  expect(page.frames()).toHaveLength(2)
})
