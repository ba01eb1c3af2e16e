/** The playground: the demo's page, served by the service, on which partners choose options and copy code. */
import { violations } from '#e2e/kit/axe.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

test('the code of every kind follows the options chosen at /docs/playground', async ({ page, site }) => {
  await page.goto(`${site.widgetOrigin}/docs/playground`)
  await expect(page).toHaveURL(/\/docs\/playground\/#?$/)
  await expect(page.locator('#status')).toHaveText('Ready')
  await page.locator('#bar [name=theme]').selectOption('dark')
  const code = page.locator('#snippet')
  await expect(code).toContainText("theme: 'dark',")
  await expect(page).toHaveURL(/theme=dark/)
  for (const [kind, codePart] of [
    ['react', 'theme="dark"'],
    ['element', '<service-widget'],
    ['next', "'use client'"],
    ['vue', '<script setup'],
    ['swift', 'WKWebView'],
    ['kotlin', 'addWebMessageListener'],
    ['react-native', 'react-native-webview'],
    ['policy', 'frame-src'],
    ['server', '/Auth'],
  ] as const) {
    await page.locator('#snippet-kind [name=kind]').selectOption(kind)
    await expect(code).toContainText(codePart)
  }
  await expect(code).not.toContainText('sk_')
})

test('the reader’s own key is for the code: the widget on the page keeps the demo’s', async ({
  page,
  site,
}) => {
  const sessions: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/Token')) sessions.push(request.url())
  })
  await page.goto(`${site.widgetOrigin}/docs/playground/#key=pk_live_of_the_reader`)
  await expect(page.locator('#status')).toHaveText('Ready')
  const code = page.locator('#snippet')
  await expect(code).toContainText("apiKey: 'pk_live_of_the_reader',")
  await page.locator('#bar [name=key]').fill('pk_live_other')
  await page.locator('#bar [name=key]').blur()
  await expect(code).toContainText("apiKey: 'pk_live_other',")
  await expect(page.locator('#status')).toHaveText('Ready')
  expect(sessions).toHaveLength(1)
})

test('a shared link restores the options, and the playground has no accessibility violation', async ({
  page,
  site,
}) => {
  await page.goto(`${site.widgetOrigin}/docs/playground/#theme=three-panel-light&symbol=AAPL&density=compact`)
  await expect(page.locator('#status')).toHaveText('Ready')
  const frame = page.frameLocator('#widget > iframe')
  await expect(frame.locator('[data-panel=why]')).toHaveAttribute('data-symbol', 'AAPL')
  await expect(frame.locator('[data-theme=three-panel-light]').first()).toBeAttached()
  await expect(page.locator('#bar [name=theme]')).toHaveValue('three-panel-light')
  expect(await violations(page, { exclude: '#widget' })).toEqual([])
})

test('a copied link opens what the widget displays', async ({ page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${site.widgetOrigin}/docs/playground`)
  await expect(page.locator('#status')).toHaveText('Ready')
  const frame = page.frameLocator('#widget > iframe')
  await expect(frame.locator('[data-panel=how][data-state=ready]')).toBeVisible()
  expect(page.url(), 'before the user has changed anything').not.toContain('state=')
  await frame.locator('[data-panel=what] th.column-symbol button').click()
  await expect(frame.locator('th.column-symbol')).toHaveAttribute('aria-sort', 'ascending')
  await frame.locator('[data-idea]').nth(2).click()
  await frame.locator('[role=radio][data-value=put]').first().click()
  // The second digit is the strategy.
  await expect.poll(() => page.url()).toMatch(/state=1_\w+_01/)
  const shown = async () => ({
    ideas: await frame.locator('[data-idea]').evaluateAll((rows) => rows.map((row) => row.dataset['idea'])),
    symbol: await frame.locator('[data-panel=how]').getAttribute('data-symbol'),
    leg: await frame
      .locator('[data-panel=how] [role=radio][aria-checked=true]')
      .first()
      .getAttribute('data-value'),
  })
  const before = await shown()
  await page.locator('#copy-link').click()
  await expect(page.locator('#copy-link')).toHaveText('Copied')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto('about:blank')
  await page.goto(link)
  await expect(frame.locator('[data-panel=how][data-state=ready]')).toBeVisible()
  await expect.poll(shown).toEqual(before)
  await page.locator('#bar [name=symbol]').fill('KO')
  await page.locator('#bar [type=submit]').click()
  await expect(frame.locator('[data-panel=why]')).toHaveAttribute('data-symbol', 'KO')
})
