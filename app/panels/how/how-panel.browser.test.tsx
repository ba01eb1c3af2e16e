import '#app/ui/base.css'
import i18next from 'i18next'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { TradeTicket } from '#contract/bridge/ticket.ts'
import { problemDetails } from '#contract/api/problem-details.ts'
import type { Income } from '#contract/responses/income.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { resetOrder } from '#app/state/order/order.ts'
import { useTickets } from '#app/state/order/tickets.ts'
import { initialView, overrideSentiment } from '#app/state/view.ts'
import { applyFont, testFonts } from '#app/testing/fonts.ts'
import { app, host, live, PanelFrame, TestApp, view } from '#app/testing/test-app.tsx'
import { HowPanel } from './how-panel.tsx'
import { sampleAlternative, sampleIncome, sampleOptimals, sampleOption } from '#app/testing/income.ts'
import { disclosureVersion } from './ticket/ticket.ts'

/** Returns the response to a request; a test may replace it between requests. */
let respond: (url: URL) => Response | Promise<Response>
let requests: URL[]
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
const serve = (income: Income) => {
  respond = () => json(income)
}

beforeAll(async () => {
  await startI18n('en', i18next)
})
beforeEach(() => {
  requests = []
  serve(sampleIncome())
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  resetOrder(app)
  useTickets.of(app).setState({ tickets: [] })
  host.setState({ phase: 'ready' })
  live.setState({ quotes: {}, market: null, connection: 'live', lastMessageAt: Date.now(), stale: false })
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, location.href)
    requests.push(url)
    return respond(url)
  })
})
afterEach(() => vi.unstubAllGlobals())

async function renderPanel(width = 410) {
  const tickets: TradeTicket[] = []
  const screen = await render(
    <TestApp>
      <PanelFrame width={width} height={700}>
        <HowPanel onTrade={(ticket) => tickets.push(ticket)} />
      </PanelFrame>
    </TestApp>,
  )
  return { screen, tickets, panel: () => screen.container.querySelector<HTMLElement>('[data-panel="how"]')! }
}
const card = () => page.getByRole('article').first()
const review = () => page.getByRole('button', { name: 'Review', exact: true })
const trade = () => page.getByRole('button', { name: 'Trade', exact: true })
/** Renders the panel and opens the review of the order. */
async function renderPanelAndReview(width = 410) {
  const rendered = await renderPanel(width)
  await review().click()
  await expect.element(trade()).toBeVisible()
  return rendered
}
const contracts = () => page.getByRole('spinbutton', { name: 'Contracts' })
const cell = (name: RegExp) => page.getByRole('gridcell', { name })

