/** The playground's panel "Your brand": from pasted colours to the widget, its contrasts, the code and a picture. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { violations } from '#e2e/kit/axe.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

/** Colours of the page, for every journey. */
const variables = `:root {
  --brand-primary: #ffd400;
  --brand-ink: rgb(29 29 27);
  --spacing: 4px;
}`

async function openPlayground(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('#status')).toHaveText('Ready')
}

async function check(page: Page, text: string): Promise<void> {
  await page.locator('#brand [name=tokens]').fill(text)
  await page.getByRole('button', { name: 'Check contrast' }).click()
}

/** Expects the accent that the widget on the page shows, and its theme. */
async function expectWidget(page: Page, accent: string, theme: string): Promise<void> {
  const root = page.frameLocator('#widget > iframe').locator('html')
  await expect(root).toHaveAttribute('data-theme', theme)
  await expect
    .poll(() => root.evaluate((html) => getComputedStyle(html).getPropertyValue('--sw-accent').trim()))
    .toBe(accent)
  await expect(page.locator('#status')).toHaveText('Ready')
}

test('pasted CSS variables become a table of contrasts, code, and the widget’s accent', async ({
  page,
  site,
}) => {
  await openPlayground(page, `${site.widgetOrigin}/docs/playground/`)
  await page.getByRole('button', { name: 'Your brand' }).click()
  await expect(page.locator('#brand [name=tokens]')).toBeFocused()
  await check(page, variables)
  await expect(page.getByRole('radio', { name: '--brand-primary' })).toBeChecked()
  await expect(page.locator('#brand-colors')).toContainText('2 found')
  await expect(page.locator('#brand-verdict')).toHaveText(
    'All 28 contrasts pass. Your colour is adjusted in the light theme.',
  )
  const rows = page.locator('#brand-rows tr')
  await expect(rows).toHaveCount(14)
  await expect(rows.first()).toContainText(/Link, selected tab\s*4\.5:1\s*Aa\s*4\.\d\d:1\s*Pass/)
  await expect(page.locator('#brand-rows [data-result=fail]')).toHaveCount(0)
  await expect(page.locator('#snippet')).toContainText("accentColor: { light: '#826c00', dark: '#ffd400' },")
  await expect(page.locator('#snippet')).toContainText("theme: 'auto',")
  await expectWidget(page, '#826c00', 'auto')

  await page.locator('#brand-theme').getByRole('radio', { name: 'Dark' }).check()
  await expectWidget(page, '#ffd400', 'dark')
  await page.locator('#snippet-kind [name=kind]').selectOption('react')
  await expect(page.locator('#snippet')).toContainText("accentColor={{ light: '#826c00', dark: '#ffd400' }}")
  await page.locator('#snippet-kind [name=kind]').selectOption('element')
  await expect(page.locator('#snippet')).toContainText('accent-color="light-dark(#826c00, #ffd400)"')

  await page.getByRole('radio', { name: '--brand-ink' }).check()
  await expect(page.locator('#brand-verdict')).toContainText('Your colour is adjusted in the dark theme.')
  await expect(page.locator('#brand-accents')).toContainText('#1d1d1b')
  await expect(page.locator('#snippet')).toContainText('#1d1d1b')
  await expect(page.locator('#brand-theme input:checked')).toHaveValue('dark')
  expect(await violations(page, { exclude: '#widget' })).toEqual([])
})

test('a picture of the result is saved without a server', async ({ page, site }) => {
  await openPlayground(page, `${site.widgetOrigin}/docs/playground/`)
  await check(page, variables)
  await expectWidget(page, '#826c00', 'auto')
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith('http') && request.frame() === page.mainFrame()) requests.push(request.url())
  })
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save picture' }).click()
  const download = await downloaded
  expect(download.suggestedFilename()).toBe('brand-contrast.png')
  const bytes = readFileSync(await download.path())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect(bytes.readUInt32BE(16), 'width in px').toBe(2400)
  expect(requests).toEqual([])
})

test('design tokens give the nearest themes, on the page of a partner too', async ({ page, site }) => {
  await openPlayground(page, `${site.partnerUrl}/`)
  const tokens = {
    color: {
      $type: 'color',
      purple: { $value: { colorSpace: 'srgb', components: [0.4, 0.2, 0.6], hex: '#663399' } },
      background: { $value: '#e4ebf3' },
      brand: { $value: '{color.purple}' },
    },
  }
  await check(page, JSON.stringify(tokens))
  await expect(page.getByRole('radio', { name: 'color.brand' })).toBeChecked()
  await expect(page.locator('#brand-verdict')).toContainText('All 28 contrasts pass')
  await expect(page.locator('#brand-accents')).toContainText('three-panel-light')
  await expect(page.locator('#brand-theme').getByText('Automatic')).toBeHidden()
  await expect(page.locator('#snippet')).toContainText("theme: 'three-panel-light',")
  await expectWidget(page, '#663399', 'three-panel-light')
})

test('a text without colours gets a sentence that says what was expected', async ({ page, site }) => {
  await openPlayground(page, `${site.widgetOrigin}/docs/playground/`)
  const problem = page.locator('#brand-problem')
  for (const [text, sentence] of [
    ['our brand is blue', /^The text has no CSS variables\. Paste CSS variables, such as/],
    ['{ "primary": ', /^This text starts like JSON, but is not valid JSON\./],
    ['--gap: 4px', /^--gap is not an opaque CSS colour\./],
    ['', /^Paste CSS variables, such as/],
  ] as const) {
    await check(page, text)
    await expect(problem).toHaveText(sentence)
    await expect(page.locator('#brand-result')).toBeHidden()
  }
  expect(page.url()).not.toContain('accentColor')
  await page.getByRole('button', { name: 'Example' }).click()
  await expect(problem).toBeHidden()
  await expect(page.locator('#brand-verdict')).toContainText('All 28 contrasts pass')
})
