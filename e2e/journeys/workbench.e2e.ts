/** `npm run dev`: app, loader and service from their sources in one browser, without a server of the product. */
import type { FrameLocator, Page } from '@playwright/test'
import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import type { ScenarioName } from '#mocks/scenarios.ts'

/** One page for all tests, so that sources are loaded once. */
let page: Page
/** Errors and warnings on the console, such as React's in development. */
let warnings: string[] = []

/** Records the largest number of How panels in a document at one time. */
function recordHowPanels(): void {
  const record = () => {
    const count = document.querySelectorAll('[data-panel=how]').length
    const { dataset } = document.documentElement
    dataset['howPanels'] = String(Math.max(count, Number(dataset['howPanels'] ?? 0)))
  }
  const observe = () => new MutationObserver(record).observe(document, { childList: true, subtree: true })
  document.addEventListener('DOMContentLoaded', observe)
}

test.setTimeout(90_000)

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  await page.addInitScript(recordHowPanels)
  page.on('console', (message) => {
    if (/^(warning|error)$/.test(message.type())) warnings.push(message.text())
  })
})
test.beforeEach(() => {
  warnings = []
})
test.afterEach(() => expect(warnings.filter((text) => text.includes('react'))).toEqual([]))
test.afterAll(() => page?.close())

/** Opens the workbench with these settings. */
async function open(address: string, hash: string): Promise<FrameLocator> {
  // A change of the hash alone reloads the page.
  await page.goto('about:blank')
  await page.goto(`${address}mocks/index.html#${hash}`)
  return page.frameLocator('#widget iframe')
}

const panel = (frame: FrameLocator, name: string) => frame.locator(`[data-panel="${name}"]`)

/** Scenario → the state that its panels reach. */
const outcomes: Partial<Record<ScenarioName, Record<string, RegExp>>> = {
  calm: { what: /^ready$/, why: /^ready$/, how: /^ready$/ },
  busy: { what: /^ready$/, why: /^ready$/, how: /^ready$/ },
  slow: { what: /^loading$/ },
  closed: { what: /^ready$/, why: /^ready$/, how: /^ready$/ },
  stale: { why: /^stale$/ },
  offline: { why: /^stale$/ },
  empty: { what: /^empty$/ },
  optionless: { why: /^ready$/, how: /^empty$/ },
  unpriced: { what: /^ready$/, why: /^ready$/, how: /^ready$/ },
  closes: { what: /^ready$/, why: /^ready$/, how: /^ready$/ },
  unlicensed: { what: /^error$/, why: /^error$/, how: /^error$/ },
  partner: { what: /^ready$/, why: /^ready$/, how: /^ready$/ },
  vendor: { what: /^ready$/, why: /^ready$/, how: /^ready$/ },
  evening: { what: /^ready$/, why: /^ready$/, how: /^ready$/ },
  sparse: { what: /^ready$/, why: /^ready$/, how: /^ready$/ },
  partial: { what: /^ready$/, why: /^ready$/, how: /^error$/ },
  failing: { what: /^error$/ },
}

/** Scenarios that `npm test` covers: all, some and none of the panels have data. */
const coreScenarios = ['calm', 'partial', 'failing']

for (const [name, states] of Object.entries(outcomes)) {
  test(
    `the scenario ${name} shows its expected states`,
    coreIf(coreScenarios.includes(name)),
    async ({ workbenchAddress }) => {
      const frame = await open(workbenchAddress, `scenario=${name}&symbol=AAPL`)
      for (const [panelName, state] of Object.entries(states)) {
        await expect(panel(frame, panelName)).toHaveAttribute('data-state', state, { timeout: 40_000 })
      }
      // A part that suspends outside of a boundary would replace the whole widget.
      expect(await frame.locator('html').getAttribute('data-how-panels')).toBe('1')
    },
  )
}

for (const name of ['refused', 'unauthorised'] satisfies ScenarioName[]) {
  test(
    `the scenario ${name} shows the reason and no data`,
    coreIf(name === 'refused'),
    async ({ workbenchAddress }) => {
      const frame = await open(workbenchAddress, `scenario=${name}`)
      await expect(frame.getByRole('alert')).toBeVisible({ timeout: 40_000 })
      if (name === 'refused')
        await expect(frame.locator('body')).toContainText(new URL(workbenchAddress).origin)
      await expect(panel(frame, 'what')).toHaveCount(0)
    },
  )
}

