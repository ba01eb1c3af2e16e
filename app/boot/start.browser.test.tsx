/* oxlint-disable no-restricted-globals -- reads the widget's storage and denies it */
import '#app/ui/base.css'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { bridgeNamespace, type FromFrame, type ToFrame } from '#contract/bridge/bridge.ts'
import { readPageOptions, type WidgetOptions, type WidgetType } from '#contract/bridge/options/options.ts'
import { problemDetails } from '#contract/api/problem-details.ts'
import type { ProblemCode } from '#contract/api/problem.ts'
import { loadLazyModules } from '#app/testing/lazy-modules.ts'
import { fakeResponse } from '#app/testing/fake-responses.ts'
import { settings } from '#app/testing/fake-network.ts'
import type { Stop } from '#app/state/stop.ts'
import { transportOf } from '#app/bridge/bridge.ts'
import { openHandshake } from '#app/bridge/handshake.ts'
import { createPreSession } from './session/pre-session.ts'
import { startApp } from './start.tsx'
import { type AppState, makeState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import { useLive } from '#app/state/live.ts'
import { selectSymbol, setTab, useView } from '#app/state/view.ts'
import { applyFont, testFonts } from '#app/testing/fonts.ts'

const instanceId = '0123456789abcdef0123456789abcdef'

/** Problem codes by part of a path: requests to a path that contains the key fail with that problem. */
let failures: Record<string, ProblemCode>
let requests: string[]
let stop: Stop | undefined
/** The state of the app that was opened last. */
let state: AppState
let root: HTMLElement
let received: FromFrame[]
let port: MessagePort

/** Opens the whole app as an embedding page would. */
async function open(
  optionOverrides: Partial<WidgetOptions> = {},
  widgetType: WidgetType = 'pro',
  width = 1280,
) {
  root.style.inlineSize = `${width}px`
  state = makeState()
  // Same order as in app/first.ts: the handshake needs the pre-session, which sends through the handshake.
  const { onRawMessage, takePreSession } = createPreSession((message) => handshake.send(message))
  const handshake = openHandshake(onRawMessage)
  stop = await startApp({ state, open: transportOf(handshake), takePreSession })
  const channel = new MessageChannel()
  port = channel.port1
  // A late message of this app must not count for the next test.
  const messages = received
  port.onmessage = ({ data }) => messages.push(data)
  dispatchEvent(
    new MessageEvent('message', {
      data: { ns: bridgeNamespace, type: 'init', id: instanceId, protocol: 1 },
      source: window.parent,
      origin: location.ancestorOrigins?.[0] ?? location.origin,
      ports: [channel.port2],
    }),
  )
  const [options] = readPageOptions({
    destinationId: 'x',
    apiKey: 'k',
    userId: 'u',
    widgetType,
    ...optionOverrides,
  })
  send({ type: 'start', widgetType, options, canRenew: false, loader: '1' })
}
const send = (message: ToFrame) => port.postMessage(message)
const payloadsOf = (name: string) =>
  received
    .filter((message) => message.type === 'event' && message.name === name)
    .map((message) => message.type === 'event' && message.payload)
const waitUntilReady = () => expect.poll(() => received).toContainEqual({ type: 'ready', state: 'ready' })
const visiblePanels = () =>
  [...document.querySelectorAll<HTMLElement>('[data-panel]')]
    .filter((panel) => panel.checkVisibility())
    .map((panel) => panel.dataset['panel'])
const setSymbol = (payload: { symbol: string; sentiment?: 'Bullish' | 'Bearish' | 'Neutral' }) =>
  send({ type: 'command', name: 'SET_SYMBOL', payload })

// The test server builds each file on its first request; loading here does not count towards the tests' timeouts.
beforeAll(loadLazyModules, 60_000)
beforeEach(() => {
  failures = {}
  requests = []
  received = []
  window.name = instanceId
  // oxlint-disable-next-line no-restricted-globals -- clears choices of another test
  localStorage.clear()
  root = document.createElement('div')
  root.id = 'root'
  root.style.blockSize = '768px'
  document.body.append(root)
  sessionStorage.clear()
  vi.spyOn(window.parent, 'postMessage').mockImplementation(() => undefined)
  vi.stubGlobal(
    'WebSocket',
    class {
      close() {}
      send() {}
    },
  )
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    requests.push(`${init.method ?? 'GET'} ${path}`)
    const code = Object.entries(failures).find(([part]) => path.includes(part))?.[1]
    return Promise.resolve(
      code
        ? Response.json(problemDetails(code, { origin: 'https://partner.example' }), {
            status: problemDetails(code).status,
          })
        : Response.json(fakeResponse(path)),
    )
  })
})
afterEach(() => {
  stop?.()
  root.remove()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('takes over the requests that the pre-session has sent, without repeating them', async () => {
  // Too narrow for the column of yields, which needs a separate request.
  await open({}, 'pro', 1100)
  await waitUntilReady()
  await expect
    .poll(() => document.querySelector('[data-panel="how"]')?.getAttribute('data-state'))
    .toBe('ready')
  const countOf = (path: string) => requests.filter((request) => request.endsWith(path)).length
  for (const path of ['/Token', '/setCookie', '/what/tradeideas', '/why/F', '/how/income/F'])
    expect(countOf(path), path).toBe(1)
})

describe('the symbol', () => {
  test('set by the page’s options is displayed and not reported back', async () => {
    await open({ symbol: 'msft' })
    await waitUntilReady()
    await expect
      .poll(() => document.querySelector('[data-panel="why"]')?.getAttribute('data-symbol'))
      .toBe('MSFT')
    expect(payloadsOf('SYMBOL_CHANGED')).toEqual([])
  })

  test('is that of the strongest idea by default, and is reported after the widget is ready', async () => {
    await open()
    await expect.poll(() => payloadsOf('SYMBOL_CHANGED')).toEqual(['F'])
    const names = received.map((message) => (message.type === 'event' ? message.name : message.type))
    expect(names.indexOf('ready')).toBeLessThan(names.indexOf('SYMBOL_CHANGED'))
  })

  test('and the direction are set by SET_SYMBOL; a repeated command changes nothing, and the tab does not change', async () => {
    await open({ symbol: 'AAPL' }, 'pro', 390)
    await waitUntilReady()
    useView.of(state).setState({ tab: 'how' })
    setSymbol({ symbol: 'brk.b', sentiment: 'Bearish' })
    setSymbol({ symbol: 'BRK.B', sentiment: 'Bearish' })
    await expect.poll(() => payloadsOf('SYMBOL_CHANGED')).toEqual(['BRK.B'])
    expect(useView.of(state).getState()).toMatchObject({
      symbol: 'BRK.B',
      sentimentOverride: 'Bearish',
      tab: 'how',
    })
    expect(visiblePanels()).toEqual(['how'])
  })

  test('does not change if SET_SYMBOL has no valid ticker; an invalid direction is ignored', async () => {
    await open({ symbol: 'AAPL' })
    await waitUntilReady()
    for (const symbol of ['', 'has space', 'A'.repeat(16), '<b>']) setSymbol({ symbol })
    send({ type: 'command', name: 'SET_SYMBOL', payload: null as never })
    setSymbol({ symbol: 'KO', sentiment: 'Sideways' as never })
    await expect.poll(() => payloadsOf('SYMBOL_CHANGED')).toEqual(['KO'])
    expect(useView.of(state).getState().sentimentOverride).toBeNull()
  })

  test('if unknown, is reported by its panel; the other panels work', async () => {
    failures = { '/why/ZZZZ': 'symbol-unknown', '/income/ZZZZ': 'symbol-unknown' }
    await open({ symbol: 'ZZZZ' })
    await waitUntilReady()
    await expect.element(page.getByText('“ZZZZ” is not a symbol we know').first()).toBeVisible()
    // How may show the reason before Why has rendered.
    const stateOf = (panel: string) =>
      document.querySelector(`[data-panel="${panel}"]`)?.getAttribute('data-state')
    await expect.poll(() => stateOf('why')).toMatch(/^(empty|error)$/)
    expect(stateOf('what')).toBe('ready')
    await expect.poll(() => payloadsOf('ERROR')).toMatchObject([{ code: 'UNKNOWN_SYMBOL' }])
  })

  test('if set by the page and unknown, causes UNKNOWN_SYMBOL and no SYMBOL_CHANGED', async () => {
    failures = { '/why/ZZZZ': 'symbol-unknown', '/income/ZZZZ': 'symbol-unknown' }
    await open({ symbol: 'AAPL' })
    await waitUntilReady()
    setSymbol({ symbol: 'ZZZZ' })
    await expect.element(page.getByText('“ZZZZ” is not a symbol we know').first()).toBeVisible()
    await expect
      .poll(() => payloadsOf('ERROR'))
      .toMatchObject([
        {
          code: 'UNKNOWN_SYMBOL',
          message: 'UNKNOWN_SYMBOL: the service has no symbol ZZZZ; check the ticker',
        },
      ])
    setSymbol({ symbol: 'MSFT' })
    await expect.poll(() => payloadsOf('SYMBOL_CHANGED')).toEqual(['MSFT'])
  })

  test('can be searched and picked with Enter, and is reported once', async () => {
    await open({ symbol: 'AAPL' })
    await waitUntilReady()
    await page.getByRole('combobox', { name: 'Search symbol or company' }).fill('ms')
    await expect.element(page.getByRole('option', { name: /MSCI/ })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.poll(() => payloadsOf('SYMBOL_CHANGED')).toEqual(['MSCI'])
  })

  test('is restored in the search field by Esc', async () => {
    await open({ symbol: 'AAPL' })
    await waitUntilReady()
    const search = page.getByRole('combobox', { name: 'Search symbol or company' })
    await search.fill('ms')
    await userEvent.keyboard('{Escape}')
    await expect.element(search).toHaveValue('AAPL')
    expect(payloadsOf('SYMBOL_CHANGED')).toEqual([])
  })
})

describe('after a reload of the frame', () => {
  const currentSymbol = () => useView.of(state).getState().symbol
  /** Restarts the widget like a reload of the frame: the loader sends the options and the page's last command again. */
  async function reload(optionOverrides: Partial<WidgetOptions>, lastCommand?: { symbol: string }) {
    // A reload does not call `stop`, which deletes the stored view: restore it.
    const storedView = sessionStorage.getItem(instanceId)!
    stop?.()
    sessionStorage.setItem(instanceId, storedView)
    received = []
    await open(optionOverrides)
    if (lastCommand) setSymbol(lastCommand)
    await waitUntilReady()
  }
  const expectStoredView = () => expect.poll(() => sessionStorage.getItem(instanceId))

  test('restores the user’s symbol, direction and tab, and reports nothing', async () => {
    await open({ symbol: 'AAPL' })
    await waitUntilReady()
    setSymbol({ symbol: 'IBM' })
    await expect.poll(currentSymbol).toBe('IBM')
    await expectStoredView().toContain('"IBM"')
    // Wait for the event: a symbol that is replaced before the service has responded is not reported.
    await expect.poll(() => payloadsOf('SYMBOL_CHANGED')).toEqual(['IBM'])
    selectSymbol(state, 'MSFT', { origin: 'user', sentiment: 'Bearish' })
    setTab(state, 'how')
    await expectStoredView().toContain('"how"')
    await expect.poll(() => payloadsOf('SYMBOL_CHANGED')).toEqual(['IBM', 'MSFT'])
    await reload({ symbol: 'AAPL' }, { symbol: 'IBM' })
    expect(useView.of(state).getState()).toMatchObject({
      symbol: 'MSFT',
      sentimentOverride: 'Bearish',
      tab: 'how',
    })
    expect(payloadsOf('SYMBOL_CHANGED')).toEqual([])
    await reload({ symbol: 'AAPL' }, { symbol: 'IBM' })
    expect(currentSymbol(), 'the stored view also survives a second reload').toBe('MSFT')
    setSymbol({ symbol: 'IBM' })
    await expect
      .poll(currentSymbol, { message: 'the same command, sent again after the reload, is executed' })
      .toBe('IBM')
  })

  test('SET_SYMBOL switches from the list to Why, but does not leave How', async () => {
    await open({ tab: 'what' })
    await waitUntilReady()
    expect(useView.of(state).getState().tab).toBe('what')
    setSymbol({ symbol: 'IBM' })
    await expect.poll(currentSymbol).toBe('IBM')
    expect(useView.of(state).getState().tab).toBe('why')
    setTab(state, 'how')
    setSymbol({ symbol: 'MSFT' })
    await expect.poll(currentSymbol).toBe('MSFT')
    expect(useView.of(state).getState().tab).toBe('how')
  })

  test('a command sent during the reload takes precedence over the user’s view', async () => {
    await open({ symbol: 'AAPL' })
    await waitUntilReady()
    setSymbol({ symbol: 'IBM' })
    await expect.poll(currentSymbol).toBe('IBM')
    selectSymbol(state, 'MSFT', { origin: 'user' })
    await expectStoredView().toContain('"MSFT"')
    await reload({ symbol: 'AAPL' }, { symbol: 'KO' })
    await expect.poll(currentSymbol).toBe('KO')
  })

  test('a different symbol in the page’s options takes precedence over the user’s view', async () => {
    await open({ symbol: 'AAPL' })
    await waitUntilReady()
    selectSymbol(state, 'MSFT', { origin: 'user' })
    await expectStoredView().toContain('"MSFT"')
    await reload({ symbol: 'KO' })
    expect(currentSymbol()).toBe('KO')
  })

  test.each(['null', '{', '{"symbol":"<b>","tab":7,"first":"AAPL"}'])(
    'ignores the invalid stored view %s',
    async (text) => {
      sessionStorage.setItem(instanceId, text)
      await open({ symbol: 'AAPL' })
      await waitUntilReady()
      expect(useView.of(state).getState()).toMatchObject({ symbol: 'AAPL', tab: 'why' })
    },
  )

  test('starts with the page’s options if storage is denied', async () => {
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    await open({ symbol: 'AAPL' })
    await waitUntilReady()
    setSymbol({ symbol: 'IBM' })
    await expect.poll(currentSymbol).toBe('IBM')
    await expect
      .poll(() => document.querySelector('[data-panel="why"]')?.getAttribute('data-state'))
      .toBe('ready')
    send({ type: 'destroy' })
    await expect.poll(() => root.childElementCount).toBe(0)
  })

  test('destroy deletes the stored view, and the start clears the storage if it has too many entries', async () => {
    for (let index = 0; index < 30; index++) sessionStorage.setItem(`removed ${index}`, '{}')
    await open({ symbol: 'AAPL' })
    await waitUntilReady()
    await expectStoredView().toContain('"AAPL"')
    expect(sessionStorage).toHaveLength(1)
    expect(Object.keys(JSON.parse(sessionStorage.getItem(instanceId)!) as object)).toEqual([
      'symbol',
      'sentiment',
      'tab',
      'first',
    ])
    send({ type: 'destroy' })
    await expectStoredView().toBeNull()
  })
})

describe.each(testFonts)('layout in the font %s', (font) => {
  beforeAll(() => applyFont(font))
  afterAll(() => applyFont('Inter'))

  test.each([
    [1440, ['what', 'why', 'how']],
    [1280, ['what', 'why', 'how']],
    [1024, ['what', 'why', 'how']],
    [1023, ['why']],
    [390, ['why']],
    [320, ['why']],
  ])('at %i px it shows %o, and nothing is wider than the widget', async (width, visible) => {
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
    await waitUntilReady()
    expect(visiblePanels()).toEqual(visible)
    const widget = document.querySelector('.w')
    expect(widget?.scrollWidth).toBe(width)
    for (const element of document.querySelectorAll('.header, .footer, .tabs, .data-status')) {
      expect(element.getBoundingClientRect().right, element.className).toBeLessThanOrEqual(
        widget?.getBoundingClientRect().right ?? 0,
      )
    }
    await expect
      .element(page.getByRole('link', { name: /Characteristics and Risks of Standardized Options/ }))
      .toBeVisible()
    await expect
      .element(page.getByText('Options involve risk and are not suitable for all investors.'))
      .toBeVisible()
    await expect.element(page.getByRole('group', { name: 'Data status' })).toBeVisible()
  })

  test('arrow keys move between tabs and activate them', async () => {
    await open({ symbol: 'AAPL' }, 'pro', 640)
    await waitUntilReady()
    await page.getByRole('tab', { name: 'Why' }).click()
    await userEvent.keyboard('{ArrowRight}')
    expect(visiblePanels()).toEqual(['how'])
    await userEvent.keyboard('{ArrowRight}')
    expect(visiblePanels()).toEqual(['what'])
    await expect.element(page.getByRole('tab', { name: 'What' })).toHaveFocus()
  })

  test('the strategies widget is How with a summary that expands to Why', async () => {
    await open({ symbol: 'AAPL' }, 'proStrategies')
    await waitUntilReady()
    expect(visiblePanels()).toEqual(['how'])
    await page.getByRole('button', { name: 'Show analysis' }).click()
    await expect.poll(visiblePanels).toEqual(['why', 'how'])
  })
})

describe('options', () => {
  const elementOf = {
    showHeader: () => page.getByRole('banner'),
    showMarketToneInHeader: () => page.getByText('Market tone'),
    showWhatPanel: () => page.getByRole('heading', { name: 'Scan results' }),
    showSupportButtons: () => page.getByRole('link', { name: 'FAQ' }),
    showDisclaimer: () => page.getByRole('button', { name: 'Disclaimer' }),
    showBusinessInquiries: () => page.getByRole('link', { name: 'Business inquiries' }),
    showSocialButtons: () => page.getByRole('button', { name: 'Share' }),
    showNewsTab: () => page.getByRole('tab', { name: 'News' }),
  } as const

  test.each(Object.keys(elementOf) as (keyof typeof elementOf)[])(
    '%s shows and hides its element',
    async (option) => {
      await open({ symbol: 'AAPL', [option]: true })
      await waitUntilReady()
      await expect.element(elementOf[option]()).toBeVisible()
      stop?.()
      received = []
      await open({ symbol: 'AAPL', [option]: false })
      await waitUntilReady()
      await expect
        .poll(() => document.querySelector('[data-panel="why"]')?.getAttribute('data-state'))
        .toBe('ready')
      expect(elementOf[option]().elements()).toHaveLength(0)
      // The link to the options disclosure document and the data status are always shown.
      await expect
        .element(page.getByRole('link', { name: /Characteristics and Risks of Standardized Options/ }))
        .toBeVisible()
      await expect.element(page.getByRole('group', { name: 'Data status' })).toBeVisible()
    },
  )

  test('colours and density come from the page’s options until the user chooses; the choice also applies to the next frame', async () => {
    const { dataset } = document.documentElement
    await open({ symbol: 'AAPL', colorConvention: 'red-up', colorVision: 'safe', density: 'compact' })
    await waitUntilReady()
    expect(dataset).toMatchObject({ convention: 'red-up', vision: 'safe', density: 'compact' })
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('radio', { name: 'Green' }).click()
    expect(dataset['convention']).toBe('green-up')
    stop?.()
    received = []
    await open({ symbol: 'AAPL', colorConvention: 'red-up', density: 'compact' })
    await waitUntilReady()
    expect(dataset).toMatchObject({ convention: 'green-up', vision: 'default', density: 'compact' })
  })

  describe('the language', () => {
    const { documentElement: html } = document
    const expectLanguage = () => expect.poll(() => html.lang)
    const selectLanguage = async (name: string) => {
      await page.getByRole('button', { name: 'Settings' }).click()
      await page.getByRole('combobox', { name: 'Language' }).selectOptions(name)
    }
    const setLocale = (locale: string) => send({ type: 'command', name: 'SET_LOCALE', payload: { locale } })
    /** Starts the widget again, as in a new frame. `command` is the page's last SET_LOCALE, which the loader repeats. */
    const restart = async (optionOverrides: Partial<WidgetOptions>, command?: string) => {
      stop?.()
      received = []
      await open({ symbol: 'AAPL', ...optionOverrides })
      if (command) setLocale(command)
      await waitUntilReady()
    }

    test('stays the user’s choice, also in the next frame and if the page’s options change', async () => {
      await open({ symbol: 'AAPL', locale: 'en' })
      await waitUntilReady()
      await selectLanguage('Deutsch')
      await expectLanguage().toBe('de')
      expect(useHost.of(state).getState().locale, 'the page’s language').toBe('en')
      await restart({ locale: 'fr' }, 'es')
      await expectLanguage().toBe('de')
      expect(useHost.of(state).getState().locale).toBe('es')
    })

    test('is set by a later SET_LOCALE of the page, also in the next frame', async () => {
      await open({ symbol: 'AAPL' })
      await waitUntilReady()
      await selectLanguage('Deutsch')
      await expectLanguage().toBe('de')
      setLocale('fr')
      await expectLanguage().toBe('fr')
      await restart({}, 'fr')
      await expectLanguage().toBe('fr')
    })

    test('ignores a stored choice if the settings hide the language', async () => {
      localStorage.setItem('appearance', '{"locale":"de"}')
      await open({ symbol: 'AAPL', hideLocalizationOptions: true })
      await waitUntilReady()
      await expectLanguage().toBe('en')
    })

    test('ignores a stored choice that is not supported', async () => {
      localStorage.setItem('appearance', '{"locale":"xx"}')
      await open({ symbol: 'AAPL', locale: 'ar' })
      await waitUntilReady()
      await expectLanguage().toBe('ar')
      expect(html.dir).toBe('rtl')
    })
  })

  test('How is filled with the latest holdings of the option or the command; invalid holdings are reported and ignored', async () => {
    const shares = () => page.getByRole('textbox', { name: 'Shares' })
    const setHoldings = (payload: object) =>
      send({ type: 'command', name: 'SET_HOLDINGS', payload } as ToFrame)
    await open({ symbol: 'AAPL', holdings: [{ symbol: 'AAPL', shares: 250, costBasis: 180.5 }] })
    await waitUntilReady()
    await expect.element(shares()).toHaveValue('250')
    setHoldings({ holdings: [{ symbol: 'aapl', shares: 300 }] })
    await expect.element(shares()).toHaveValue('300')
    setHoldings({ holdings: [{ symbol: 'AAPL', shares: -1 }] })
    await expect
      .poll(() => payloadsOf('ERROR'))
      .toMatchObject([
        {
          code: 'BAD_COMMAND',
          message: expect.stringContaining('holdings[0].shares must be a number of shares, 0 or more'),
        },
      ])
    await expect.element(shares()).toHaveValue('300')
    // The user's input takes precedence over later holdings of the page.
    await shares().fill('100')
    await expect.poll(() => useView.of(state).getState().positions['AAPL']?.stockQuantity).toBe(100)
    setHoldings({ holdings: [{ symbol: 'AAPL', shares: 500 }] })
    await expect
      .poll(() => useHost.of(state).getState().options?.holdings)
      .toEqual([{ symbol: 'AAPL', shares: 500 }])
    await expect.element(shares()).toHaveValue('100')
    expect(localStorage, 'a page’s list is not stored').toHaveLength(0)
    expect(
      requests.filter((request) => /best-income|\/roll\//.test(request)),
      'content that the user has not opened is not requested',
    ).toEqual([])
  })

  test('invalid holdings in the options are reported, and the Holdings tab shows the user’s stored list', async () => {
    await open({ symbol: 'AAPL', holdings: [{ symbol: 'AAPL', costbasis: 3 } as never] })
    await waitUntilReady()
    expect(payloadsOf('ERROR')).toMatchObject([
      { code: 'BAD_OPTION', message: expect.stringContaining('did you mean costBasis?') },
    ])
    await page.getByRole('tab', { name: 'Holdings' }).click()
    await expect.element(page.getByText('Nothing on the list yet')).toBeVisible()
  })

  test('an invalid value is reported with what was expected, and the default is used', async () => {
    await open({ symbol: 'AAPL', density: 'tiny' as never, shortcuts: 'no' as never })
    await waitUntilReady()
    expect(payloadsOf('ERROR')).toMatchObject([
      {
        code: 'BAD_OPTION',
        message:
          'BAD_OPTION: shortcuts must be true or false, without quotes; density must be comfortable or compact',
      },
    ])
    expect(document.documentElement.dataset['density']).toBe('comfortable')
  })

  describe('shortcuts', () => {
    const shortcutsDialog = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    /** Waits until everything is loaded, and focuses an element of the widget. */
    const focusWidget = async () => {
      await waitUntilReady()
      await expect.element(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible()
      await expect
        .poll(() => document.querySelector('[data-panel="how"]')?.getAttribute('data-state'))
        .toBe('ready')
      // `data-odd`: the link to the options disclosure document, which is always present.
      document.querySelector<HTMLElement>('[data-odd]')?.focus()
    }

    test('/ focuses the search, ? lists all keys, Esc closes the list and restores the focus', async () => {
      await open({ symbol: 'AAPL' })
      await focusWidget()
      await userEvent.keyboard('?')
      await expect.element(shortcutsDialog()).toBeVisible()
      for (const text of ['Go to the search', 'Show this list', 'Choose a time frame and a risk profile'])
        await expect.element(shortcutsDialog().getByText(text)).toBeVisible()
      await userEvent.keyboard('{Escape}')
      await expect.poll(() => shortcutsDialog().elements()).toHaveLength(0)
      expect(document.activeElement?.hasAttribute('data-odd')).toBe(true)
      await userEvent.keyboard('/')
      const search = page.getByRole('combobox', { name: 'Search symbol or company' })
      await expect.element(search).toHaveFocus()
      // In a text field, shortcut keys are typed as text.
      await userEvent.keyboard('?/')
      await expect.element(search).toHaveValue('?/')
      expect(shortcutsDialog().elements()).toHaveLength(0)
    })

    test('without a header, the key ? works and the key / does nothing', async () => {
      await open({ symbol: 'AAPL', showHeader: false })
      await focusWidget()
      await userEvent.keyboard('/')
      expect(document.activeElement?.hasAttribute('data-odd')).toBe(true)
      await userEvent.keyboard('?')
      await expect.element(shortcutsDialog()).toBeVisible()
      expect(shortcutsDialog().getByText('Go to the search').elements()).toHaveLength(0)
    })

    test('with shortcuts: false, single keys do nothing, and the settings menu lists only the other keys', async () => {
      await open({ symbol: 'AAPL', shortcuts: false })
      await focusWidget()
      await userEvent.keyboard('?')
      await userEvent.keyboard('/')
      expect(document.activeElement?.hasAttribute('data-odd')).toBe(true)
      expect(shortcutsDialog().elements()).toHaveLength(0)
      await page.getByRole('button', { name: 'Settings' }).click()
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
      await expect.element(shortcutsDialog().getByText('Move through the list')).toBeVisible()
      expect(shortcutsDialog().getByText('Show this list').elements()).toHaveLength(0)
      await userEvent.keyboard('{Escape}')
      await expect.element(page.getByRole('button', { name: 'Settings' })).toHaveFocus()
    })
  })

  describe('partner settings', () => {
    afterEach(() => void Object.assign(settings, { notice: {}, conflicts: {}, hideAnnualised: false }))
    const footer = () => page.getByRole('contentinfo')

    test('show the notice and the conflicts of interest in the widget’s language, next to the disclosure link', async () => {
      settings.notice = { en: 'Options can lose everything.', de: 'Optionen können alles verlieren.' }
      settings.conflicts = { en: 'Acme may receive payment for orders.' }
      await open({ symbol: 'AAPL' })
      await waitUntilReady()
      await expect.element(footer().getByText('Options can lose everything.')).toBeVisible()
      await expect.element(footer().getByText('Acme may receive payment for orders.')).toBeVisible()
      expect(
        footer()
          .getByText(/are not suitable for all investors/)
          .elements(),
      ).toHaveLength(0)
      expect(document.querySelector('[data-odd]')?.checkVisibility()).toBe(true)
      send({ type: 'command', name: 'SET_LOCALE', payload: { locale: 'de' } })
      await expect.element(footer().getByText('Optionen können alles verlieren.')).toBeVisible()
      await expect.element(footer().getByText('Acme may receive payment for orders.')).toBeVisible()
    })

    describe.each(testFonts)('in the font %s', (font) => {
      beforeAll(() => applyFont(font))
      afterAll(() => applyFont('Inter'))

      test.each([1280, 1024, 390, 320])('texts of maximum length fit at %i px', async (width) => {
        settings.notice = { en: 'Options involve risk. '.repeat(13).trim() }
        settings.conflicts = { en: 'Acme may receive payment. '.repeat(11).trim() }
        await open({ symbol: 'AAPL', showDisclaimer: true, showBusinessInquiries: true }, 'pro', width)
        await waitUntilReady()
        expect(document.querySelector('.w')?.scrollWidth).toBe(width)
        // Below 640 px the footer is one row with a button that shows the other texts.
        const toggle = document.querySelector<HTMLElement>('.footer-toggle')!
        expect(toggle.checkVisibility()).toBe(width < 640)
        if (toggle.checkVisibility())
          await footer().getByRole('button', { name: 'More about these figures' }).click()
        await expect.element(footer().getByText(/may receive payment/)).toBeVisible()
        for (const element of document.querySelectorAll('.footer-notice > *')) {
          expect(element.scrollWidth, element.className).toBeLessThanOrEqual(width)
          expect(element.getBoundingClientRect().height, element.className).toBeGreaterThan(8)
        }
      })
    })

    test('hide annualised returns in figures, sentences and the comparison', async () => {
      settings.hideAnnualised = true
      await open({ symbol: 'AAPL' }, 'proStrategies')
      await waitUntilReady()
      await expect.element(page.getByText('Max risk').first()).toBeVisible()
      expect(document.body.textContent).not.toMatch(/annuali[sz]ed| a year/i)
      stop?.()
      received = []
      settings.hideAnnualised = false
      await open({ symbol: 'AAPL' }, 'proStrategies')
      await waitUntilReady()
      await expect.element(page.getByText(/^Annualized/).first()).toBeVisible()
    })
  })

  test('hideLocalizationOptions hides the language and no other setting', async () => {
    await open({ symbol: 'AAPL', hideLocalizationOptions: true })
    await waitUntilReady()
    await page.getByRole('button', { name: 'Settings' }).click()
    await expect.element(page.getByRole('radio', { name: 'Color-safe' })).toBeVisible()
    expect(page.getByRole('combobox', { name: 'Language' }).elements()).toHaveLength(0)
  })

  test('the disclaimer opens, closes with Esc, and restores the focus', async () => {
    await open({ symbol: 'AAPL', showDisclaimer: true })
    await waitUntilReady()
    await page.getByRole('button', { name: 'Disclaimer' }).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(page.getByRole('dialog').elements()).toHaveLength(0)
    await expect.element(page.getByRole('button', { name: 'Disclaimer' })).toHaveFocus()
  })

  test('SET_THEME applies known themes and ignores others', async () => {
    await open({ symbol: 'AAPL' })
    await waitUntilReady()
    send({ type: 'command', name: 'SET_THEME', payload: { theme: 'dark' } })
    await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark')
    send({ type: 'command', name: 'SET_THEME', payload: { theme: 'pink' as never } })
    send({ type: 'command', name: 'SET_THEME', payload: { theme: 'three-panel-light' } })
    await expect.poll(() => document.documentElement.dataset['theme']).toBe('three-panel-light')
  })

  test('SET_LOCALE mirrors the widget for a right-to-left language', async () => {
    await open({ symbol: 'AAPL' })
    await waitUntilReady()
    send({ type: 'command', name: 'SET_LOCALE', payload: { locale: 'ar-EG' } })
    await expect.poll(() => document.documentElement.dir).toBe('rtl')
    expect(document.documentElement.lang).toBe('ar')
    send({ type: 'command', name: 'SET_LOCALE', payload: { locale: 'en-GB' } })
    await expect.poll(() => document.documentElement.dir).toBe('ltr')
  })

  test('a size without a unit is reported, and the widget starts', async () => {
    await open({ symbol: 'AAPL', height: '600' })
    await waitUntilReady()
    expect(payloadsOf('ERROR')).toMatchObject([
      { code: 'BAD_OPTION', message: expect.stringContaining('height') },
    ])
  })
})

describe('if the session cannot be opened or ends', () => {
  test('on a domain that is not allowed, the widget shows the origin to register, and the page receives the reason', async () => {
    failures = { '/setCookie': 'domain-not-whitelisted' }
    await open({ symbol: 'AAPL' })
    await expect.element(page.getByRole('alert').getByText('https://partner.example')).toBeVisible()
    await expect.poll(() => payloadsOf('ERROR')).toMatchObject([{ code: 'DOMAIN_NOT_WHITELISTED' }])
    expect(visiblePanels()).toEqual([])
    expect(received).not.toContainEqual({ type: 'ready', state: 'ready' })
  })

  test('an invalid credential is an AUTH error', async () => {
    failures = { '/Token': 'credential-invalid' }
    await open({ symbol: 'AAPL' })
    await expect.element(page.getByText('The widget could not start')).toBeVisible()
    await expect.poll(() => payloadsOf('ERROR')).toMatchObject([{ code: 'AUTH' }])
  })

  test('opening a session is retried by the button and when the browser is online again; the page receives one error', async () => {
    failures = { '/Token': 'unavailable' }
    await open({ symbol: 'AAPL' })
    const screen = () => document.querySelector<HTMLElement>('[data-screen]')
    await expect.poll(() => screen()?.dataset).toMatchObject({ screen: 'failed', code: 'NETWORK' })
    await expect.element(page.getByText('The widget retries automatically.', { exact: false })).toBeVisible()
    const tokenRequestCount = () => requests.filter((request) => request === 'POST /Token').length
    const before = tokenRequestCount()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(tokenRequestCount).toBe(before + 1)
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
    failures = {}
    dispatchEvent(new Event('online'))
    await waitUntilReady()
    expect(screen()).toBeNull()
    expect(payloadsOf('ERROR')).toMatchObject([{ code: 'NETWORK' }])
  })

  test.each([
    ['credential-invalid', 'AUTH', 'failed'],
    ['domain-not-whitelisted', 'DOMAIN_NOT_WHITELISTED', 'refused'],
  ] as const)('%s has no retry button, because it is permanent', async (problem, code, screen) => {
    failures = { '/Token': problem }
    await open({ symbol: 'AAPL' })
    await expect
      .poll(() => document.querySelector<HTMLElement>('[data-screen]')?.dataset)
      .toMatchObject({ screen, code })
    expect(document.querySelectorAll('button')).toHaveLength(0)
  })

  test.each([
    ['a number', 42],
    ['too long', 'u'.repeat(300)],
  ])('a userId that is %s is a BAD_OPTION, and no token is requested', async (_, userId) => {
    await open({ symbol: 'AAPL', userId: userId as string })
    await expect.element(page.getByText('The widget could not start')).toBeVisible()
    await expect
      .poll(() => payloadsOf('ERROR'))
      .toMatchObject([{ code: 'BAD_OPTION', message: expect.stringContaining('userId') }])
    expect(requests).not.toContain('POST /Token')
  })

  test('reports BAD_OPTION if the service rejects the token request as malformed', async () => {
    failures = { '/Token': 'malformed-body' }
    await open({ symbol: 'AAPL' })
    await expect.poll(() => payloadsOf('ERROR')).toMatchObject([{ code: 'BAD_OPTION' }])
  })

  test('an ended session leaves the data on screen with a message, and the page receives one error', async () => {
    await open({ symbol: 'AAPL' })
    await waitUntilReady()
    await expect
      .poll(() => document.querySelector('[data-panel="why"]')?.getAttribute('data-state'))
      .toBe('ready')
    failures = { '/api/': 'session-ended', '/Token': 'credential-invalid' }
    useView.of(state).setState({ symbol: 'KO' })
    await expect
      .element(page.getByText('Session ended. The data on screen is no longer updated.'))
      .toBeVisible()
    expect(visiblePanels()).toEqual(['what', 'why', 'how'])
    await expect.poll(() => payloadsOf('ERROR')).toMatchObject([{ code: 'AUTH' }])
  })
})

test('destroy ends the session and empties the widget', async () => {
  await open({ symbol: 'AAPL' })
  await waitUntilReady()
  send({ type: 'destroy' })
  await expect.poll(() => requests).toContain('DELETE /session')
  await expect.poll(() => root.childElementCount).toBe(0)
})

test('an offline widget keeps its data and shows its time', async () => {
  await open({ symbol: 'AAPL' })
  await waitUntilReady()
  useLive
    .of(state)
    .setState({ connection: 'offline', stale: true, lastMessageAt: Date.parse('2026-11-20T20:58:00Z') })
  await expect.element(page.getByText('You are offline: showing data from 15:58 ET.')).toBeVisible()
  await expect.element(page.getByText('Stale since 15:58 ET')).toBeVisible()
  await expect.poll(visiblePanels).toEqual(['what', 'why', 'how'])
})
