/** Acceptance, input methods and diagrams: points 9 and 18 of the widget's checklist. */
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { settle } from '#e2e/kit/page.ts'
import { openDrawn, resize } from './stage.ts'

test('acceptance 9: from an idea over a comparison to a ticket with the keyboard only', async ({
  embed,
  page,
}) => {
  const frame = await openDrawn(embed)
  const { what, why, how, rows, frame: inside } = embed.widget
  const heardBefore = (await embed.receivedPayloads('SYMBOL_CHANGED')).length
  /**
   * Presses Tab, or Shift+Tab, until a matching element has the focus; every focused element on the way must show
   * its ring.
   */
  async function tabTo(selector: string, key = 'Tab'): Promise<void> {
    const unseen: string[] = []
    for (let presses = 0; presses < 120; presses += 1) {
      await page.keyboard.press(key)
      const at = await frame.evaluate((wanted) => {
        const element = document.activeElement
        if (!element || element === document.body) return 'outside'
        if (!element.matches(':focus-visible')) return 'no ring'
        const own = getComputedStyle(element)
        const child = element.firstElementChild ? getComputedStyle(element.firstElementChild) : own
        const around = getComputedStyle(element.parentElement ?? element)
        const ring =
          [own, around].some((style) => style.outlineStyle !== 'none') ||
          [own, child].some((style) => style.boxShadow !== 'none')
        if (!ring) return `no ring on ${element.tagName} ${element.className}`
        return element.matches(wanted) ? 'there' : 'elsewhere'
      }, selector)
      if (at === 'there') return expect(unseen).toEqual([])
      if (at.startsWith('no ring')) unseen.push(at)
    }
    throw new Error(`no ${key} leads to ${selector}`)
  }

  // Into the frame, to the list, two ideas down.
  await page.locator('#width').focus()
  await tabTo('[data-idea]')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const picked = await rows.nth(2).getAttribute('data-idea')
  await expect(rows.nth(2)).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await embed.hears('SYMBOL_CHANGED', heardBefore + 1)).toBe(picked)
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
  // Another contract, however many cells share the first one.
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press(presses % 3 === 2 ? 'ArrowDown' : 'ArrowRight')
    await settle(frame)
    if ((await how.root.locator('.how-card-head').first().textContent()) !== first) break
  }
  await tabTo('.how-tools [aria-pressed]')
  await page.keyboard.press('Space')
  await tabTo('.how-compare-bar .button', 'Shift+Tab')
  // The bar's last button clears; the one before opens.
  await tabTo('.how-compare-bar .button', 'Shift+Tab')
  await page.keyboard.press('Enter')
  const dialog = inside.getByRole('dialog')
  await expect(dialog.getByRole('columnheader')).toHaveCount(3)
  // The focus is inside and stays there.
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
  await tabTo('.how-review .button-primary')
  await page.keyboard.press('Enter')
  const ticket = (await embed.hears('TRADE_TICKET_EXECUTE')) as TradeTicket
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
  expect(await embed.receivedPayloads('TRADE_TICKET_EXECUTE')).toHaveLength(1)
  await expect(how.root.locator('[data-ticket]')).toHaveAttribute('data-ticket', 'handed')
  await expect(how.root.getByText(/Nothing has been ordered here/)).toBeVisible()
})

/**
 * Chooses every cell of both strategies in turn, in the page, and checks the labels of each payoff diagram. Returns
 * the overlaps, and how many diagrams were checked.
 */
async function checkPayoffLabels(): Promise<{ bad: string[]; count: number }> {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const bad: string[] = []
  let count = 0
  for (const leg of document.querySelectorAll<HTMLElement>(
    '.panel-how .segmented-stretch [role=radio]:is([data-value=call], [data-value=put])',
  )) {
    leg.click()
    await drawn()
    for (let index = 0; index < 9; index += 1) {
      document.querySelectorAll<HTMLElement>('.how-matrix [data-cell]')[index]?.click()
      await drawn()
      for (const svg of document.querySelectorAll<SVGElement>('.how-payoff svg[role=img]')) {
        const edge = svg.getBoundingClientRect()
        const labels = [...svg.querySelectorAll('text')].map((text) => ({
          text: text.textContent,
          box: text.getBoundingClientRect(),
        }))
        if (labels.length) count += 1
        for (const [at, { text, box }] of labels.entries()) {
          if (box.left < edge.left - 1 || box.right > edge.right + 1) bad.push(`${text} leaves the picture`)
          for (const other of labels.slice(at + 1))
            if (
              box.left < other.box.right &&
              other.box.left < box.right &&
              box.top < other.box.bottom &&
              other.box.top < box.bottom
            )
              bad.push(`${text} × ${other.text}`)
        }
        if (!labels.some(({ text }) => /break/i.test(text ?? ''))) bad.push('no break-even')
      }
    }
  }
  return { bad, count }
}

for (const width of [1440, 320])
  test(`acceptance 18: labels of the payoff never overlap, for any contract at ${width} px`, async ({
    embed,
    page,
  }) => {
    // Four symbols, two strategies, nine cells: each is rendered twice.
    test.setTimeout(120_000)
    const frame = await openDrawn(embed)
    const { how, rows } = embed.widget
    const symbols = (
      await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-idea') ?? ''))
    ).slice(0, 3)
    await resize(page, frame, width)
    const found: string[] = []
    let diagrams = 0
    for (const symbol of ['SPY', ...symbols]) {
      await embed.sendSymbol(symbol)
      await how.shows(symbol)
      // The form below scrolled the widget out of view, where a frame gets no animation frames.
      await page.evaluate(() => scrollTo(0, 0))
      if (width === 320) await frame.locator('#tab-how').click()
      await settle(frame)
      const { bad, count } = await frame.evaluate(checkPayoffLabels)
      diagrams += count
      found.push(...bad.map((text) => `${symbol}: ${text}`))
    }
    expect(diagrams).toBeGreaterThan(50)
    expect(found).toEqual([])
  })
