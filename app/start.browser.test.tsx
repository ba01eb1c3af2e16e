import './app.css'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { bridgeNamespace, type FromFrame, type ToFrame } from '#contract/bridge.ts'
import { readPageOptions, type WidgetOptions, type WidgetType } from '#contract/options.ts'
import { problem, type ProblemCode } from '#contract/problem.ts'
import { settings } from './api/fake-network.ts'
import type { Stop } from './bridge.ts'
import { madeUpIncome } from './panels/how/made-up.ts'
import { madeUpIdeas } from './panels/what/made-up.ts'
import { madeUpHistory, madeUpNews, madeUpWhy } from './panels/why/made-up.ts'
import { startApp } from './start.tsx'
import { useHost } from './state/host.ts'
import { useLive } from './state/live.ts'
import { initialView, useView } from './state/view.ts'

const id = '0123456789abcdef0123456789abcdef'
const trend = madeUpWhy.oneMonthTrend
const tone = {
  symbol: 'SPY',
  oneMonthTrend: trend,
  sixMonthTrend: { value: 0, sentimentInterpretation: 'Neutral' },
  dataStatus: madeUpWhy.dataStatus,
}

/** Paths that fail, by a part of them. */
let failing: Record<string, ProblemCode>
let asked: string[]
let stop: Stop | undefined
let frame: HTMLElement
let heard: FromFrame[]
let port: MessagePort

function answer(path: string): unknown {
  if (path === '/Token') return { access_token: 't', token_type: 'Bearer', expires_in: 86_400 }
  if (path === '/setCookie') return { expires_in: 86_400, settings }
  if (path.includes('/tradeideas')) return madeUpIdeas()
  if (path.includes('/history')) return madeUpHistory('6M')
  if (path.includes('/why/')) return { ...madeUpWhy, symbol: path.split('/').at(-1) }
  if (path.includes('/income/')) return madeUpIncome()
  if (path.includes('/tone')) return tone
  if (path.includes('/news/')) return madeUpNews
  if (path.includes('/symbols')) {
    return {
      symbols: ['MSFT', 'MSCI'].map((symbol) => ({
        symbol,
        companyName: `${symbol} Corp.`,
        exchange: 'NASDAQ',
        sector: 'Technology',
      })),
    }
  }
  return {}
}

/** Opens the whole app as an embedding page would; resolves when it has come to rest on a screen. */
async function open(change: Partial<WidgetOptions> = {}, widgetType: WidgetType = 'pro', width = 1280) {
  frame.style.inlineSize = `${width}px`
  stop = await startApp()
  const channel = new MessageChannel()
  port = channel.port1
  port.onmessage = ({ data }) => heard.push(data)
  dispatchEvent(
    new MessageEvent('message', {
      data: { ns: bridgeNamespace, type: 'init', id, protocol: 1 },
      source: window.parent,
      origin: location.ancestorOrigins?.[0] ?? location.origin,
      ports: [channel.port2],
    }),
  )
  const [options] = readPageOptions({ destinationId: 'x', apiKey: 'k', userId: 'u', widgetType, ...change })
  tell({ type: 'start', widgetType, options, canRenew: false, loader: '1' })
}
const tell = (message: ToFrame) => port.postMessage(message)
const events = (name: string) =>
  heard
    .filter((one) => one.type === 'event' && one.name === name)
    .map((one) => one.type === 'event' && one.payload)
const ready = () => expect.poll(() => heard, { timeout: 5000 }).toContainEqual({ type: 'ready' })
const panels = () =>
  [...document.querySelectorAll<HTMLElement>('[data-panel]')]
    .filter((one) => one.checkVisibility())
    .map((one) => one.dataset['panel'])
const setSymbol = (payload: { symbol: string; sentiment?: 'Bullish' | 'Bearish' | 'Neutral' }) =>
  tell({ type: 'command', name: 'SET_SYMBOL', payload })

