/**
 * Required disclosures beside probabilities, annualised figures and short options. They are shown
 * although the page sets no options.
 */
import '#app/ui/base.css'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startI18n } from '#app/i18n/i18n.ts'
import { initialView } from '#app/state/view.ts'
import { HowPanel } from '#app/panels/how/how-panel.tsx'
import { Dialogs } from '#app/shell/dialogs/dialogs.tsx'
import { closeDialog } from '#app/state/dialogs.ts'
import { sampleIncome } from '#app/testing/income.ts'
import { app, host, live, TestApp, view } from '#app/testing/test-app.tsx'

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(() => {
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  // The page sets no options.
  host.setState({ phase: 'ready', options: null, settings: null })
  live.setState({ quotes: {}, market: null, connection: 'live', lastMessageAt: Date.now(), stale: false })
  vi.stubGlobal('fetch', async () => Response.json(sampleIncome()))
})
afterEach(() => {
  closeDialog(app)
  vi.unstubAllGlobals()
})

async function renderPanel(width = 410) {
  const { container } = await render(
    <TestApp>
      <Suspense>
        <div style={{ container: 'widget / inline-size' }}>
          <div style={{ inlineSize: width, blockSize: 700, display: 'grid' }}>
            <HowPanel onTrade={() => undefined} />
          </div>
        </div>
        <Dialogs />
      </Suspense>
    </TestApp>,
  )
  await expect.element(page.getByRole('button', { name: 'Review', exact: true })).toBeVisible()
  return container
}
const methodDialog = page.getByRole('dialog', { name: 'Method and limits' })
const disclaimer = page.getByRole('dialog', { name: 'Disclaimer' })
const method = page.getByRole('button', { name: 'Method and limits' })
const hypotheticalNotice = /IMPORTANT: The projections .* hypothetical in nature/

test('the hypothetical notice opens with one click from the probabilities and closes with one key', async () => {
  await renderPanel()
  await method.click()
  await expect.element(methodDialog.getByText(hypotheticalNotice)).toBeVisible()
  await expect.element(methodDialog.getByText(/No security is favored over another/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(methodDialog).not.toBeInTheDocument()
  await expect.element(method).toHaveFocus()
})

test('the hypothetical notice opens with two clicks from the score', async () => {
  await renderPanel()
  const scoreButton = page.getByRole('button', { name: 'Score 118 of 250: better than a fair bet' })
  await scoreButton.click()
  await page.elementLocator(document.querySelector(':popover-open')!).getByRole('button').click()
  await expect.element(methodDialog.getByText(hypotheticalNotice)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(methodDialog).not.toBeInTheDocument()
  await expect.element(scoreButton).toHaveFocus()
})

test('the comparison has the assignment warning and a link to the method, and stays open when that is closed', async () => {
  await renderPanel()
  for (const name of [/^Short, Optimal/, /^Medium, Optimal/]) {
    await page.getByRole('gridcell', { name }).click()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Compare side by side' }).click()
  const comparison = page.getByRole('dialog', { name: 'Compare contracts' })
  await expect.element(comparison.getByText(/May be assigned at any time before expiration/)).toBeVisible()
  await expect.element(comparison.getByText(/may be achieved only if/)).toBeVisible()
  await comparison.getByRole('button', { name: 'Method and limits' }).click()
  await expect.element(methodDialog.getByText(hypotheticalNotice)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(methodDialog).not.toBeInTheDocument()
  await expect.element(comparison).toBeVisible()
})

test('the method has the formulas, their limits and a link to the disclaimer', async () => {
  await renderPanel()
  await method.click()
  for (const text of [
    '(Premium − commission) ÷ strike, if the option expires worthless.',
    'Return × 365 ÷ days to expiry, without compounding.',
    /Covered call: cost of the shares − premium/,
    /computed from the prices of all options of its expiry/,
    /100 × expected gain ÷ expected loss/,
    /Quotes may be delayed, old or wrong/,
    /after the commission; all exclude early assignment, margin and taxes/,
  ])
    await expect.element(methodDialog.getByText(text)).toBeVisible()
  await methodDialog.getByRole('button', { name: 'Disclaimer' }).click()
  await expect.element(methodDialog).not.toBeInTheDocument()
  await expect.element(disclaimer.getByText(/This widget is for information only/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(disclaimer).not.toBeInTheDocument()
})

test('every card states the risk of assignment and that selling options needs approval', async () => {
  await page.viewport(1500, 768)
  const container = await renderPanel(1300)
  const cards = () => [...container.querySelectorAll<HTMLElement>('.how-card')]
  await expect.poll(() => cards().filter((card) => card.checkVisibility())).toHaveLength(2)
  for (const card of cards()) {
    expect(card.textContent).toContain('May be assigned at any time before expiration.')
    expect(card.textContent).toContain("Selling options needs your broker's approval level.")
  }
  expect(cards()[1]!.textContent).toContain('Set aside $20,500.00 to buy the shares.')
  await page.viewport(1280, 768)
})

test('the position strip stays folded for its symbol only', async () => {
  await renderPanel()
  await page.getByRole('button', { name: 'Fold your position' }).click()
  view.setState({ symbol: 'MSFT' })
  await expect.element(page.getByRole('textbox', { name: 'Shares' })).toBeVisible()
  view.setState({ symbol: 'AAPL' })
  await expect.element(page.getByRole('button', { name: 'Change your position' })).toBeVisible()
  await page.getByRole('button', { name: 'Change your position' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Shares' })).toBeVisible()
})
