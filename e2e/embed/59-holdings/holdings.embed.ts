/** Holdings that a page passes by an option or a command, mistakes in them, and the order that rolls an open option. */
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { violations } from '#e2e/kit/axe.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'

const setHoldings = (host: HostPage, holdings: unknown) =>
  host.page.evaluate((holdings) => window.widget.postMessage('SET_HOLDINGS', { holdings } as never), holdings)
const row = (host: HostPage, symbol: string) => host.frame().locator(`[data-holding="${symbol}"]`)
/** By an event: Firefox delivers no input into the cross-site frame. */
const openList = (host: HostPage) =>
  host
    .frame()
    .locator('[role="radio"][data-value="holdings"], [role="tab"][data-value="holdings"]')
    .dispatchEvent('click')

test('holdings passed as an option appear as a list and in How; those of a command replace them, also across a reload', async ({
  host,
}) => {
  await host.openReady('59-holdings', {
    locale: 'en',
    symbol: 'AAPL',
    holdings: [{ symbol: 'AAPL', shares: 250, costBasis: 180.5 }, { symbol: 'KO' }],
  })
  await host.widget.how.shows('AAPL')
  await expect(host.widget.how.root.getByLabel('Shares', { exact: true })).toHaveValue('250')
  await openList(host)
  await expect(row(host, 'AAPL')).toContainText('250 shares at $180.50')
  await expect(row(host, 'KO')).toContainText('Watching')

  await setHoldings(host, [{ symbol: 'AAPL', shares: 300.25 }])
  await expect(row(host, 'AAPL')).toContainText('300.25 shares')
  await expect(row(host, 'KO')).toHaveCount(0)
  await expect(host.widget.how.root.getByLabel('Shares', { exact: true })).toHaveValue('300')

  // The frame's address does not contain them.
  expect(await host.box().locator('iframe').getAttribute('src')).not.toMatch(/holdings|250|180/)
  expect(await violations(host.page, { include: ['#ideas iframe', 'html'] })).toEqual([])
})

test('an option of another listed share is refused, and the previous list stays', async ({ host }) => {
  const openOptions = (root: string) => [{ id: `${root}270115C00320000`, quantity: 1 }]
  await host.openReady('59-holdings', {
    locale: 'en',
    symbol: 'AAPL',
    holdings: [{ symbol: 'AAPL', shares: 100, openOptions: openOptions('AAPL1') }],
  })
  await openList(host)
  await expect(row(host, 'AAPL')).toBeVisible()
  await setHoldings(host, [{ symbol: 'MSFT', openOptions: openOptions('AAPL') }])
  expect(await host.error()).toMatchObject({
    code: 'BAD_COMMAND',
    message: expect.stringContaining('holdings[0].openOptions[0].id is an option of another listed symbol'),
  })
  await expect(row(host, 'AAPL')).toBeVisible()
  await expect(row(host, 'MSFT')).toHaveCount(0)
})

test(
  'an invalid list causes an ERROR that names the position, and the previous list stays',
  { tag: '@extended' },
  async ({ host }) => {
    await host.openReady('59-holdings', {
      locale: 'en',
      symbol: 'AAPL',
      holdings: [{ symbol: 'AAPL', shares: 100 }],
    })
    await openList(host)
    await setHoldings(host, [{ symbol: 'KO', shares: '60' }])
    await expect
      .poll(() => host.receivedPayloads('ERROR'))
      .toMatchObject([
        {
          code: 'BAD_COMMAND',
          message: expect.stringContaining(
            'SET_HOLDINGS: holdings[0].shares must be a number of shares, 0 or more',
          ),
        },
      ])
    await expect(row(host, 'AAPL')).toContainText('100 shares')
  },
)

test(
  'an invalid option causes an ERROR, and users can keep their own list',
  { tag: ['@chromium', '@extended'] },
  async ({ host }) => {
    await host.openReady('59-holdings', {
      locale: 'en',
      symbol: 'AAPL',
      holdings: [{ symbol: 'AAPL', openOptions: [{ id: 'AAPL', quantity: 1 }] }],
    })
    expect(await host.receivedPayloads('ERROR')).toMatchObject([
      {
        code: 'BAD_OPTION',
        message: expect.stringContaining('holdings[0].openOptions[0].id must be the OSI symbol'),
      },
    ])
    await openList(host)
    const add = host.frame().locator('[data-action="add-holding"]')
    await add.click()
    await host.frame().locator('input[name="symbol"]').fill('ko')
    await host.frame().locator('input[name="shares"]').fill('300')
    await host.frame().locator('[data-action="save-holding"]').click()
    await expect(row(host, 'KO')).toContainText('300 shares')
    await host.page.reload()
    await host.start({ locale: 'en', symbol: 'AAPL' })
    await host.ready()
    await openList(host)
    await expect(row(host, 'KO')).toContainText('300 shares')
  },
)

test('@chromium rolls a short call from the list to a ticket with two legs', async ({ host }) => {
  await host.openReady('59-holdings', { locale: 'en', symbol: 'AAPL' })
  await host.widget.how.shows('AAPL')
  // Uses the contract that How shows as one sold earlier, so that the test does not depend on today's listing.
  const card = host.widget.how.root.locator('[data-option*="C"]').first()
  const id = (await card.getAttribute('data-option'))!
  await setHoldings(host, [
    { symbol: 'AAPL', shares: 200, costBasis: 180.5, openOptions: [{ id, quantity: 2, price: 99 }] },
  ])
  await openList(host)
  await host.widget.what.root.locator(`[data-open="${id}"]`).click()
  const openOption = host.widget.how.root.locator(`[data-open="${id}"]`)
  await expect(openOption).toContainText('Cost to close')
  await openOption.locator('.roll-suggested[data-candidate]').first().click()
  await openOption.locator('[data-action="review"][data-value="roll"]').click()
  const order = openOption.locator('[data-roll="roll"]')
  await expect(order).toContainText(/Until .* you may have to deliver 200 shares of AAPL/)
  expect(await violations(host.page, { include: ['#ideas iframe', 'html'] })).toEqual([])
  await order.locator('[data-action="trade"]').click()
  await expect(order.locator('[data-ticket]')).toHaveAttribute('data-ticket', 'handed')
  const [ticket] = (await host.receivedPayloads('TRADE_TICKET_EXECUTE')) as TradeTicket[]
  expect(ticket).toMatchObject({
    symbol: 'AAPL',
    strategyName: 'Roll Covered Call',
    simulated: true,
    orderType: 'limit',
  })
  expect(ticket!.optionLegs.map(({ quantity }) => quantity)).toEqual([2, -2])
  expect(ticket!.optionLegs[0]!.id).toBe(id)
  const sum = ticket!.optionLegs.reduce((total, leg) => total + leg.price * leg.quantity * 100, 0)
  expect(sum).toBeCloseTo(ticket!.limit, 4)
})
