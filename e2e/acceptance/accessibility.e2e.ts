/** Runs axe on everything that users can open, in every theme, at every width and in both text directions. */
import type { FrameLocator } from '@playwright/test'
import { themes } from '#contract/bridge/options/options.ts'
import { insideWidget, violations } from '#e2e/kit/axe.ts'
import type { EmbeddedWidget } from '#loader/packages/testing/widget.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { settle } from '#e2e/kit/page.ts'
import type { Workbench } from '#e2e/kit/workbench.ts'
import { forEachPanel, narrow, setTheme, waitUntilDrawn, wide } from './widget-helpers.ts'

test.describe.configure({ timeout: 600_000 })
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

const findViolations = async (
  workbench: Workbench,
  location: string,
  rules?: readonly string[],
): Promise<string[]> =>
  (await violations(workbench.page, { include: insideWidget, rules })).map(
    (violation) => `${location}: ${violation}`,
  )

test('no accessibility violation in any theme at any width', async ({ workbench }) => {
  const findings: string[] = []
  await workbench.open({ symbol: 'AAPL', options: 'everything' })
  await waitUntilDrawn(workbench.widget)
  const frame = await workbench.frame()
  for (const width of [...wide, ...narrow]) {
    await workbench.resize(width)
    await forEachPanel(workbench.widget, frame, async (panel) => {
      findings.push(...(await findViolations(workbench, `${panel} at ${width}`)))
      // A theme changes only colours.
      for (const theme of themes.filter((name) => name !== 'light')) {
        await setTheme(frame, theme)
        await settle(frame)
        findings.push(
          ...(await findViolations(workbench, `${panel} in ${theme} at ${width}`, ['color-contrast'])),
        )
      }
      await setTheme(frame, 'light')
    })
  }
  expect(findings).toEqual([])
})

type WidgetFrame = EmbeddedWidget['frame']
/** Elements that open: name, action, and a selector that matches once they are open. */
const openables: readonly [
  name: string,
  open: (frame: WidgetFrame) => Promise<void>,
  openSelector: string,
][] = [
  [
    'filters',
    (frame) => frame.getByRole('button', { name: 'Filters' }).click(),
    '.panel-what [role=searchbox], .panel-what input[type=search]',
  ],
  [
    'matches of the search',
    (frame) => frame.getByRole('combobox').first().fill('a'),
    '[role=listbox] [role=option]',
  ],
  ['settings', (frame) => frame.getByRole('button', { name: 'Settings' }).click(), '[popover]:popover-open'],
  [
    'sharing',
    (frame) => frame.getByRole('button', { name: 'Share', exact: true }).click(),
    '[popover]:popover-open',
  ],
  ['a formula', (frame) => frame.locator('.how-figures button').first().click(), '[popover]:popover-open'],
  ['the score', (frame) => frame.locator('.how-card button').first().click(), '[popover]:popover-open'],
  ['the table', (frame) => frame.getByRole('button', { name: 'View as table' }).click(), '.panel-why table'],
  [
    'the trend',
    (frame) => frame.getByRole('button', { name: 'Trend', exact: true }).click(),
    '.panel-why [aria-pressed=true]',
  ],
  [
    'news',
    (frame) =>
      frame
        .getByRole('tab', { name: 'News' })
        .or(frame.getByRole('radio', { name: 'News' }))
        .or(frame.getByRole('button', { name: 'News' }))
        .first()
        .click(),
    '.why-news',
  ],
  ['details', (frame) => frame.getByRole('button', { name: 'Details' }).first().click(), '.how-details'],
  ['the disclaimer', (frame) => frame.getByRole('button', { name: /Disclaimer/ }).click(), 'dialog[open]'],
]

for (const [locale, theme] of [
  ['en', 'light'],
  ['en', 'dark'],
] as const)
  test(`no accessibility violation in menus and dialogs, ${theme}`, async ({ workbench }) => {
    const findings: string[] = []
    for (const [name, open, openSelector] of openables)
      await test.step(name, async () => {
        await workbench.open({ symbol: 'AAPL', options: 'everything', theme, locale })
        await waitUntilDrawn(workbench.widget)
        await open(workbench.widget.frame)
        await expect((workbench.widget.frame as FrameLocator).locator(openSelector).first()).toBeVisible()
        findings.push(...(await findViolations(workbench, name)))
      })
    expect(findings).toEqual([])
  })

test('no accessibility violation in the comparison, the list of keys, and right to left', async ({
  workbench,
}) => {
  const findings: string[] = []
  await workbench.open({ symbol: 'AAPL' })
  await waitUntilDrawn(workbench.widget)
  const { how, frame } = workbench.widget
  for (const cell of [0, 1, 2]) {
    await how.root.locator('.how-matrix [data-cell]').nth(cell).click()
    await how.root.getByRole('button', { name: 'Compare', exact: true }).first().click()
  }
  await how.root.locator('.how-compare-bar .button').first().click()
  await expect(frame.locator('dialog[open] table')).toBeVisible()
  findings.push(...(await findViolations(workbench, 'comparison')))
  await workbench.page.keyboard.press('Escape')
  await workbench.page.keyboard.press('?')
  await expect(frame.locator('dialog[open]')).toBeVisible()
  findings.push(...(await findViolations(workbench, 'keys')))
  for (const locale of ['ar', 'he']) {
    await workbench.open({ symbol: 'AAPL', locale })
    await waitUntilDrawn(workbench.widget)
    findings.push(...(await findViolations(workbench, locale)))
  }
  expect(findings).toEqual([])
})
