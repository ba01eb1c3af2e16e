/** The documentation site for a partner's developer: search, copying, themes, keyboard, and without scripts. */
import type { Page } from '@playwright/test'
import { loaderErrorCodes } from '#contract/bridge/bridge.ts'
import { violations } from '#e2e/kit/axe.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

/** Records uncaught errors and console errors, which include violations of the page's policy. */
function recordErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

test('the search opens with a key and leads to the section', async ({ page, site }) => {
  const errors = recordErrors(page)
  await page.goto(`${site.serviceUrl}/docs`)
  const loaded = page.waitForResponse(/search-[^/]+\.json/)
  await page.keyboard.press('/')
  await loaded
  const field = page.getByRole('searchbox', { name: 'Search the documentation' })
  await expect(field).toBeFocused()
  await page.keyboard.type('ticket')
  const results = page.getByRole('list', { name: 'Results' }).getByRole('link')
  await expect(page.getByRole('status').filter({ hasText: /sections/ })).toBeVisible()
  await expect(results.first()).toContainText(/ticket/i)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(results.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(field).toBeFocused()

  await field.fill('DOMAIN_NOT')
  await expect(results.first()).toContainText('DOMAIN_NOT_WHITELISTED')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\/errors#DOMAIN_NOT_WHITELISTED$/)
  await expect(page.getByRole('heading', { name: 'DOMAIN_NOT_WHITELISTED' })).toBeInViewport()

  await page.keyboard.press('Control+k')
  await field.fill('zzzzqq')
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  expect(errors).toEqual([])
})

test('copied code names this service and matches the published version', async ({ context, page, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${site.serviceUrl}/docs/embedding`)
  const block = page.locator('figure.code', { hasText: 'serviceWidgetLoader.load' }).first()
  await block.getByRole('button', { name: 'Copy' }).click()
  await expect(block.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`<script src="${site.serviceUrl}/widgetLoader"></script>`)
  const pinned = await page.locator('figure.code', { hasText: 'integrity' }).locator('code').innerText()
  const [, address, integrity] = /src="([^"]+)"[\s\S]*integrity="([^"]+)"/.exec(pinned)!
  const { versions } = (await (
    await page.request.get(`${site.serviceUrl}/widgetLoader/versions.json`)
  ).json()) as {
    versions: { version: string; integrity: string }[]
  }
  const newest = versions.find(({ version }) => address === `${site.serviceUrl}/widgetLoader/${version}.js`)
  expect(newest?.integrity).toBe(integrity)
})

test('the dark theme follows the system or the reader’s choice, which persists', async ({ page, site }) => {
  const canvas = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${site.serviceUrl}/docs`)
  const dark = await canvas()
  await page.getByLabel('Colours').selectOption('light')
  const light = await canvas()
  expect(light).not.toBe(dark)
  await page.goto(`${site.serviceUrl}/docs/errors`)
  expect(await canvas()).toBe(light)
  await page.getByLabel('Colours').selectOption('dark')
  expect(await canvas()).toBe(dark)
  await page.getByLabel('Colours').selectOption('')
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await canvas()).toBe(light)
})

test('keyboard users can skip the navigation, and open it on a narrow screen', async ({ page, site }) => {
  await page.goto(`${site.serviceUrl}/docs/errors`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  const navigation = page.getByRole('navigation', { name: 'Documentation' })
  await expect(navigation).toBeHidden()
  await page.getByRole('button', { name: 'Pages' }).focus()
  await page.keyboard.press('Enter')
  await expect(navigation.getByRole('link', { name: 'Errors' })).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Escape')
  await expect(navigation).toBeHidden()
})

test('old addresses of errors redirect to the new ones', async ({ page, site }) => {
  for (const code of ['AUTH', 'FRAME_LOST']) {
    await page.goto(`${site.serviceUrl}/docs/embedding#${code}`)
    await expect(page).toHaveURL(`${site.serviceUrl}/docs/errors#${code}`)
    await expect(page.getByRole('heading', { name: code, exact: true })).toBeInViewport()
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('pages and navigation work, and only the button that needs no script is shown', async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${site.serviceUrl}/docs/embedding`)
    await expect(page.getByRole('button')).toHaveText(['Pages'])
    await page.getByRole('button', { name: 'Pages' }).click()
    await page
      .getByRole('navigation', { name: 'Documentation' })
      .getByRole('link', { name: 'Errors' })
      .click()
    await expect(page).toHaveURL(/\/docs\/errors$/)
    for (const code of loaderErrorCodes)
      await expect(page.getByRole('heading', { name: code, exact: true })).toHaveId(code)
  })
})

/** One page of each kind. */
const pageOfEachKind = ['/docs', '/docs/embedding', '/docs/errors', '/docs/api-reference', '/docs/none']

test('no page has an accessibility violation or overflows at 390 px', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${site.serviceUrl}/docs`)
  const addresses = await page
    .locator('#navigation a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(addresses.length).toBeGreaterThan(20)
  // On average: axe takes half a second for a decision, and minutes for the thousand tables of texts-of-money.
  test.setTimeout(5000 * addresses.length)
  for (const address of addresses.filter((path) => path !== '/docs/playground')) {
    const response = await page.goto(site.serviceUrl + address)
    expect(response?.status(), address).toBe(200)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, address).toBeLessThanOrEqual(0)
    expect(await violations(page), address).toEqual([])
  }
})

test('no page has an accessibility violation on a wide screen, light or dark, nor has the search', async ({
  page,
  site,
}) => {
  // axe takes 20 s for the API reference, and twice as long beside another test.
  test.setTimeout(240_000)
  await page.setViewportSize({ width: 1440, height: 1000 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const address of pageOfEachKind) {
      await page.goto(site.serviceUrl + address)
      expect(await violations(page), `${address}, ${colorScheme}`).toEqual([])
    }
    await page.keyboard.press('/')
    await page.keyboard.type('ticket')
    await expect(page.getByRole('list', { name: 'Results' }).getByRole('link').first()).toBeVisible()
    expect(await violations(page), `the search, ${colorScheme}`).toEqual([])
  }
})
