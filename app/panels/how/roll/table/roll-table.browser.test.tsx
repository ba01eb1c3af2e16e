/** The table of rolls: semantics, marks, reasons and keyboard. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Roll } from '#contract/responses/roll.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { sampleRoll } from '#app/testing/roll.ts'
import { PanelFrame, TestApp } from '#app/testing/test-app.tsx'
import { RollTable } from './roll-table.tsx'

const onChoose = vi.fn<(id: string) => void>()

beforeAll(async () => {
  const texts = await startI18n('en', i18next)
  await texts.loadNamespaces(['holdings', 'how', 'chain', 'unknown'])
})
beforeEach(() => {
  onChoose.mockClear()
  document.documentElement.dir = 'ltr'
})

async function renderTable(
  roll: Roll = sampleRoll(),
  { chosenId = null as string | null, width = 410 } = {},
) {
  const { container } = await render(
    <TestApp>
      <PanelFrame width={width} height={700}>
        <div className="roll">
          <RollTable roll={roll} chosenId={chosenId} onChoose={onChoose} />
        </div>
      </PanelFrame>
    </TestApp>,
  )
  return container
}
const grid = () => page.getByRole('grid', { name: 'Roll into' })
const cell = (name: RegExp | string) => grid().getByRole('gridcell', { name })

test('has a column per expiry and a row per strike', async () => {
  await renderTable()
  const names = (role: 'columnheader' | 'rowheader') =>
    grid()
      .getByRole(role)
      .elements()
      .map(({ textContent }) => textContent)
  expect(names('columnheader')).toEqual(['Strike', 'Dec 18 +0 days', 'Jan 15 +28 days'])
  expect(names('rowheader')).toEqual(['230', '235', '240', '245'])
})

test('a cell has the net credit or cost per share, its warnings, and whether it is suggested', async () => {
  await renderTable()
  const target = cell('Jan 15 245 Call, net credit $1.30 per share, Suggested, Earnings before expiry')
  await expect.element(target).toHaveAttribute('data-candidate', 'AAPL270115C00245000')
  await expect.element(target).toMatchTextContent(/\+1\.30$/)
  await expect.element(target).toHaveClass('roll-suggested')
  const worse = cell('Dec 18 245 Call, net cost $0.90 per share')
  await expect.element(worse).toMatchTextContent(/−0\.90$/)
  await expect.element(worse).not.toHaveClass('roll-suggested')
})

describe('a contract that is not offered', () => {
  test.each([
    ['Jan 15 230 Call, Left out: very wide spread', 'Left out: very wide spread'],
    ['Jan 15 235 Call, Selling this contract brings no income.', 'Selling this contract brings no income.'],
  ])('has the reason and no figure: %s', async (name, reason) => {
    await renderTable()
    await expect.element(cell(name)).toHaveAttribute('title', reason)
    await expect.element(cell(name)).toHaveAttribute('aria-disabled', 'true')
    expect(cell(name).element().textContent).not.toMatch(/[+−]|0\.00/)
    await cell(name).click({ force: true })
    expect(onChoose).not.toHaveBeenCalled()
    // Touch screens have no tooltips.
    await expect.element(page.getByText(reason, { exact: true })).toBeVisible()
  })

  test('is empty if the strike is not listed', async () => {
    await renderTable()
    const notListed = cell('Not listed')
    expect(notListed.elements()).toHaveLength(1)
    await notListed.click()
    await cell(/^Your open option/).click()
    expect(onChoose).not.toHaveBeenCalled()
  })
})

describe('the keyboard', () => {
  const focused = () => document.activeElement?.textContent ?? ''

  test('has one tab stop, first on the first suggestion, and moves by arrows, Home and End', async () => {
    const container = await renderTable()
    expect(container.querySelectorAll('td[tabindex="0"]')).toHaveLength(1)
    await userEvent.keyboard('{Tab}')
    expect(focused()).toMatch(/^Jan 15 245 Call/)
    await userEvent.keyboard('{ArrowUp}')
    expect(focused()).toMatch(/^Jan 15 240 Call/)
    await userEvent.keyboard('{ArrowLeft}')
    expect(focused()).toMatch(/^Your open option/)
    await userEvent.keyboard('{Enter}')
    expect(onChoose).not.toHaveBeenCalled()
    await userEvent.keyboard('{ArrowUp}{End}')
    expect(focused()).toMatch(/^Jan 15 235 Call/)
    await userEvent.keyboard('{Home}')
    expect(focused()).toMatch(/^Dec 18 235 Call/)
    await userEvent.keyboard('{Enter}')
    expect(onChoose).toHaveBeenLastCalledWith('AAPL261218C00235000')
    await userEvent.keyboard('{ArrowDown}{ArrowDown} ')
    expect(onChoose).toHaveBeenLastCalledWith('AAPL261218C00245000')
    expect(container.querySelectorAll('td[tabindex="0"]')).toHaveLength(1)
  })

  test('is mirrored in right-to-left text, and starts at the chosen contract', async () => {
    document.documentElement.dir = 'rtl'
    await renderTable(sampleRoll(), { chosenId: 'AAPL261218C00235000' })
    await expect.element(cell(/^Dec 18 235 Call/)).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Tab}{ArrowLeft}')
    expect(focused()).toMatch(/^Jan 15 235 Call/)
  })
})

/** Returns a roll with so many expiries that the table overflows. */
function rollOfManyExpiries(): Roll {
  const { expiries } = sampleRoll()
  const later = Array.from({ length: 6 }, (_, index) => ({
    ...expiries[1]!,
    expiryDate: `2027-0${index + 2}-19`,
    contracts: expiries[1]!.contracts.map((contract) => ({ ...contract, id: `${contract.id}${index}` })),
  }))
  return sampleRoll({ expiries: [...expiries, ...later] })
}

