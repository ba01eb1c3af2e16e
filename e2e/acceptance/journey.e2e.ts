/** Acceptance, keyboard and diagrams: points 9 and 18 of the widget's checklist. */
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { settle } from '#e2e/kit/page.ts'
import { openDrawn, resize } from './widget-helpers.ts'

test('acceptance 9: the keyboard alone leads from an idea over a comparison to a ticket', async ({
  demoPage,
  page,
}) => {
  const frame = await openDrawn(demoPage)
  const { what, why, how, rows, frame: frameLocator } = demoPage.widget
  const countBefore = (await demoPage.receivedPayloads('SYMBOL_CHANGED')).length
  /**
   * Presses Tab, or Shift+Tab, until a matching element has the focus; every focused element on the way must show
   * its ring.
   */
  async function tabTo(selector: string, key = 'Tab'): Promise<void> {
    const withoutRing: string[] = []
    for (let presses = 0; presses < 120; presses += 1) {
      await page.keyboard.press(key)
      const outcome = await frame.evaluate((selector) => {
        const element = document.activeElement
        if (!element || element === document.body) return 'outside'
        if (!element.matches(':focus-visible')) return 'no ring'
        const ownStyle = getComputedStyle(element)
        const childStyle = element.firstElementChild ? getComputedStyle(element.firstElementChild) : ownStyle
        const parentStyle = getComputedStyle(element.parentElement ?? element)
        const hasRing =
          [ownStyle, parentStyle].some((style) => style.outlineStyle !== 'none') ||
          [ownStyle, childStyle].some((style) => style.boxShadow !== 'none')
        if (!hasRing) return `no ring on ${element.tagName} ${element.className}`
        return element.matches(selector) ? 'reached' : 'elsewhere'
      }, selector)
      if (outcome === 'reached') return expect(withoutRing).toEqual([])
      if (outcome.startsWith('no ring')) withoutRing.push(outcome)
    }
    throw new Error(`120 presses of ${key} did not move the focus to ${selector}`)
  }

  // Into the frame, to the list, and two ideas down.
  await page.locator('#width').focus()
  await tabTo('[data-idea]')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const picked = await rows.nth(2).getAttribute('data-idea')
  await expect(rows.nth(2)).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await demoPage.waitForEvent('SYMBOL_CHANGED', countBefore + 1)).toBe(picked)
  await why.shows(picked ?? '')
  await how.shows(picked ?? '')
  await expect(what.root.locator('[data-idea][aria-selected=true]')).toHaveAttribute(
    'data-idea',
    picked ?? '',
  )

  // Two contracts into the comparison.
  await tabTo('.how-matrix [data-cell]')
  await page.keyboard.press('Home')
  await tabTo('.how-tools [aria-pressed]')
  await page.keyboard.press('Enter')
  await expect(how.root.locator('.how-compare-bar')).toBeVisible()
  await tabTo('.how-matrix [data-cell]', 'Shift+Tab')
  const first = await how.root.locator('.how-card-head').first().textContent()
  // Moves to another contract; several cells may have the first one.
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press(presses % 3 === 2 ? 'ArrowDown' : 'ArrowRight')
    await settle(frame)
    if ((await how.root.locator('.how-card-head').first().textContent()) !== first) break
  }
  await tabTo('.how-tools [aria-pressed]')
  await page.keyboard.press('Space')
  // The bar follows the card; its first button opens the comparison.
  await tabTo('.how-compare-bar .button')
  await page.keyboard.press('Enter')
  const dialog = frameLocator.getByRole('dialog')
  await expect(dialog.getByRole('columnheader')).toHaveCount(3)
  // The focus is in the dialog and stays there.
  for (let presses = 0; presses < 3; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await frame.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(how.root.locator('.how-compare-bar .button').first()).toBeFocused()

  // The ticket, reviewed and sent.
  await tabTo('.how-bar .button-primary')
  await page.keyboard.press('Enter')
  await expect(how.root.locator('.how-review')).toBeFocused()
  await tabTo('.how-review .button-primary')
  await page.keyboard.press('Enter')
  const ticket = (await demoPage.waitForEvent('TRADE_TICKET_EXECUTE')) as TradeTicket
  expect(ticket).toEqual({
    symbol: picked,
    strategyName: expect.stringMatching(/\S/),
    price: expect.any(Number),
    optionLegs: [
      {
        bid: expect.any(Number),
        ask: expect.any(Number),
        price: expect.any(Number),
        quantity: expect.any(Number),
        strike: expect.any(Number),
        expiry: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        legType: expect.stringMatching(/^(Call|Put)$/),
        id: expect.stringMatching(/\d{6}[CP]\d{8}$/),
      },
    ],
    securityLegs: [],
    disclosureVersion: expect.stringMatching(/\S/),
    ticketId: expect.stringMatching(/^[\da-f-]{36}$/),
    time: expect.stringMatching(/Z$/),
    simulated: true,
    dataAsOf: expect.stringMatching(/Z$/),
    orderType: 'limit',
    limit: expect.any(Number),
  })
  expect(await demoPage.receivedPayloads('TRADE_TICKET_EXECUTE')).toHaveLength(1)
  await expect(how.root.locator('[data-ticket]')).toHaveAttribute('data-ticket', 'handed')
  await expect(how.root.getByText(/Nothing has been ordered here/)).toBeVisible()
})

