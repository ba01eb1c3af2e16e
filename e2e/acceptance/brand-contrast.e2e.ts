/** Contrast of text with accents of brands, as axe measures it in the widget: on every view, in every theme. */
import { themes } from '#contract/bridge/options/options.ts'
import { brandColors } from '#app/ui/theming/brand-colors.fixture.ts'
import { insideWidget, violations } from '#e2e/kit/axe.ts'
import type { DemoPage } from '#e2e/kit/demo-page.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { frameOf, settle } from '#e2e/kit/page.ts'
import { openDrawn, waitUntilDrawn } from './widget-helpers.ts'

test.describe.configure({ timeout: 1_800_000 })
test.use({ actionTimeout: 20_000 })
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

const fixedThemes = themes.filter((theme) => theme !== 'auto')

/** Sends SET_THEME, and waits until the accent is that of the new theme. */
async function showTheme(demoPage: DemoPage, theme: string): Promise<void> {
  await demoPage.sendTheme(theme)
  const frame = await frameOf(demoPage.page)
  await expect(frame.locator('html')).toHaveAttribute('data-theme', theme)
  // Sending scrolls to the form, and browsers do not draw frames out of sight.
  await demoPage.stage.evaluate((stage) => stage.scrollIntoView())
  await settle(frame)
}

/** Text with too little contrast in the widget, with the place of the finding. */
async function findFailures(demoPage: DemoPage, place: string): Promise<string[]> {
  const options = { include: insideWidget, rules: ['color-contrast'] }
  return (await violations(demoPage.page, options)).map((violation) => `${place}: ${violation}`)
}

type View = {
  readonly name: string
  readonly open?: (demoPage: DemoPage) => Promise<void>
  /** Repeated for each theme, because the pointer sends the theme. */
  readonly point?: (demoPage: DemoPage) => Promise<void>
}

/** The views, in the order in which they are opened. */
const views: readonly View[] = [
  { name: 'first view' },
  {
    name: 'pointer on the review',
    point: ({ widget }) => widget.how.root.locator('.button-primary').first().hover(),
  },
  {
    name: 'chain, pointer on a contract',
    async open({ widget }) {
      await widget.how.root.getByRole('radio', { name: 'Chain' }).click()
      await expect(widget.how.root.locator('.chain-row').first()).toBeVisible()
    },
    point: ({ widget }) => widget.how.root.locator('.chain-row [aria-disabled=false]').first().hover(),
  },
  {
    name: 'pointer on an idea',
    async open({ widget }) {
      await widget.action('close-chain').click()
    },
    point: ({ widget }) => widget.what.root.locator('[data-idea]').nth(1).hover(),
  },
  {
    name: 'best income',
    async open({ widget }) {
      await widget.what.root.getByRole('tab', { name: 'Best income' }).click()
      await widget.what.ready()
    },
  },
]

for (const [name, accentColor] of [
  ['yellow', '#ffff00'],
  ['nearly black', '#010101'],
  ['nearly white', '#fefefe'],
  ['red', '#ff0000'],
  ['blue', '#0000ff'],
])
  test(`no text has too little contrast with the accent ${name}, on any view in any theme`, async ({
    demoPage,
  }) => {
    const failures: string[] = []
    await openDrawn(demoPage, { accentColor: accentColor! })
    for (const { name: view, open, point } of views) {
      await open?.(demoPage)
      for (const theme of fixedThemes) {
        await showTheme(demoPage, theme)
        await point?.(demoPage)
        failures.push(...(await findFailures(demoPage, `${view} in ${theme}`)))
      }
    }
    expect(failures).toEqual([])
  })

test('no text has too little contrast with the accents of 50 brands, light and dark', async ({
  demoPage,
}) => {
  const failures: string[] = []
  await openDrawn(demoPage)
  for (const [brand, accentColor] of brandColors) {
    const form = demoPage.page.locator('#drawer')
    await form.locator('[name=accentColor]').fill(accentColor)
    await form.locator('[name=accentColor]').press('Enter')
    await expect(demoPage.status).toHaveText('Ready')
    await waitUntilDrawn(demoPage.widget)
    for (const theme of ['light', 'dark']) {
      await showTheme(demoPage, theme)
      failures.push(...(await findFailures(demoPage, `${brand} in ${theme}`)))
    }
  }
  expect(failures).toEqual([])
})
