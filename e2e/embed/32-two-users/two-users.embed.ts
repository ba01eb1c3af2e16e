import { expect, test } from '#e2e/kit/fixtures.ts'
import { sessionStatus } from '#e2e/kit/host-page.ts'

test('two users on one page have separate sessions, and ending one does not end the other', async ({
  host,
  page,
  site,
}) => {
  await host.open('32-two-users')
  await host.start({ userId: 'first', symbol: 'AAPL' })
  await host.ready('ideas')
  const first = await host.bearer()
  await page.evaluate(async () => {
    const options = await window.tokenOptions({ destinationId: 'other', userId: 'second', symbol: 'IBM' })
    const firstWidget = window.widget
    window.start(options)
    Object.assign(window, { second: window.widget })
    window.widget = firstWidget
  })
  await host.ready('other')
  const second = await host.bearer()
  expect(second).not.toBe(first)
  expect(await Promise.all([first, second].map((bearer) => sessionStatus(site, bearer)))).toEqual([200, 200])
  await host.destroy()
  await expect.poll(() => sessionStatus(site, first)).toBe(401)
  expect(await sessionStatus(site, second)).toBe(200)
  await page.evaluate(() =>
    (window as unknown as { second: typeof window.widget }).second.postMessage('SET_SYMBOL', {
      symbol: 'MSFT',
    }),
  )
  await expect.poll(() => host.receivedPayloads('SYMBOL_CHANGED', 'other')).toContain('MSFT')
})