test('the widget’s styles are applied', async ({ workbenchAddress }) => {
  const frame = await open(workbenchAddress, 'symbol=AAPL')
  await expect(panel(frame, 'what')).toHaveAttribute('data-state', 'ready', { timeout: 40_000 })
  const surface = () => getComputedStyle(document.documentElement).getPropertyValue('--sw-surface').trim()
  expect(await frame.locator('html').evaluate(surface)).not.toBe('')
})

test('the workbench leaves no service worker behind', async ({ workbenchAddress }) => {
  const frame = await open(workbenchAddress, 'scenario=calm&symbol=AAPL')
  await expect(panel(frame, 'what')).toHaveAttribute('data-state', 'ready', { timeout: 40_000 })
  const workers = () =>
    navigator.serviceWorker.getRegistrations().then((registrations) => registrations.length)
  expect(await page.evaluate(workers)).toBe(0)
})

test('a session ended by the operator causes ERROR AUTH', async ({ workbenchAddress }) => {
  const frame = await open(workbenchAddress, 'scenario=expired&symbol=AAPL')
  await expect(panel(frame, 'why')).toHaveAttribute('data-state', /ready|stale/, { timeout: 40_000 })
  await expect(page.locator('#events li[data-event=ERROR]')).toContainText('AUTH', { timeout: 40_000 })
})

test('scenario, theme and language can be switched', async ({ workbenchAddress }) => {
  const frame = await open(workbenchAddress, 'symbol=AAPL')
  await expect(panel(frame, 'why')).toHaveAttribute('data-state', 'ready', { timeout: 40_000 })
  await page.locator('select[name=theme]').selectOption('dark')
  await expect(frame.locator('[data-theme]').first()).toHaveAttribute('data-theme', 'dark')
  await page.locator('select[name=locale]').selectOption('he')
  await expect(frame.locator('[dir]').first()).toHaveAttribute('dir', 'rtl')
  await page.locator('select[name=scenario]').selectOption('partial')
  await expect(panel(frame, 'how')).toHaveAttribute('data-state', 'error', { timeout: 40_000 })
  expect(new URL(page.url()).hash).toContain('scenario=partial')
})

test('the user pauses the updates of prices, looks at another symbol, and resumes', async ({
  workbenchAddress,
}) => {
  const frame = await open(workbenchAddress, 'scenario=busy&symbol=AAPL')
  await expect(panel(frame, 'how')).toHaveAttribute('data-state', 'ready', { timeout: 40_000 })
  const status = frame.locator('[data-status]')
  await frame.getByRole('button', { name: 'Simulated data: Pause price updates' }).click()
  await expect(status).toHaveAttribute('data-status', 'paused')
  await expect(status).toContainText(/Paused · as of \d\d:\d\d ET/)
  await frame.locator('[data-idea]').nth(1).click()
  await expect(panel(frame, 'how')).not.toHaveAttribute('data-symbol', 'AAPL')
  await expect(panel(frame, 'how')).toHaveAttribute('data-state', 'ready')
  await expect(status).toHaveAttribute('data-status', 'paused')
  await frame.locator('.how-trade [data-action=review]').first().click()
  await expect(frame.locator('.how-blocked')).toContainText('Price updates are paused.')
  await frame.locator('[data-action=resume]').click()
  await expect(status).toHaveAttribute('data-status', 'live')
  await expect(frame.locator('.how-blocked')).toHaveCount(0)
})

test('the playground works without a server, and its list of states links to scenarios', async ({
  workbenchAddress,
}) => {
  await page.goto('about:blank')
  await page.goto(`${workbenchAddress}docs/playground/#symbol=AAPL`)
  await expect(page.locator('#status')).toHaveText('Ready', { timeout: 40_000 })
  await page.getByRole('link', { name: 'Empty: no ideas' }).click()
  await expect(page.frameLocator('#widget iframe').locator('[data-panel=what]')).toHaveAttribute(
    'data-state',
    'empty',
    { timeout: 40_000 },
  )
})