describe('the shadows at the edges', () => {
  /** Returns the opacity of the shadows beside the strikes and at the end of the table. */
  const shadowsOf = (container: Element) =>
    ['.roll-table tbody th', '.roll-choices'].map((selector) =>
      Number(getComputedStyle(container.querySelector(selector)!, '::after').opacity),
    )

  test.each([
    ['ltr', 1],
    ['rtl', -1],
  ] as const)('show in %s where there are more expiries', async (direction, sign) => {
    document.documentElement.dir = direction
    const container = await renderTable(rollOfManyExpiries(), { width: 390 })
    const scroller = container.querySelector<HTMLElement>('.roll-scroll')!
    const end = scroller.scrollWidth - scroller.clientWidth
    await expect.poll(() => shadowsOf(container)).toEqual([0, 1])
    scroller.scrollLeft = (sign * end) / 2
    await expect.poll(() => shadowsOf(container)).toEqual([1, 1])
    scroller.scrollLeft = sign * end
    await expect.poll(() => shadowsOf(container)).toEqual([1, 0])
  })

  test('are invisible if all expiries are', async () => {
    const container = await renderTable()
    const scroller = container.querySelector<HTMLElement>('.roll-scroll')!
    expect(scroller.scrollWidth).toBe(scroller.clientWidth)
    expect(shadowsOf(container)).toEqual([0, 0])
  })

  test('do not change the layout of the table', async () => {
    const container = await renderTable(rollOfManyExpiries(), { width: 390 })
    const choices = container.querySelector('.roll-choices')!
    expect(choices.scrollWidth).toBe(choices.clientWidth)
    expect(getComputedStyle(choices).gridTemplateRows.split(' ')).toHaveLength(choices.children.length)
  })
})

test('keeps the strikes visible while the expiries scroll inside the table', async () => {
  const container = await renderTable(rollOfManyExpiries(), { width: 390 })
  const scroller = container.querySelector<HTMLElement>('.roll-scroll')!
  expect(scroller.scrollWidth).toBeGreaterThan(scroller.clientWidth)
  for (const outer of container.querySelectorAll('.panel-body, .roll-choices'))
    expect(outer.scrollWidth).toBe(outer.clientWidth)
  const strike = grid().getByRole('rowheader', { name: '240' })
  const before = strike.element().getBoundingClientRect().left
  scroller.scrollLeft = 200
  expect(strike.element().getBoundingClientRect().left).toBeCloseTo(before, 0)
  // The focused cell is beside the strikes, not below them.
  const cells = container.querySelectorAll<HTMLElement>('tbody tr:first-child td')
  cells[7]!.focus()
  cells[0]!.focus()
  expect(cells[0]!.getBoundingClientRect().left).toBeGreaterThanOrEqual(
    strike.element().getBoundingClientRect().right - 1,
  )
})

test('without a contract to roll into there is the reason in place of the table', async () => {
  await renderTable(
    sampleRoll({
      candidates: [],
      expiries: [],
      unknown: [{ field: 'candidates', reason: 'old-chain', asOf: null }],
    }),
  )
  await expect.element(page.getByText(/No listed contract can be rolled into now\./)).toBeVisible()
  expect(grid().elements()).toEqual([])
})