describe('Trade', () => {
  test('sends the displayed order to the page, once', async () => {
    const { tickets, panel } = await renderPanelAndReview()
    await expect.element(trade()).toBeVisible()
    expect(panel().dataset['state']).toBe('ready')
    await expect.element(page.getByText('Sell 1 × AAPL Jan 15, 2027 255 Call at $4.10')).toBeVisible()
    await trade().click()
    const option = sampleOptimals('call')[4]!
    expect(tickets).toEqual([
      {
        symbol: 'AAPL',
        strategyName: 'Covered Call',
        price: -410,
        optionLegs: [
          {
            ask: 4.2,
            bid: 4.1,
            price: 4.1,
            quantity: -1,
            expiry: '2027-01-15',
            strike: 255,
            legType: 'Call',
            id: option.id,
          },
        ],
        securityLegs: [],
        disclosureVersion,
        ticketId: expect.stringMatching(/^[\da-f-]{36}$/),
        time: expect.stringMatching(/Z$/),
        simulated: false,
        dataAsOf: '2026-11-12T20:59:00.000Z',
        orderType: 'limit',
        limit: -410,
      },
    ])
    await expect.element(page.getByText(/Nothing has been ordered here/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Passed to the website' })).toHaveFocus()
  })

  test('sends the chosen order: three contracts at mid, with the shares bought at the live price', async () => {
    live.setState({
      quotes: {
        AAPL: {
          symbol: 'AAPL',
          last: 232.1,
          change: 0.6,
          percentageChange: 0.3,
          volume: 1,
          time: '2026-11-12T20:59:00Z',
        },
      },
    })
    const { tickets } = await renderPanelAndReview()
    await contracts().fill('3')
    await page.getByRole('button', { name: /^Mid/ }).click()
    await page.getByRole('radio', { name: 'Buy 300 too' }).click()
    await expect.element(page.getByText('Buy 300 AAPL at $232.10')).toBeVisible()
    await trade().click()
    expect(tickets[0]).toMatchObject({
      price: 69_630 - 1245,
      optionLegs: [{ quantity: -3, price: 4.15 }],
      securityLegs: [{ symbol: 'AAPL', quantity: 300, price: 232.1, bid: 232.1, ask: 232.1 }],
    })
  })

  test('ignores clicks of scripts', async () => {
    const { tickets } = await renderPanelAndReview()
    await expect.element(trade()).toBeVisible()
    ;(trade().element() as HTMLElement).click()
    expect(tickets).toEqual([])
  })

  test('sends one ticket for a double click', async () => {
    const { tickets } = await renderPanelAndReview()
    await trade().dblClick()
    expect(tickets).toHaveLength(1)
  })

  test('sends one ticket for a key that is held down and pressed again; the button then shows the state', async () => {
    const { tickets } = await renderPanelAndReview()
    await expect.element(trade()).toBeVisible()
    ;(trade().element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter>30/}')
    await expect.element(page.getByRole('button', { name: 'Passed to the website' })).toHaveFocus()
    await userEvent.keyboard('{Enter}{Enter}')
    expect(tickets).toHaveLength(1)
  })

  test.each([
    ['an empty list of the page has no position: nothing is said about shares', [], null],
    [
      'a list without the symbol: the field is empty, and the sentence says how many there are',
      [{ symbol: 'KO', shares: 100 }],
      'Your holdings have 0 shares; this order needs 100.',
    ],
  ])('%s', async (_, holdings, sentence) => {
    host.setState({ options: { holdings } })
    onTestFinished(() => host.setState({ options: null }))
    const { panel } = await renderPanelAndReview()
    const shares = page.getByRole('textbox', { name: 'Shares' })
    await expect.element(shares).toHaveValue('')
    await expect.element(shares).not.toHaveAttribute('placeholder')
    if (sentence === null) await expect.element(trade()).toBeEnabled()
    else await expect.element(trade()).toHaveAccessibleDescription(new RegExp(sentence))
    expect(panel().textContent).not.toContain('You entered')
  })

  test('is disabled while the entered shares do not cover the sold contracts', async () => {
    view.setState({ positions: { AAPL: { stockQuantity: 100 } } })
    const { tickets, panel } = await renderPanelAndReview()
    const totals = () => [...panel().querySelectorAll('.how-outcome dt')].map((label) => label.textContent)
    await expect.element(trade()).toBeEnabled()
    expect(totals().slice(-2)).toEqual(['Max reward', 'Max risk'])
    await contracts().fill('5')
    await expect.element(trade()).toBeDisabled()
    await expect
      .element(trade())
      .toHaveAccessibleDescription(/You entered 100 shares; this order needs 500\./)
    // Reward and risk of a covered call do not apply to this order.
    expect(totals()).toEqual(['Net credit', 'Assignment value'])
    await page.getByRole('button', { name: 'Buy 400 too' }).click()
    await trade().click()
    expect(tickets[0]).toMatchObject({ optionLegs: [{ quantity: -5 }], securityLegs: [{ quantity: 400 }] })
    await page.getByRole('radio', { name: 'I own the shares' }).click()
    await expect.element(trade()).toBeDisabled()
    await page.getByRole('textbox', { name: 'Shares' }).fill('500')
    await expect.element(trade()).toBeEnabled()
  })

  test('appears only after the single Review button is clicked, also with a second card beside the first', async () => {
    await page.viewport(1500, 768)
    await renderPanel(1300)
    await expect.element(page.getByRole('heading', { name: /205 Put/ })).toBeVisible()
    expect(review().elements()).toHaveLength(1)
    expect(trade().elements(), 'no Trade before the review').toHaveLength(0)
    await page.getByRole('button', { name: 'Show this card' }).click()
    await review().click()
    await expect.element(page.getByText('Sell 1 × AAPL Jan 15, 2027 205 Put at $4.10')).toBeVisible()
    await page.viewport(1280, 768)
  })

  test('shows risk as prominently as reward, on the card and in the review', async () => {
    const { panel } = await renderPanelAndReview()
    for (const list of ['.how-card:first-child .how-figures', '.how-outcome']) {
      const rewardAndRisk = ['Max reward', 'Max risk'].map((name) =>
        [...panel().querySelectorAll<HTMLElement>(`${list} div`)]
          .find((row) => row.querySelector('dt')?.textContent?.startsWith(name))!
          .querySelector('dd')!,
      )
      expect(rewardAndRisk.map((figure) => figure.textContent)).toEqual(['$2,768.00', '$22,732.00'])
      const [reward, risk] = rewardAndRisk.map((figure) => getComputedStyle(figure))
      expect([risk!.fontSize, risk!.fontWeight, risk!.color]).toEqual([
        reward!.fontSize,
        reward!.fontWeight,
        reward!.color,
      ])
    }
  })
})

describe('stale prices', () => {
  test('disable Trade until they are refreshed', async () => {
    const { panel, tickets } = await renderPanelAndReview()
    await expect.element(trade()).toBeEnabled()
    live.setState({ stale: true, lastMessageAt: Date.parse('2026-11-12T21:02:00Z') })
    await expect.element(trade()).toBeDisabled()
    expect(panel().dataset['state']).toBe('stale')
    await expect.element(card()).toBeVisible()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.element(trade()).toBeEnabled()
    expect(panel().dataset['state']).toBe('ready')
    await trade().click()
    expect(tickets).toHaveLength(1)
  })
})

test('paused prices disable Trade until the user resumes them', async () => {
  await renderPanelAndReview()
  await expect.element(trade()).toBeEnabled()
  live.setState({ pausedSince: Date.now() })
  await expect.element(trade()).toBeDisabled()
  await expect.element(trade()).toHaveAccessibleDescription(/Price updates are paused\. Resume them before/)
  await page.getByRole('button', { name: 'Resume price updates' }).first().click()
  await expect.element(trade()).toBeEnabled()
})

test('option prices of an earlier session disable Trade until the user confirms that they were checked', async () => {
  const current = { state: 'current', asOf: '2026-11-12T21:00:00Z', reason: null } as const
  const dataStatus = {
    ...sampleIncome().dataStatus,
    parts: {
      price: current,
      options: { state: 'old', asOf: '2026-11-06T21:00:00Z', reason: 'old-chain' },
      bars: current,
      dividends: current,
      earnings: current,
    },
  } as const
  serve(sampleIncome({ dataStatus }))
  await renderPanel()
  const warning = page.getByText(
    /The option prices are of Nov 6, 2026\. Check the current prices with your broker/,
  )
  await expect.element(warning).toBeVisible()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect.element(trade()).toBeDisabled()
  await page.getByRole('button', { name: 'I have checked them' }).first().click()
  await expect.element(trade()).toBeEnabled()
  await expect.element(warning).not.toBeInTheDocument()
})

test('Trade is disabled after the session has ended', async () => {
  await renderPanelAndReview()
  await expect.element(trade()).toBeEnabled()
  host.setState({ phase: 'ended' })
  await expect.element(trade()).toBeDisabled()
  await expect.element(trade()).toHaveAccessibleDescription(/The session has ended/)
})

test('the overridden outlook selects the strategy: bullish sells puts, bearish sells calls', async () => {
  await renderPanel()
  await expect
    .element(page.getByRole('radio', { name: 'Covered call' }))
    .toHaveAttribute('aria-checked', 'true')
  overrideSentiment(app, 'Bullish')
  await expect.element(page.getByRole('heading', { name: /205 Put$/ }).first()).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Short put' })).toHaveAttribute('aria-checked', 'true')
  overrideSentiment(app, 'Bearish')
  await expect
    .element(page.getByRole('radio', { name: 'Covered call' }))
    .toHaveAttribute('aria-checked', 'true')
})

describe('the grid', () => {
  test('is navigated with arrow keys and has one tab stop', async () => {
    const { panel } = await renderPanel()
    await cell(/^Medium, Optimal/).click()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(cell(/^Medium, Aggressive/)).toHaveFocus()
    await expect
      .element(page.getByRole('heading', { name: 'Sell 1 AAPL Jan 15, 2027 245 Call' }))
      .toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Home}')
    await expect.element(cell(/^Long, Conservative/)).toHaveFocus()
    await expect.element(cell(/^Long, Conservative/)).toHaveAttribute('aria-selected', 'true')
    await expect
      .element(page.getByRole('heading', { name: 'Sell 1 AAPL Mar 19, 2027 270 Call' }))
      .toBeVisible()
    expect(panel().querySelectorAll('[data-cell][tabindex="0"]')).toHaveLength(1)
    expect(view.getState()).toMatchObject({ timeframe: 'long', riskProfile: 'conservative' })
  })

  test('names return and probability of every cell', async () => {
    await renderPanel()
    await expect
      .element(
        cell(
          /^Short, Conservative: strike 260, expiry Dec 18, 2026, return 0\.52%, probability of expiring worthless 87%\. Score 118$/,
        ),
      )
      .toBeVisible()
    expect(page.getByRole('gridcell', { name: /return/ }).elements()).toHaveLength(9)
  })

  test('shows the score of every cell, and marks the highest one, also for screen readers', async () => {
    const scores = [90, 101, 99, 112, 108, 114, 97, 113, 98]
    serve(
      sampleIncome({
        callOptimals: sampleOptimals('call').map((option, index) => ({
          ...option,
          serviceScore: scores[index]!,
        })),
      }),
    )
    const { panel } = await renderPanel()
    await expect
      .element(cell(/^Medium, Aggressive.*Score 114\. Highest score in the ideas grid$/))
      .toBeVisible()
    expect(
      [...panel().querySelectorAll('[data-cell] .how-cell-score')].map(({ textContent }) => textContent),
    ).toEqual(scores.map(String))
    expect(page.getByRole('gridcell', { name: /Highest score/ }).elements()).toHaveLength(1)
    expect(
      [...panel().querySelectorAll<HTMLElement>('[data-cell] .how-cell-best')].map(({ title }) => title),
    ).toEqual(['Highest score in the ideas grid'])
    expect(panel().querySelector('.how-warning-legend')!.textContent).toMatch(
      /100 Score of a fair bet114 Highest score in the ideas grid/,
    )
  })

  test('shows contract and warnings in each cell, and a legend of the warning signs', async () => {
    const [first, ...otherOptions] = sampleOptimals('call')
    serve(
      sampleIncome({
        callOptimals: [{ ...first!, warnings: ['below-cost-basis', 'wide-spread'] }, ...otherOptions],
      }),
    )
    const { panel } = await renderPanel()
    await expect
      .element(cell(/^Short, Conservative.*Strike below your cost basis\. Wide bid-ask spread$/))
      .toBeVisible()
    expect(panel().querySelector('[data-cell] .how-cell')!.textContent).toBe(
      `260Dec 18${first!.serviceScore}0.52%87%!`,
    )
    expect(panel().querySelectorAll('[data-cell] .how-warning-icon')).toHaveLength(2)
    expect(panel().querySelectorAll('.how-warning-legend .how-warning-icon')).toHaveLength(2)
  })

  test('shows the returns of a covered call on price and on cost basis', async () => {
    const returns = {
      ifUnchanged: { onPrice: 0.0177, onBasis: 0.0195 },
      ifAssigned: { onPrice: 0.1196, onBasis: 0.2339 },
      purchasePrice: null,
    }
    serve(
      sampleIncome({
        costBasis: 210,
        callOptimals: sampleOptimals('call').map((option) => ({ ...option, returns })),
      }),
    )
    const { panel } = await renderPanel()
    await expect.element(page.getByRole('columnheader', { name: /^On cost basis/ })).toBeVisible()
    const returnTexts = [...panel().querySelectorAll('.how-cost tbody td')].map(
      ({ textContent }) => textContent,
    )
    expect(returnTexts).toEqual(['1.77%', '1.95%', '12.0%', '23.4%'])
  })

  test('explains the selection for a bearish outlook, and that the trade is not bearish', async () => {
    overrideSentiment(app, 'Bearish')
    await renderPanel()
    await expect.element(page.getByText(/a lower strike was chosen.*are not bearish trades/)).toBeVisible()
    await expect.element(cell(/^Medium, Aggressive/)).toHaveAttribute('aria-selected', 'true')
  })

  test('shows the next best contract with its reason if nothing fits a cell, otherwise the nearest one', async () => {
    const nine = sampleOptimals('call')
    serve(
      sampleIncome({
        callOptimals: nine.slice(2, 8),
        callAlternatives: [sampleAlternative(nine[0]!, 'Nothing pays enough here.')],
      }),
    )
    await renderPanel()
    await cell(/^Short, Conservative: next best/).click()
    await expect.element(page.getByText('Next best: Nothing pays enough here.')).toBeVisible()
    await expect
      .element(page.getByRole('heading', { name: 'Sell 1 AAPL Dec 18, 2026 260 Call' }))
      .toBeVisible()
    await cell(/^Long, Aggressive: nothing fits/).click()
    await expect
      .element(page.getByText('Nothing fits Long · Aggressive. Showing the nearest: Long · Optimal.'))
      .toBeVisible()
  })
})

describe('the position', () => {
  const hint = () => document.querySelector('.how-hint')?.textContent

  test('shows the covered contracts, the remaining shares, and errors while the user types', async () => {
    await renderPanel()
    const shares = page.getByRole('textbox', { name: 'Shares' })
    await shares.fill('250')
    await expect.poll(hint).toBe('2 contracts. 50 shares left over are not covered.')
    await shares.fill('12.5')
    await expect.poll(hint).toBe('Enter a whole number of shares, 1 or more.')
    await expect.element(shares).toHaveAttribute('aria-invalid', 'true')
    await shares.fill('60')
    await expect.poll(hint).toBe('One contract needs 100 shares: 40 more.')
    await page.getByRole('textbox', { name: 'Cost basis' }).fill('-1')
    await expect.poll(hint).toBe('Enter a positive price per share.')
  })

  test('names the held fraction of a share, which covers no call', async () => {
    host.setState({ options: { holdings: [{ symbol: 'AAPL', shares: 250.75 }] } })
    view.setState({ positions: { AAPL: { stockQuantity: 250 } } })
    await renderPanel()
    const text =
      'You hold 250.75 shares; options count whole shares only. 2 contracts. 50 shares left over are not covered.'
    await expect.poll(hint).toBe(text)
    await page.getByRole('textbox', { name: 'Shares' }).fill('300')
    await expect.poll(hint).toBe('3 contracts.')
    host.setState({ options: null })
  })

  test('is sent to the service with a debounce if it is valid', async () => {
    const { panel } = await renderPanel()
    await expect.element(review()).toBeVisible()
    respond = (url) => {
      const shares = Number(url.searchParams.get('stockQuantity'))
      const basis = Number(url.searchParams.get('costBasis'))
      const options = sampleOptimals('call').map((option) => ({
        ...option,
        contracts: 2,
        breakeven: basis - option.premium,
      }))
      return json(sampleIncome({ stockQuantity: shares, costBasis: basis, callOptimals: options }))
    }
    await page.getByRole('textbox', { name: 'Cost basis' }).fill('0')
    await page.getByRole('textbox', { name: 'Cost basis' }).fill('262.50')
    await page.getByRole('textbox', { name: 'Shares' }).fill('200')
    await expect
      .element(page.getByRole('heading', { name: 'Sell 2 AAPL Jan 15, 2027 255 Call' }))
      .toBeVisible()
    // On a slow machine the cost basis is sent before the shares are typed.
    await expect
      .poll(() => requests.at(-1)!.search)
      .toBe(`?stockQuantity=200&costBasis=262.5&contract=${sampleOptimals('call')[4]!.id}`)
    expect(requests.some((url) => url.searchParams.get('costBasis') === '0')).toBe(false)
    expect(panel().dataset['state']).toBe('ready')
    await expect
      .element(page.getByTitle(/The strike \$255\.00 is below your cost basis \$262\.50/))
      .toHaveTextContent('!Below basis')
    await expect.element(page.getByText('This order loses money even at best.')).toBeVisible()
  })

  test('says how many puts the cash secures, and what is left, also when best income has set it', async () => {
    await renderPanel()
    await page.getByRole('radio', { name: 'Short put' }).click()
    const cash = page.getByRole('textbox', { name: 'Cash for puts' })
    await expect.element(cash).toHaveValue('')
    view.setState({ cash: 50_000 })
    await expect.element(cash).toHaveValue('50000')
    const { strike } = sampleOptimals('put')[4]!
    const needed = strike * 100
    const contracts = Math.floor(50_000 / needed)
    const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`
    const hint = (count: number) =>
      `${count} contract${count === 1 ? '' : 's'} · ${dollars(count * needed)} set aside · ${dollars(50_000 - count * needed)} left`
    await expect.element(page.getByText(hint(contracts))).toBeVisible()
    await cash.fill('100')
    await expect
      .element(
        page.getByText(`${dollars(needed)}.00 to set aside: ${dollars(needed - 100)}.00 more than you have.`),
      )
      .toBeVisible()
    await expect.poll(() => view.getState().cash).toBe(100)
    view.setState({ symbol: 'MSFT' })
    await expect.element(cash).toHaveValue('100')
  })

  test('is stored for each symbol separately', async () => {
    const { screen } = await renderPanel()
    await page.getByRole('textbox', { name: 'Shares' }).fill('300')
    await expect.poll(() => view.getState().positions).toEqual({ AAPL: { stockQuantity: 300 } })
    view.setState({ symbol: 'MSFT' })
    await expect.element(page.getByRole('textbox', { name: 'Shares' })).toHaveValue('')
    view.setState({ symbol: 'AAPL' })
    await expect.element(page.getByRole('textbox', { name: 'Shares' })).toHaveValue('300')
    await page.getByRole('button', { name: 'Fold your position' }).click()
    await expect.element(page.getByText('300 shares')).toBeVisible()
    expect(screen.container.querySelector('.how-position input')).toBeNull()
  })
})

describe('the comparison', () => {
  test('accepts four contracts, rejects a fifth, and shows them side by side', async () => {
    await renderPanel()
    for (const name of [/^Short, Optimal/, /^Medium, Optimal/, /^Long, Optimal/, /^Medium, Conservative/]) {
      await cell(name).click()
      await page.getByRole('button', { name: 'Compare', exact: true }).click()
    }
    await cell(/^Long, Aggressive/).click()
    await expect.element(page.getByRole('button', { name: 'Compare', exact: true })).toBeDisabled()
    await expect.element(page.getByText('4 of 4 to compare').first()).toBeVisible()
    await page.getByRole('button', { name: 'Compare side by side' }).click()
    const dialog = page.getByRole('dialog', { name: 'Compare contracts' })
    await expect.element(dialog).toBeVisible()
    expect(dialog.getByRole('columnheader').elements()).toHaveLength(5)
    const risk = dialog.getByRole('row', { name: /^Max risk/ })
    await expect.element(risk).toHaveTextContent('Max risk$22,862.00$22,732.00$22,602.00$22,892.00')
    await dialog.getByRole('button', { name: /^Sell AAPL Dec 18/ }).click()
    await expect
      .element(page.getByRole('heading', { name: 'Sell 1 AAPL Dec 18, 2026 250 Call' }))
      .toBeVisible()
    await expect
      .element(page.getByRole('button', { name: 'Compare', exact: true }))
      .toHaveAttribute('aria-pressed', 'true')
  })
})

describe('the card', () => {
  test('has a payoff slider that the keyboard moves to any price', async () => {
    await renderPanel()
    const slider = page.getByRole('slider', { name: 'Price of AAPL at expiry' })
    await expect.element(slider).toBeVisible()
    ;(slider.element() as HTMLElement).focus()
    await userEvent.keyboard('{End}')
    await expect
      .element(slider)
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/^At \$28\d\.00, profit \$2,768$/))
    await userEvent.keyboard('{Home}')
    await expect
      .element(slider)
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/^At \$\d+\.00, loss \$/))
    await userEvent.keyboard('{PageUp}{ArrowRight}{ArrowLeft}')
    await expect
      .element(slider)
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/^At \$\d+\.00, loss \$/))
  })

  test('marks an annualised figure only if the option expires in less than 60 days', async () => {
    await renderPanel()
    await expect.element(review()).toBeVisible()
    expect(page.getByText(/may be achieved only if/).elements()).toHaveLength(0)
    await cell(/^Short, Optimal/).click()
    await expect.element(card().getByText(/may be achieved only if/)).toBeVisible()
    await expect.element(card().getByRole('button', { name: 'Annualized*' })).toBeVisible()
  })

  test('shows the cash that secures a put, that it may be assigned, and the width of its spread', async () => {
    serve(
      sampleIncome({
        putOptimals: [sampleOption({ legType: 'Put', strike: 220, premium: 2, bid: 2, ask: 2.6 })],
      }),
    )
    await renderPanel()
    await page.getByRole('radio', { name: 'Short put' }).click()
    await expect.element(card().getByText(/May be assigned at any time before expiration/)).toBeVisible()
    await expect.element(card().getByText(/Set aside \$22,000\.00 to buy the shares/)).toBeVisible()
    await expect
      .element(page.getByTitle(/Wide spread: 26% between bid \$2\.00 and ask \$2\.60/))
      .toHaveTextContent('!Spread 26%')
  })

  test('opens formulas, score parts, greeks and the payoff table on demand', async () => {
    await renderPanel()
    await page.getByRole('button', { name: 'Prob. worthless' }).click()
    await expect.element(page.getByText(/you keep your shares and the premium/)).toBeVisible()
    await expect.element(page.getByText(/chance that the option expires worthless/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Prob. of profit' }).click()
    await expect.element(page.getByText(/The chance that the position makes a profit/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Score 118 of 250: better than a fair bet' }).click()
    await expect.element(page.getByText(/Above 100, this forecast expects more gain than loss/)).toBeVisible()
    await expect
      .element(page.getByText('half the options market, half how the stock has moved'))
      .toBeVisible()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Details' }).click()
    await expect.element(page.getByRole('table', { name: 'Payoff at expiry' })).toBeVisible()
    await expect.element(page.getByRole('row', { name: 'Strike $255.00 $2,768.00' })).toBeVisible()
    await expect.element(page.getByText('Vega per 1 %')).toBeVisible()
  })

  test('conveys the severity of checklist items also as text', async () => {
    await renderPanel()
    await card().getByText('2 Good').click()
    const list = card().getByRole('list', { name: 'Checklist' })
    await expect.element(list).toBeVisible()
    expect(list.element().textContent).toMatch(
      /Probability of expiring worthless: Good\..*Earnings: Watch\..*Dividend: Poor\./,
    )
  })

  describe.each(testFonts)('in the font %s', (font) => {
    beforeAll(() => applyFont(font))
    afterAll(() => applyFont('Inter'))

    test.each([
      [410, 231.42],
      [330, 254.6],
      [280, 228],
    ])('draws labels without overlaps, %i px wide, stock at %d', async (width, stockPrice) => {
      live.setState({
        quotes: {
          AAPL: {
            symbol: 'AAPL',
            last: stockPrice,
            change: 0,
            percentageChange: 0,
            volume: 1,
            time: '2026-11-12T20:59:00Z',
          },
        },
      })
      const { panel } = await renderPanel(width)
      await expect.poll(() => panel().querySelectorAll('.how-label').length).toBeGreaterThanOrEqual(3)
      const boxes = [...panel().querySelectorAll('.how-label')].map((label) => label.getBoundingClientRect())
      const frame = panel().querySelector('.how-payoff-frame')!.getBoundingClientRect()
      for (const [index, box] of boxes.entries()) {
        expect(box.left).toBeGreaterThanOrEqual(frame.left - 1)
        expect(box.right).toBeLessThanOrEqual(frame.right + 1)
        for (const other of boxes.slice(index + 1)) {
          const areApart =
            box.right <= other.left ||
            other.right <= box.left ||
            box.bottom <= other.top ||
            other.bottom <= box.top
          expect(areApart).toBe(true)
        }
      }
    })

    test.each([320, 390, 410, 600, 1000])('fits %i px', async (width) => {
      const { panel } = await renderPanelAndReview(width)
      const body = panel().querySelector('.panel-body')!
      expect(body.scrollWidth).toBeLessThanOrEqual(body.clientWidth)
      for (const element of panel().querySelectorAll('.how-card dd, .how-matrix [data-cell]'))
        expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth + 1)
    })
  })
})

describe('states', () => {
  test('a pending response shows a skeleton', async () => {
    respond = () => new Promise<Response>(() => undefined)
    const { panel } = await renderPanel()
    await expect.poll(() => panel().dataset['state']).toBe('loading')
    expect(panel().getAttribute('aria-busy')).toBe('true')
    await expect.poll(() => panel().querySelectorAll('.bone').length).toBeGreaterThan(2)
  })

  test('an error explains what to do, and a retry loads the cards', async () => {
    respond = () => json(problemDetails('internal'), 500)
    const { panel } = await renderPanel()
    await expect.poll(() => panel().dataset['state']).toBe('error')
    await expect.element(page.getByRole('alert').getByText('Something went wrong')).toBeVisible()
    serve(sampleIncome())
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(review()).toBeVisible()
  })

  test('an unknown symbol cannot be retried', async () => {
    respond = () => json(problemDetails('symbol-unknown'), 404)
    await renderPanel()
    await expect.element(page.getByRole('alert').getByText('“AAPL” is not a symbol we know')).toBeVisible()
    await expect.element(page.getByText(/Error id/)).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  })

  test.each([
    ['no-chain', 'No listed options for AAPL'],
    ['not-given', 'No option data for AAPL'],
    ['not-provided', 'No option data for AAPL'],
  ] as const)('a symbol without options, reason %s: %s', async (reason, title) => {
    serve(
      sampleIncome({
        callOptimals: [],
        putOptimals: [],
        listedContracts: 0,
        optionsAsOf: null,
        unknown: [{ field: 'optionsAsOf', reason, asOf: null }],
      }),
    )
    const { panel } = await renderPanel()
    await expect.element(page.getByText(title)).toBeVisible()
    expect(panel().dataset['state']).toBe('empty')
  })

  test('if only the other strategy fits, one click shows it', async () => {
    serve(sampleIncome({ callOptimals: [] }))
    const { panel } = await renderPanel()
    await expect.element(page.getByText('No covered call fits AAPL today')).toBeVisible()
    expect(panel().dataset['state']).toBe('empty')
    await page.getByRole('button', { name: 'Show the other strategy' }).click()
    await expect.element(page.getByRole('heading', { name: /205 Put/ })).toBeVisible()
  })

  test('without a symbol the panel prompts for one', async () => {
    view.setState({ symbol: '' })
    await renderPanel()
    await expect.element(page.getByText('Choose a symbol to see income trades.')).toBeVisible()
    expect(requests).toEqual([])
  })
})
