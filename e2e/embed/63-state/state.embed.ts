/** The state of the widget in the address of a partner's page: the example of docs/embedding.md. */
import { readFileSync } from 'node:fs'
import { expect, test } from '#e2e/kit/fixtures.ts'

const guide = readFileSync(new URL('../../../docs/embedding.md', import.meta.url), 'utf8')
/** The page in the section "State in a link". */
const example = /## State in a link[\s\S]*?```html\n([\s\S]*?)```/.exec(guide)![1]!

test('the example of the documentation keeps the view in the address, and the address opens it for another user', async ({
  host,
  page,
}) => {
  const html = example
    .replaceAll('https://SERVICE', '%SERVICE%')
    .replace('YOUR_PUBLIC_KEY', '%KEY%')
    .replace('stable-id-of-this-user', 'reader-4711')
  await host.open('63-state', { files: { 'index.html': `<!doctype html><title>State</title>${html}` } })
  const [strongest] = await host.widget.ideas()
  await host.widget.how.shows(strongest!)
  // By events: Firefox delivers no input into the cross-site frame.
  const frame = host.frame()
  await frame.locator('[data-panel=what] th.column-symbol button').dispatchEvent('click')
  await expect(frame.locator('th.column-symbol')).toHaveAttribute('aria-sort', 'ascending')
  const symbol = (await host.widget.ideas())[2]!
  await frame.locator(`[data-idea="${symbol}"]`).dispatchEvent('click')
  await host.widget.how.shows(symbol)
  await frame.locator('[data-panel=how] [role=radio][data-value=put]').first().dispatchEvent('click')
  const state = () => page.evaluate(() => new URLSearchParams(location.search).get('view'))
  // The second digit is the strategy.
  await expect.poll(state).toMatch(new RegExp(`^1_${symbol.replaceAll('.', 'p')}_01`))
  const list = await host.widget.ideas()
  const link = page.url()
  expect(link, 'nothing about the user').not.toMatch(/reader|4711/)

  await page.goto('about:blank')
  await page.goto(link)
  await host.widget.how.shows(symbol)
  // Rows out of sight are rendered when the browser is idle.
  await expect.poll(() => host.widget.ideas()).toEqual(list)
  await expect(
    frame.locator('[data-panel=how] [role=radio][data-value=put][aria-checked=true]').first(),
  ).toBeAttached()
})

test('getState has the option at once; a damaged state is BAD_OPTION, and the widget starts without it', async ({
  host,
  page,
}) => {
  await host.open('63-state')
  const damaged = '1_AAPL_0000000'
  const initial = await page.evaluate((state) => window.start({ state, symbol: 'MSFT' }).getState(), damaged)
  expect(initial).toBe(damaged)
  expect(await host.error()).toMatchObject({
    code: 'BAD_OPTION',
    message: expect.stringContaining('state must be a text that getState()'),
  })
  await host.widget.how.shows('MSFT')
  await expect.poll(() => page.evaluate(() => window.widget.getState())).toMatch(/^1_MSFT_/)
})