// The test server makes each file when it is first asked for; the clocks of the tests do not run meanwhile.
beforeAll(
  () =>
    Promise.all([
      import('./panels/why/price-chart.tsx'),
      import('./panels/why/why-panel.tsx'),
      import('./panels/how/how-panel.tsx'),
      import('./panels/how/trades.tsx'),
      import('./header.tsx'),
      import('./banner.tsx'),
      import('./summary.tsx'),
    ]),
  60_000,
)
beforeEach(() => {
  failing = {}
  asked = []
  heard = []
  window.name = id
  frame = document.createElement('div')
  frame.id = 'root'
  frame.style.blockSize = '768px'
  document.body.append(frame)
  useHost.setState(useHost.getInitialState(), true)
  useView.setState(initialView, true)
  useLive.setState(useLive.getInitialState(), true)
  vi.spyOn(window.parent, 'postMessage').mockImplementation(() => undefined)
  vi.stubGlobal(
    'WebSocket',
    class {
      close() {}
      send() {}
    },
  )
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    asked.push(`${init.method ?? 'GET'} ${path}`)
    const code = Object.entries(failing).find(([part]) => path.includes(part))?.[1]
    return Promise.resolve(
      code
        ? Response.json(problem(code, { origin: 'https://partner.example' }), {
            status: problem(code).status,
          })
        : Response.json(answer(path)),
    )
  })
})
afterEach(() => {
  stop?.()
  frame.remove()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the symbol', () => {
  test('the page named is shown and not reported back', async () => {
    await open({ symbol: 'msft' })
    await ready()
    await expect
      .poll(() => document.querySelector('[data-panel="why"]')?.getAttribute('data-symbol'), {
        timeout: 5000,
      })
      .toBe('MSFT')
    expect(events('SYMBOL_CHANGED')).toEqual([])
  })

  test('without one the strongest idea is shown, and the page is told', async () => {
    await open()
    await expect.poll(() => events('SYMBOL_CHANGED')).toEqual(['F'])
  })

  test('SET_SYMBOL changes it once, keeps the tab, and takes the direction along', async () => {
    await open({ symbol: 'AAPL' }, 'pro', 390)
    await ready()
    useView.setState({ tab: 'how' })
    setSymbol({ symbol: 'brk.b', sentiment: 'Bearish' })
    setSymbol({ symbol: 'BRK.B', sentiment: 'Bearish' })
    await expect.poll(() => events('SYMBOL_CHANGED')).toEqual(['BRK.B'])
    expect(useView.getState()).toMatchObject({ symbol: 'BRK.B', sentimentOverride: 'Bearish', tab: 'how' })
    expect(panels()).toEqual(['how'])
  })

  test('what is not a ticker is ignored', async () => {
    await open({ symbol: 'AAPL' })
    await ready()
    for (const symbol of ['', 'has space', 'A'.repeat(16), '<b>']) setSymbol({ symbol })
    tell({ type: 'command', name: 'SET_SYMBOL', payload: null as never })
    setSymbol({ symbol: 'KO', sentiment: 'Sideways' as never })
    await expect.poll(() => events('SYMBOL_CHANGED')).toEqual(['KO'])
    expect(useView.getState().sentimentOverride).toBeNull()
  })

  test('an unknown one is said by its panel, and the rest goes on', async () => {
    failing = { '/why/ZZZZ': 'symbol-unknown', '/income/ZZZZ': 'symbol-unknown' }
    await open({ symbol: 'ZZZZ' })
    await ready()
    await expect.element(page.getByText('Unknown symbol').first()).toBeVisible()
    expect(document.querySelector('[data-panel="why"]')?.getAttribute('data-state')).toMatch(
      /^(empty|error)$/,
    )
    expect(document.querySelector('[data-panel="what"]')?.getAttribute('data-state')).toBe('ready')
  })

  test('typed into the search is found, picked with Enter, and reported once', async () => {
    await open({ symbol: 'AAPL' })
    await ready()
    await page.getByRole('combobox', { name: 'Search symbol or company' }).fill('ms')
    await expect.element(page.getByRole('option', { name: /MSCI/ })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.poll(() => events('SYMBOL_CHANGED')).toEqual(['MSCI'])
  })

  test('Esc in the search brings back what was shown', async () => {
    await open({ symbol: 'AAPL' })
    await ready()
    const search = page.getByRole('combobox', { name: 'Search symbol or company' })
    await search.fill('ms')
    await userEvent.keyboard('{Escape}')
    await expect.element(search).toHaveValue('AAPL')
    expect(events('SYMBOL_CHANGED')).toEqual([])
  })
})

describe('layout', () => {
  test.each([
    [1440, ['what', 'why', 'how']],
    [1280, ['what', 'why', 'how']],
    [1024, ['what', 'why', 'how']],
    [1023, ['why']],
    [390, ['why']],
    [320, ['why']],
  ])('at %i px it shows %o, and nothing is wider than the widget', async (width, shown) => {
    await open(
      {
        symbol: 'AAPL',
        showSupportButtons: true,
        showDisclaimer: true,
        showBusinessInquiries: true,
        showSocialButtons: true,
      },
      'pro',
      width,
    )
    await ready()
    expect(panels()).toEqual(shown)
    const widget = document.querySelector('.w')
    expect(widget?.scrollWidth).toBe(width)
    for (const part of document.querySelectorAll('.header, .footer, .tabs, .data-status')) {
      expect(part.getBoundingClientRect().right, part.className).toBeLessThanOrEqual(
        widget?.getBoundingClientRect().right ?? 0,
      )
    }
    await expect
      .element(page.getByRole('link', { name: 'Characteristics and Risks of Standardized Options' }))
      .toBeVisible()
    await expect
      .element(page.getByText('Options involve risk and are not suitable for all investors.'))
      .toBeVisible()
    await expect.element(page.getByRole('group', { name: 'Data status' })).toBeVisible()
  })

  test('tabs move with the arrow keys and activate at once', async () => {
    await open({ symbol: 'AAPL' }, 'pro', 640)
    await ready()
    await page.getByRole('tab', { name: 'Why' }).click()
    await userEvent.keyboard('{ArrowRight}')
    expect(panels()).toEqual(['how'])
    await userEvent.keyboard('{ArrowRight}')
    expect(panels()).toEqual(['what'])
    await expect.element(page.getByRole('tab', { name: 'What' })).toHaveFocus()
  })

  test('the strategies widget is How with a summary that opens to Why', async () => {
    await open({ symbol: 'AAPL' }, 'proStrategies')
    await ready()
    expect(panels()).toEqual(['how'])
    await page.getByRole('button', { name: 'Show analysis' }).click()
    await expect.poll(panels).toEqual(['why', 'how'])
  })
})

describe('options', () => {
  const named = {
    showHeader: () => page.getByRole('banner'),
    showMarketToneInHeader: () => page.getByText('Market tone'),
    showWhatPanel: () => page.getByRole('heading', { name: 'Trade ideas' }),
    showSupportButtons: () => page.getByRole('link', { name: 'FAQ' }),
    showDisclaimer: () => page.getByRole('button', { name: 'Disclaimer' }),
    showBusinessInquiries: () => page.getByRole('link', { name: 'Business inquiries' }),
    showSocialButtons: () => page.getByRole('button', { name: 'Share' }),
    showNewsTab: () => page.getByRole('tab', { name: 'News' }),
  } as const

  test.each(Object.keys(named) as (keyof typeof named)[])('%s does what it says', async (option) => {
    await open({ symbol: 'AAPL', [option]: true })
    await ready()
    await expect.element(named[option]()).toBeVisible()
    stop?.()
    heard = []
    await open({ symbol: 'AAPL', [option]: false })
    await ready()
    await expect
      .poll(() => document.querySelector('[data-panel="why"]')?.getAttribute('data-state'))
      .toBe('ready')
    expect(named[option]().elements()).toHaveLength(0)
    // Whatever the options: the notice, the document and the state of the data.
    await expect
      .element(page.getByRole('link', { name: 'Characteristics and Risks of Standardized Options' }))
      .toBeVisible()
    await expect.element(page.getByRole('group', { name: 'Data status' })).toBeVisible()
  })

  test('hideLocalizationOptions takes the language away and leaves the rest of the settings', async () => {
    await open({ symbol: 'AAPL', hideLocalizationOptions: true })
    await ready()
    await page.getByRole('button', { name: 'Settings' }).click()
    await expect.element(page.getByRole('radio', { name: 'Colour-safe' })).toBeVisible()
    expect(page.getByRole('combobox', { name: 'Language' }).elements()).toHaveLength(0)
  })

  test('the disclaimer opens, closes with Esc, and gives the focus back', async () => {
    await open({ symbol: 'AAPL', showDisclaimer: true })
    await ready()
    await page.getByRole('button', { name: 'Disclaimer' }).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(page.getByRole('dialog').elements()).toHaveLength(0)
    await expect.element(page.getByRole('button', { name: 'Disclaimer' })).toHaveFocus()
  })

  test('SET_THEME is live and only for themes there are', async () => {
    await open({ symbol: 'AAPL' })
    await ready()
    tell({ type: 'command', name: 'SET_THEME', payload: { theme: 'dark' } })
    await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark')
    tell({ type: 'command', name: 'SET_THEME', payload: { theme: 'pink' as never } })
    tell({ type: 'command', name: 'SET_THEME', payload: { theme: 'three-panel-light' } })
    await expect.poll(() => document.documentElement.dataset['theme']).toBe('three-panel-light')
  })

  test('SET_LOCALE turns the widget round for a language read from right to left', async () => {
    await open({ symbol: 'AAPL' })
    await ready()
    tell({ type: 'command', name: 'SET_LOCALE', payload: { locale: 'ar-EG' } })
    await expect.poll(() => document.documentElement.dir).toBe('rtl')
    expect(document.documentElement.lang).toBe('ar')
    tell({ type: 'command', name: 'SET_LOCALE', payload: { locale: 'en-GB' } })
    await expect.poll(() => document.documentElement.dir).toBe('ltr')
  })
})

describe('without a session', () => {
  test('a refused domain is told which origin to submit, neutrally; the page hears why', async () => {
    failing = { '/setCookie': 'domain-not-whitelisted' }
    await open({ symbol: 'AAPL' })
    await expect.element(page.getByRole('alert').getByText('https://partner.example')).toBeVisible()
    await expect.poll(() => events('ERROR')).toMatchObject([{ code: 'DOMAIN_NOT_WHITELISTED' }])
    expect(panels()).toEqual([])
    expect(heard).not.toContainEqual({ type: 'ready' })
  })

  test('a credential that is not valid is an AUTH error', async () => {
    failing = { '/Token': 'credential-invalid' }
    await open({ symbol: 'AAPL' })
    await expect.element(page.getByText('The widget could not start')).toBeVisible()
    await expect.poll(() => events('ERROR')).toMatchObject([{ code: 'AUTH' }])
  })

  test('one that ends leaves the data on screen, says so, and tells the page once', async () => {
    await open({ symbol: 'AAPL' })
    await ready()
    await expect
      .poll(() => document.querySelector('[data-panel="why"]')?.getAttribute('data-state'))
      .toBe('ready')
    failing = { '/api/': 'session-ended', '/Token': 'credential-invalid' }
    useView.setState({ symbol: 'KO' })
    await expect
      .element(page.getByText('Session ended. The data on screen is no longer updated.'))
      .toBeVisible()
    expect(panels()).toEqual(['what', 'why', 'how'])
    await expect.poll(() => events('ERROR')).toMatchObject([{ code: 'AUTH' }])
  })
})

test('destroyed, it ends the session and empties itself', async () => {
  await open({ symbol: 'AAPL' })
  await ready()
  tell({ type: 'destroy' })
  await expect.poll(() => asked).toContain('DELETE /session')
  await expect.poll(() => frame.childElementCount).toBe(0)
})

test('an offline widget keeps what it has and says of when it is', async () => {
  await open({ symbol: 'AAPL' })
  await ready()
  useLive.setState({ connection: 'offline', stale: true, lastFrameAt: Date.parse('2026-11-20T20:58:00Z') })
  await expect.element(page.getByText('You are offline: showing data from 15:58 ET.')).toBeVisible()
  await expect.element(page.getByText('Stale since 15:58 ET')).toBeVisible()
  await expect.poll(panels).toEqual(['what', 'why', 'how'])
})