/**
 * Runs in the frame. Selects every cell of both strategies and checks the labels of each payoff diagram. Returns the
 * problems (overlapping labels, labels outside of the diagram, a missing break-even) and the number of checked
 * diagrams.
 */
async function checkPayoffLabels(): Promise<{ bad: string[]; count: number }> {
  const twoAnimationFrames = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const problems: string[] = []
  let count = 0
  for (const leg of document.querySelectorAll<HTMLElement>(
    '.panel-how .segmented-stretch [role=radio]:is([data-value=call], [data-value=put])',
  )) {
    leg.click()
    await twoAnimationFrames()
    for (let index = 0; index < 9; index += 1) {
      document.querySelectorAll<HTMLElement>('.how-matrix [data-cell]')[index]?.click()
      await twoAnimationFrames()
      for (const svg of document.querySelectorAll<SVGElement>('.how-payoff svg[role=img]')) {
        const bounds = svg.getBoundingClientRect()
        const labels = [...svg.querySelectorAll('text')].map((text) => ({
          text: text.textContent,
          box: text.getBoundingClientRect(),
        }))
        if (labels.length) count += 1
        for (const [index, { text, box }] of labels.entries()) {
          if (box.left < bounds.left - 1 || box.right > bounds.right + 1)
            problems.push(`${text} is outside of the diagram`)
          for (const other of labels.slice(index + 1))
            if (
              box.left < other.box.right &&
              other.box.left < box.right &&
              box.top < other.box.bottom &&
              other.box.top < box.bottom
            )
              problems.push(`${text} × ${other.text}`)
        }
        if (!labels.some(({ text }) => /break/i.test(text ?? ''))) problems.push('no break-even')
      }
    }
  }
  return { bad: problems, count }
}

for (const width of [1440, 320])
  test(`acceptance 18: labels of the payoff never overlap, for any contract at ${width} px`, async ({
    demoPage,
    page,
  }) => {
    // Four symbols, two strategies, nine cells: each waits for two animation frames.
    test.setTimeout(120_000)
    const frame = await openDrawn(demoPage)
    const { how, rows } = demoPage.widget
    const symbols = (
      await rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-idea') ?? ''))
    ).slice(0, 3)
    await resize(page, frame, width)
    const findings: string[] = []
    let diagrams = 0
    for (const symbol of ['SPY', ...symbols]) {
      await demoPage.sendSymbol(symbol)
      await how.shows(symbol)
      // Using the form below scrolled the widget out of view; a frame out of view gets no animation frames.
      await page.evaluate(() => scrollTo(0, 0))
      if (width === 320) await frame.locator('#tab-how').click()
      await settle(frame)
      const { bad, count } = await frame.evaluate(checkPayoffLabels)
      diagrams += count
      findings.push(...bad.map((text) => `${symbol}: ${text}`))
    }
    expect(diagrams).toBeGreaterThan(50)
    expect(findings).toEqual([])
  })
