/** axe on everything that users can open: every theme at every width, menus and dialogs, both text directions. */
import type { FrameLocator } from '@playwright/test'
import { themes } from '#contract/bridge/options.ts'
import { insideWidget, violations } from '#e2e/kit/axe.ts'
import type { EmbeddedWidget } from '#loader/packages/testing/widget.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { settle } from '#e2e/kit/page.ts'
import type { Workbench } from '#e2e/kit/workbench.ts'
import { forEachPanel, narrow, setTheme, waitUntilDrawn, wide } from './stage.ts'

test.describe.configure({ timeout: 600_000 })
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

const findViolations = async (
  bench: Workbench,
  where: string,
  rules?: readonly string[],
): Promise<string[]> =>
  (await violations(bench.page, { include: insideWidget, rules })).map((finding) => `${where}: ${finding}`)

test('no accessibility violation in any theme at any width', async ({ bench }) => {
  const found: string[] = []
  await bench.open({ symbol: 'AAPL', options: 'everything' })
  await waitUntilDrawn(bench.widget)
  const frame = await bench.frame()
  for (const width of [...wide, ...narrow]) {
    await bench.resize(width)
    await forEachPanel(bench.widget, frame, async (panel) => {
      found.push(...(await findViolations(bench, `${panel} at ${width}`)))
      // A theme changes colours and nothing else.
      for (const theme of themes.filter((name) => name !== 'light')) {
        await setTheme(frame, theme)
        await settle(frame)
        found.push(...(await findViolations(bench, `${panel} in ${theme} at ${width}`, ['color-contrast'])))
      }
      await setTheme(frame, 'light')
    })
  }
  expect(found).toEqual([])
})

type Place = EmbeddedWidget['frame']
/** Elements that open: name, action, and a selector that matches once they are open. */
const openables: readonly [what: string, press: (place: Place) => Promise<void>, shows: string][] = [
  [
    'filters',
    (place) => place.getByRole('button', { name: 'Filters' }).click(),
    '.panel-what [role=searchbox], .panel-what input[type=search]',
  ],
  [
    'matches of the search',
    (place) => place.getByRole('combobox').first().fill('a'),
    '[role=listbox] [role=option]',
  ],
  ['settings', (place) => place.getByRole('button', { name: 'Settings' }).click(), '[popover]:popover-open'],
  [
    'sharing',
    (place) => place.getByRole('button', { name: 'Share', exact: true }).click(),
    '[popover]:popover-open',
  ],
  ['a formula', (place) => place.locator('.how-figures button').first().click(), '[popover]:popover-open'],
  ['the score', (place) => place.locator('.how-card button').first().click(), '[popover]:popover-open'],
  ['the table', (place) => place.getByRole('button', { name: 'View as table' }).click(), '.panel-why table'],
  [
    'the trend',
    (place) => place.getByRole('button', { name: 'Trend', exact: true }).click(),
    '.panel-why [aria-pressed=true]',
  ],
  [
    'news',
    (place) =>
      place
        .getByRole('tab', { name: 'News' })
        .or(place.getByRole('radio', { name: 'News' }))
        .or(place.getByRole('button', { name: 'News' }))
        .first()
        .click(),
    '.why-news',
  ],
  ['details', (place) => place.getByRole('button', { name: 'Details' }).first().click(), '.how-details'],
  ['the disclaimer', (place) => place.getByRole('button', { name: /Disclaimer/ }).click(), 'dialog[open]'],
]

for (const [locale, theme] of [
  ['en', 'light'],
  ['en', 'dark'],
] as const)
  test(`no accessibility violation in menus and dialogs, ${theme}`, async ({ bench }) => {
    const found: string[] = []
    for (const [what, press, shows] of openables)
      await test.step(what, async () => {
        await bench.open({ symbol: 'AAPL', options: 'everything', theme, locale })
        await waitUntilDrawn(bench.widget)
        await press(bench.widget.frame)
        await expect((bench.widget.frame as FrameLocator).locator(shows).first()).toBeVisible()
        found.push(...(await findViolations(bench, what)))
      })
    expect(found).toEqual([])
  })

test('no accessibility violation in the comparison, the list of keys, and right to left', async ({
  bench,
}) => {
  const found: string[] = []
  await bench.open({ symbol: 'AAPL' })
  await waitUntilDrawn(bench.widget)
  const { how, frame } = bench.widget
  for (const cell of [0, 1, 2]) {
    await how.root.locator('.how-matrix [data-cell]').nth(cell).click()
    await how.root.getByRole('button', { name: 'Compare', exact: true }).first().click()
  }
  await how.root.locator('.how-compare-bar .button').first().click()
  await expect(frame.locator('dialog[open] table')).toBeVisible()
  found.push(...(await findViolations(bench, 'comparison')))
  await bench.page.keyboard.press('Escape')
  await bench.page.keyboard.press('?')
  await expect(frame.locator('dialog[open]')).toBeVisible()
  found.push(...(await findViolations(bench, 'keys')))
  for (const locale of ['ar', 'he']) {
    await bench.open({ symbol: 'AAPL', locale })
    await waitUntilDrawn(bench.widget)
    found.push(...(await findViolations(bench, locale)))
  }
  expect(found).toEqual([])
})
