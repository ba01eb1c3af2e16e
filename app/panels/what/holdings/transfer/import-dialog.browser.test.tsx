/** Import of positions: nothing is stored before the dialog has said what is read, replaced and left out. */
import '#app/ui/base.css'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startI18n } from '#app/i18n/i18n.ts'
import i18next from 'i18next'
import { removeHolding, saveHoldings, useHoldings } from '#app/state/holdings.ts'
import { axeViolations } from '#app/testing/axe.ts'
import { app, host, makeClientWithoutRetries, TestApp } from '#app/testing/test-app.tsx'
import { HoldingsToolbar } from '#app/panels/what/holdings/holdings-toolbar.tsx'
import { positionColumns } from './position-columns.ts'

const header = Object.values(positionColumns).join(',')
const symbols = ['AAPL', 'KO', 'T']

beforeAll(async () => {
  await startI18n('en', i18next)
  await i18next.loadNamespaces(['holdings', 'positions'])
})
beforeEach(() => {
  host.setState({ phase: 'ready', options: { userId: 'u' } })
  saveHoldings(app, [
    { symbol: 'AAPL', shares: 100 },
    { symbol: 'T', shares: 7 },
  ])
})
afterEach(() => {
  for (const symbol of symbols) removeHolding(app, symbol)
  vi.restoreAllMocks()
})

const List = () => <output>{JSON.stringify(useHoldings().holdings)}</output>
const list = (): unknown => JSON.parse(document.querySelector('output')!.textContent)
const show = () =>
  render(
    <TestApp client={makeClientWithoutRetries()}>
      <Suspense>
        <HoldingsToolbar />
        <List />
      </Suspense>
    </TestApp>,
  )
const lines = () => page.getByRole('textbox', { name: 'Lines of the file' })
const open = () => page.getByRole('button', { name: 'Import', exact: true }).first().click()
const importButton = (name: RegExp) => page.getByRole('button', { name })

test('pasted lines are stored after the dialog has said what is replaced and left out', async () => {
  await show()
  await open()
  await lines().fill(
    [header, 'AAPL,200,180.5,call,2027-01-15,240,2,4.2,', 'KO,,,put,2027-01-15,sixty,1,0.9,'].join('\n'),
  )
  await expect.element(page.getByText('On your list already, will be replaced: AAPL.')).toBeVisible()
  await expect.element(page.getByText('Left out because of problems: KO.')).toBeVisible()
  await expect
    .element(page.getByText(/^Line 3, Strike \(\$\): Expected a strike in dollars.*Found: sixty$/))
    .toBeVisible()
  expect(list()).toEqual([
    { symbol: 'AAPL', shares: 100 },
    { symbol: 'T', shares: 7 },
  ])
  // The button changes its colour gradually when it is enabled.
  await expect.poll(() => axeViolations(document.querySelector('dialog')!)).toEqual([])
  await importButton(/^Import 1 of 2 symbols$/).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(list()).toEqual([
    {
      symbol: 'AAPL',
      shares: 200,
      costBasis: 180.5,
      openOptions: [{ id: 'AAPL270115C00240000', quantity: 2, price: 4.2 }],
    },
    { symbol: 'T', shares: 7 },
  ])
})

test('a chosen file is read into the field', async () => {
  await show()
  await open()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File([`\uFEFF${header}\r\nKO,60,,,,,,,\r\n`], 'positions.csv'))
  await expect.element(lines()).toHaveValue(`${header}\nKO,60,,,,,,,\n`)
  await importButton(/^Import 1 of 1 symbols$/).click()
  expect(list()).toContainEqual({ symbol: 'KO', shares: 60 })
})

test('a file that is too large is refused, and nothing can be imported without a valid line', async () => {
  await show()
  await open()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File(['x'.repeat(1_000_001)], 'positions.csv'))
  await expect.element(page.getByText('The file is larger than 1 MB.')).toBeVisible()
  await lines().fill('Symbol,Qty\nAAPL,1')
  await expect
    .element(page.getByText('Line 1: Expected the name of a column as above. Found: Qty'))
    .toBeVisible()
  await expect.element(importButton(/^Import 0 of 0 symbols$/)).toBeDisabled()
})

test('the export has the format of the import', async () => {
  let blob: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((saved) => {
    blob = saved as Blob
    return 'about:blank#'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await show()
  await page.getByRole('button', { name: 'Export' }).click()
  expect(await blob!.text()).toBe(`${header}\r\nAAPL,100,,,,,,,\r\nT,7,,,,,,,\r\n`)
})

test('a list of the page can be exported, but not changed', async () => {
  host.setState({ options: { userId: 'u', holdings: [{ symbol: 'KO' }] } })
  await show()
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeVisible()
  expect(document.querySelectorAll('[data-action]').length).toBe(1)
})
