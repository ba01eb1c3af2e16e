import { StrictMode, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page as vitestPage, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import type { ToFrame } from '#contract/bridge/bridge.ts'
import { createLoader } from '../loader.ts'
import type { ServiceWidgetLoader } from './module.ts'
import { ServiceWidget, type ServiceWidgetProps } from './react.tsx'

type FrameWindow = Window & { receivedMessages: ToFrame[]; port: MessagePort }
const page = window as unknown as {
  serviceWidgetLoader?: ServiceWidgetLoader
  fakeLoader?: () => void
  fakeFrame?: object
}
const loader = createLoader(new URL('/loader/fake-frame.html', location.href))
const validProps = { src: 'https://widget.example/widgetLoader', apiKey: 'pk_test', userId: 'u-1' }
/** Browsers block this port, so the request fails at once. */
const unreachableSource = { src: 'http://127.0.0.1:9/widgetLoader', retries: 0 }
const frames = () => [...document.querySelectorAll('iframe')]
const frameWindow = () => frames()[0]!.contentWindow as FrameWindow
const messagesOf = (type: ToFrame['type']) =>
  frameWindow().receivedMessages.filter((message) => message.type === type)
const commands = () =>
  frameWindow().receivedMessages.flatMap((message) =>
    message.type === 'command' ? [[message.name, message.payload]] : [],
  )
const emitEvent = (name: string, payload: unknown) =>
  frameWindow().port.postMessage({ type: 'event', name, payload })

const never = 'The options ideas are not available on this page. Please contact support.'

let consoleError: ReturnType<typeof vi.spyOn>
const onReady = vi.fn<NonNullable<ServiceWidgetProps['onReady']>>()
const renderStrict = async (props: Partial<ServiceWidgetProps> = {}) => {
  const element = (changes: Partial<ServiceWidgetProps> = {}) => (
    <StrictMode>
      <ServiceWidget {...({ ...validProps, onReady, ...props, ...changes } as ServiceWidgetProps)} />
    </StrictMode>
  )
  const { rerender, unmount } = await render(element())
  return { set: (changes: Partial<ServiceWidgetProps>) => rerender(element(changes)), unmount }
}
const waitUntilReady = (times = 1) => expect.poll(() => onReady.mock.calls.length).toBe(times)

beforeEach(() => {
  consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(loader, 'load')
  page.serviceWidgetLoader = loader
  delete page.fakeFrame
})
afterEach(async () => {
  await cleanup()
  delete page.serviceWidgetLoader
  delete page.fakeLoader
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

test('in StrictMode, which mounts twice, there is one widget, and none after the unmount', async () => {
  const { unmount } = await renderStrict({ height: '400px', className: 'ideas', style: { minHeight: 40 } })
  await waitUntilReady()
  expect(loader.load).toHaveBeenCalledOnce()
  expect(frames()).toHaveLength(1)
  expect(messagesOf('start')).toMatchObject([
    { widgetType: 'pro', canRenew: false, options: { apiKey: 'pk_test', userId: 'u-1', height: '400px' } },
  ])
  const box = frames()[0]!.closest<HTMLElement>('.ideas')!
  expect(box.style.minHeight, 'the page’s own').toBe('40px')
  expect(onReady.mock.calls[0]![0].destroyWidget).toBeTypeOf('function')
  await unmount()
  expect(frames()).toHaveLength(0)
  expect(consoleError).not.toHaveBeenCalled()
})

test('props that are not options are not sent to the frame', async () => {
  await renderStrict({
    onError: () => {},
    sentiment: 'Bullish',
    nonce: 'n',
    retries: 1,
    type: 'proStrategies',
  })
  await waitUntilReady()
  const [start] = messagesOf('start') as Extract<ToFrame, { type: 'start' }>[]
  expect(new Set(Object.keys(start!.options))).toEqual(
    new Set(['apiKey', 'destinationId', 'userId', 'widgetType']),
  )
})

test('changes of symbol, theme and locale are sent to the widget on screen', async () => {
  const { set } = await renderStrict({ symbol: 'AAPL', theme: 'light' })
  await waitUntilReady()
  const [frame] = frames()
  await set({ symbol: 'MSFT', sentiment: 'Bearish' })
  await set({ symbol: 'MSFT', sentiment: 'Bearish', theme: 'dark' })
  await set({ symbol: 'MSFT', sentiment: 'Bearish', theme: 'dark', locale: 'de' })
  await expect.poll(commands).toEqual([
    ['SET_SYMBOL', { symbol: 'MSFT', sentiment: 'Bearish' }],
    ['SET_THEME', { theme: 'dark' }],
    ['SET_LOCALE', { locale: 'de' }],
  ])
  expect(frames()).toEqual([frame])
})

test('changed looks are sent in one command and create no new widget; an omitted one returns to its default', async () => {
  const { set } = await renderStrict({
    theme: 'dark',
    radius: '4px',
    accentColor: { light: '#000', dark: '#fff' },
  })
  await waitUntilReady()
  const [frame] = frames()
  await set({ theme: 'dark', radius: '4px', accentColor: { light: '#000', dark: '#fff' } })
  await set({
    theme: 'auto',
    radius: '8px',
    accentColor: { light: '#000', dark: '#eee' },
    fontFamily: 'Georgia',
    density: 'compact',
  })
  await set({ fontFamily: 'Georgia', theme: undefined, radius: undefined, accentColor: undefined })
  await expect.poll(commands).toEqual([
    [
      'SET_THEME',
      {
        theme: 'auto',
        radius: '8px',
        accentColor: { light: '#000', dark: '#eee' },
        fontFamily: 'Georgia',
        density: 'compact',
      },
    ],
    ['SET_THEME', { theme: null, radius: null, accentColor: null, density: null }],
  ])
  expect(frames()).toEqual([frame])
})

test('changed holdings are sent to the widget on screen, equal ones are not, and no new widget is created', async () => {
  const holdings = [{ symbol: 'AAPL', shares: 100 }]
  const { set } = await renderStrict({ holdings })
  await waitUntilReady()
  const [frame] = frames()
  await set({ holdings: [{ symbol: 'AAPL', shares: 100 }] })
  await set({ holdings: [{ symbol: 'AAPL', shares: 200 }] })
  await expect.poll(commands).toEqual([['SET_HOLDINGS', { holdings: [{ symbol: 'AAPL', shares: 200 }] }]])
  await set({ holdings: undefined })
  await expect.poll(() => commands()[1]).toEqual(['SET_HOLDINGS', { holdings: null }])
  expect(frames()).toEqual([frame])
})

test('a change of any other option creates a new widget with the current props', async () => {
  const { set } = await renderStrict({ symbol: 'AAPL' })
  await waitUntilReady()
  const [frame] = frames()
  await set({ symbol: 'MSFT', showNewsTab: true })
  await waitUntilReady(2)
  expect(frames()).toHaveLength(1)
  expect(frames()[0]).not.toBe(frame)
  expect(messagesOf('start')).toMatchObject([{ options: { symbol: 'MSFT', showNewsTab: true } }])
  expect(commands()).toEqual([])
})

test('the latest functions are called, and new functions do not create a new widget', async () => {
  const initialHandler = vi.fn()
  const latestHandlers = { onSymbolChanged: vi.fn(), onTradeTicket: vi.fn(), onError: vi.fn() }
  const { set } = await renderStrict({
    apiKey: undefined,
    authToken: 't-1',
    getAuthToken: () => 'old',
    onSymbolChanged: initialHandler,
    onTradeTicket: initialHandler,
    onError: initialHandler,
  })
  await waitUntilReady()
  const [frame] = frames()
  await set({ ...latestHandlers, getAuthToken: () => 'new' })
  emitEvent('SYMBOL_CHANGED', 'NVDA')
  emitEvent('TRADE_TICKET_EXECUTE', { symbol: 'NVDA' })
  emitEvent('ERROR', { code: 'AUTH', message: 'm', docs: 'd' })
  frameWindow().port.postMessage({ type: 'need-token' })
  await expect.poll(() => messagesOf('token')).toEqual([{ type: 'token', authToken: 'new' }])
  expect(latestHandlers.onSymbolChanged).toHaveBeenCalledExactlyOnceWith('NVDA')
  expect(latestHandlers.onTradeTicket).toHaveBeenCalledExactlyOnceWith({ symbol: 'NVDA' })
  expect(latestHandlers.onError).toHaveBeenCalledExactlyOnceWith({ code: 'AUTH', message: 'm', docs: 'd' })
  expect(initialHandler).not.toHaveBeenCalled()
  expect(frames()).toEqual([frame])
})

test('a page that stores the reported symbol and passes it as prop does not send it back to the widget', async () => {
  const renderedSymbols: string[] = []
  function Page() {
    const [symbol, setSymbol] = useState('AAPL')
    renderedSymbols.push(symbol)
    return (
      <>
        <ServiceWidget {...validProps} onReady={onReady} symbol={symbol} onSymbolChanged={setSymbol} />
        <button onClick={() => setSymbol('TSLA')}>Tesla</button>
      </>
    )
  }
  const screen = await render(<Page />, { wrapper: StrictMode })
  await waitUntilReady()
  emitEvent('SYMBOL_CHANGED', 'MSFT')
  emitEvent('SYMBOL_CHANGED', 'NVDA')
  await expect.poll(() => renderedSymbols.at(-1)).toBe('NVDA')
  await screen.getByRole('button').click()
  await expect.poll(commands).toEqual([['SET_SYMBOL', { symbol: 'TSLA' }]])
  emitEvent('SYMBOL_CHANGED', 'TSLA')
  emitEvent('SYMBOL_CHANGED', 'NVDA')
  await expect.poll(() => renderedSymbols.at(-1)).toBe('NVDA')
  await screen.getByRole('button').click()
  await expect.poll(commands).toHaveLength(2)
})

test('invalid options and an unreachable script call onError and throw no exception', async () => {
  const onError = vi.fn<NonNullable<ServiceWidgetProps['onError']>>()
  await renderStrict({ userId: 'a@b.c', className: 'first', onError })
  await expect.poll(() => onError.mock.calls.length).toBe(1)
  expect(onError.mock.calls[0]![0].code).toBe('BAD_OPTION')
  expect(onError.mock.calls[0]![0].message, 'the sentence').toMatch(/^BAD_OPTION: userId must be a text /)
  expect(document.querySelector('.first')!.textContent).toBe(never)
  delete page.serviceWidgetLoader
  const secondWidget = await renderStrict({
    ...unreachableSource,
    theme: 'dark',
    height: '300px',
    className: 'second',
    onError,
  })
  await expect.poll(() => onError.mock.calls.length).toBe(2)
  expect(onError.mock.calls[1]![0]).toMatchObject({ code: 'NETWORK' })
  expect(frames()).toHaveLength(0)
  const box = document.querySelector<HTMLElement>('.second')!
  expect(box.textContent).toMatch(
    /^The options ideas cannot be loaded right now\.Try againTrying again in \d+ s$/,
  )
  expect(box.offsetHeight).toBe(300)
  const line = box.querySelector('[data-screen="failed"][data-code="NETWORK"]')!
  expect(getComputedStyle(line).backgroundColor).toBe('rgb(18, 26, 37)')
  await secondWidget.unmount()
})

test('props of wrong types do not throw: each is a BAD_OPTION, and the widget starts if it can', async () => {
  const onError = vi.fn<NonNullable<ServiceWidgetProps['onError']>>()
  const wrong = { onReady: 'abc', onTradeTicket: 5, style: 'color: red', onError }
  await renderStrict(wrong as unknown as ServiceWidgetProps)
  await expect.poll(() => frames().length && messagesOf('start').length).toBe(1)
  expect(new Set(onError.mock.calls.map(([{ message }]) => message))).toEqual(
    new Set(['BAD_OPTION: onReady must be a function', 'BAD_OPTION: onTradeTicket must be a function']),
  )
})

test.each([
  [
    'getAuthToken',
    { apiKey: undefined, getAuthToken: 'abc' },
    /^BAD_OPTION: getAuthToken must be a function/,
  ],
  ['userId', { userId: 1842 }, /^BAD_OPTION: userId must be a text/],
  ['a value that JSON cannot represent', { radius: 1n }, /^BAD_OPTION: /],
])('a wrong %s is reported with its sentence', async (_, props, sentence) => {
  const onError = vi.fn<NonNullable<ServiceWidgetProps['onError']>>()
  await renderStrict({ ...(props as object), className: 'ideas', onError })
  await expect.poll(() => onError.mock.calls.length).toBe(1)
  expect(onError.mock.calls[0]![0].message).toMatch(sentence)
  expect(document.querySelector('.ideas')!.textContent).toBe(never)
})

test.each([undefined, null, '', ' ', 5, Object.create(null)])(
  'an address that is %o is a BAD_OPTION, without a request or a retry',
  async (src) => {
    delete page.serviceWidgetLoader
    const append = vi.spyOn(document.head, 'append')
    const onError = vi.fn<NonNullable<ServiceWidgetProps['onError']>>()
    await renderStrict({ src: src as string, className: 'ideas', onError })
    await expect.poll(() => onError.mock.calls.length).toBe(1)
    expect(onError.mock.calls[0]![0].message).toMatch(/^BAD_OPTION: src is required \(no address\)/)
    expect(append).not.toHaveBeenCalled()
    expect(document.querySelector('.ideas button')).toBeNull()
  },
)

test('the failure line is in the language of the document, and has no code', async () => {
  const { lang } = document.documentElement
  document.documentElement.lang = 'he-IL'
  onTestFinished(() => void (document.documentElement.lang = lang))
  await renderStrict({ userId: 'a@b.c', className: 'ideas' })
  const line = () => document.querySelector<HTMLElement>('.ideas [data-code="BAD_OPTION"]')
  await expect.poll(() => line()?.textContent).toMatch(/^רעיונות/)
  expect([line()!.dir, line()!.lang]).toEqual(['rtl', 'he'])
})

test('a valid theme after a refused one starts the widget', async () => {
  const onError = vi.fn<NonNullable<ServiceWidgetProps['onError']>>()
  const { set } = await renderStrict({ theme: 'neon' as 'dark', onError })
  await expect.poll(() => onError.mock.calls.length).toBe(1)
  await set({ theme: 'dark' })
  await waitUntilReady()
  expect(messagesOf('start')).toMatchObject([{ options: { theme: 'dark' } }])
  expect(frames()[0]!.parentElement!.textContent).toBe('')
  // A later theme is sent as a command.
  await set({ theme: 'light' })
  await expect.poll(commands).toEqual([['SET_THEME', { theme: 'light' }]])
  expect(onError).toHaveBeenCalledOnce()
})

test('a widget whose loader could not be loaded offline starts when the browser is online again', async () => {
  delete page.serviceWidgetLoader
  const onError = vi.fn<NonNullable<ServiceWidgetProps['onError']>>()
  await renderStrict({ ...unreachableSource, onError })
  await expect.poll(() => onError.mock.calls.length).toBe(1)
  page.serviceWidgetLoader = loader
  dispatchEvent(new Event('online'))
  await waitUntilReady()
  const [frame] = frames()
  expect(frame!.parentElement!.textContent).toBe('')
  dispatchEvent(new Event('online'))
  await new Promise((done) => requestAnimationFrame(done))
  expect(frames()).toEqual([frame])
})

test('listens to the event `online` once, and not after the unmount', async () => {
  const onlineListeners = new Set<unknown>()
  let maxCount = 0
  const add = window.addEventListener.bind(window)
  const remove = window.removeEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation((...args: Parameters<typeof add>) => {
    if (args[0] === 'online') onlineListeners.add(args[1])
    maxCount = Math.max(maxCount, onlineListeners.size)
    add(...args)
  })
  vi.spyOn(window, 'removeEventListener').mockImplementation((...args: Parameters<typeof remove>) => {
    if (args[0] === 'online') onlineListeners.delete(args[1])
    remove(...args)
  })
  const { unmount } = await renderStrict()
  await waitUntilReady()
  expect([onlineListeners.size, maxCount]).toEqual([1, 1])
  await unmount()
  expect(onlineListeners.size).toBe(0)
})

test('after NETWORK from the loader, the widget starts when the browser is online again', async () => {
  let runWatchdog = () => {}
  vi.spyOn(window, 'setInterval').mockImplementation(((callback: () => void) => {
    runWatchdog = callback
    return 0
  }) as typeof setInterval)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  page.fakeFrame = { sendsNoHello: true }
  const onError = vi.fn<NonNullable<ServiceWidgetProps['onError']>>()
  await renderStrict({ className: 'ideas', onError })
  await expect.poll(() => frames().length).toBe(1)
  runWatchdog()
  runWatchdog()
  await expect.poll(() => onError.mock.calls[0]?.[0].code).toBe('NETWORK')
  expect(document.querySelector('.ideas')!.textContent).toMatch(/^The options ideas cannot/)
  delete page.fakeFrame
  dispatchEvent(new Event('online'))
  await waitUntilReady()
  expect(document.querySelector('.ideas')!.textContent).toBe('')
})

test('a new TrustedScriptURL with the same address at every render keeps the widget', async () => {
  const createScriptUrl = () => ({ toString: () => validProps.src })
  const { set } = await renderStrict({ src: createScriptUrl() })
  await waitUntilReady()
  const [frame] = frames()
  await set({ src: createScriptUrl() })
  expect(frames()).toEqual([frame])
  await set({ src: `${validProps.src}?other` })
  await waitUntilReady(2)
  expect(frames()[0]).not.toBe(frame)
})

test('each of two roots that a server rendered separately has its own widget', async () => {
  const boxes = ['one', 'two'].map((className) => {
    const box = document.body.appendChild(document.createElement('div'))
    const widget = <ServiceWidget {...validProps} className={className} onReady={onReady} />
    box.innerHTML = renderToString(widget)
    return { box, widget }
  })
  const roots = boxes.map(({ box, widget }) => hydrateRoot(box, widget))
  await waitUntilReady(2)
  expect(frames().map((frame) => frame.closest('[class]')!.className)).toEqual(['one', 'two'])
  expect(consoleError, 'hydration found no difference').not.toHaveBeenCalled()
  roots.forEach((root) => root.unmount())
  boxes.forEach(({ box }) => box.remove())
  expect(frames()).toHaveLength(0)
})

test('a component that is unmounted before the script is loaded creates no widget', async () => {
  delete page.serviceWidgetLoader
  const loaded = new Promise<void>((resolve) => {
    page.fakeLoader = () => {
      page.serviceWidgetLoader = loader
      resolve()
    }
  })
  const { unmount } = await renderStrict({ src: `${location.origin}/loader/packages/fake-loader.js?early` })
  await unmount()
  await loaded
  await new Promise((done) => requestAnimationFrame(done))
  expect(loader.load).not.toHaveBeenCalled()
  expect(frames()).toHaveLength(0)
})

test('the response to a ticket is the result of the page’s handler or of its promise', async () => {
  const onTradeTicket = vi
    .fn<NonNullable<ServiceWidgetProps['onTradeTicket']>>()
    .mockReturnValueOnce({ reference: 'A-1' })
    .mockResolvedValueOnce({ refusal: 'The market is closed.' })
    .mockReturnValueOnce(undefined)
  const { set } = await renderStrict({ onTradeTicket })
  await waitUntilReady()
  for (const ticketId of ['t-1', 't-2', 't-3']) emitEvent('TRADE_TICKET_EXECUTE', { ticketId })
  await expect.poll(commands).toEqual([
    ['TICKET_RECEIVED', { ticketId: 't-1', reference: 'A-1' }],
    ['TICKET_RECEIVED', { ticketId: 't-2', refusal: 'The market is closed.' }],
  ])
  expect(onTradeTicket).toHaveBeenCalledTimes(3)
  // If the page acknowledges tickets, a handler without a result confirms the ticket.
  await set({ acknowledgesTickets: true })
  await waitUntilReady(2)
  emitEvent('TRADE_TICKET_EXECUTE', { ticketId: 't-4' })
  await expect.poll(commands).toEqual([['TICKET_RECEIVED', { ticketId: 't-4' }]])
})

test('only a component with a ticket handler listens to tickets, from the time it gets one', async () => {
  const { set } = await renderStrict()
  await waitUntilReady()
  const [widget] = onReady.mock.lastCall!
  const on = vi.spyOn(widget, 'on')
  await set({ onTradeTicket: () => ({ reference: 'A-1' }) })
  await set({ onTradeTicket: () => ({ reference: 'A-2' }) })
  expect(on.mock.calls.map(([name]) => name)).toEqual(['TRADE_TICKET_EXECUTE'])
  emitEvent('TRADE_TICKET_EXECUTE', { ticketId: 't-1' })
  await expect.poll(commands).toEqual([['TICKET_RECEIVED', { ticketId: 't-1', reference: 'A-2' }]])
})

test('without a loader, retries automatically with growing delays and shows the remaining seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const load = vi.mocked(loader.load)
  const offline = Object.assign(new Error('offline'), { code: 'NETWORK', docs: 'd' })
  load.mockImplementation(() => {
    throw offline
  })
  const onError = vi.fn<NonNullable<ServiceWidgetProps['onError']>>()
  await renderStrict({ className: 'ideas', onError })
  const seconds = () =>
    Number(/\d+/.exec(document.querySelector('.ideas [aria-hidden="true"]:not(svg)')?.textContent ?? '')?.[0])
  for (const pause of [5, 10, 20, 40, 60, 60]) {
    await expect.poll(seconds).toBe(pause)
    await vi.advanceTimersByTimeAsync(1000)
    expect(seconds()).toBe(pause - 1)
    const before = load.mock.calls.length
    await vi.advanceTimersByTimeAsync((pause - 1) * 1000)
    expect(load.mock.calls.length).toBe(before + 1)
  }
  expect(onError, 'the same error is reported once').toHaveBeenCalledOnce()
  load.mockRestore()
  await vi.advanceTimersByTimeAsync(60_000)
  await waitUntilReady()
  expect(frames()).toHaveLength(1)
  expect(document.querySelector('.ideas')!.textContent).toBe('')
})

test('the button retries at once, also by keyboard, and the focus moves to the widget', async () => {
  delete page.serviceWidgetLoader
  const onError = vi.fn<NonNullable<ServiceWidgetProps['onError']>>()
  await renderStrict({ ...unreachableSource, locale: 'pt-PT', onError })
  const button = vitestPage.getByRole('button', { name: 'Tentar novamente' })
  await expect.element(button).toBeVisible()
  expect(document.querySelector('[role="alert"]')!.textContent).toBe(
    'Não é possível carregar as ideias de opções no momento.',
  )
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => onError.mock.calls.length, { message: 'a retry by the user reports the error again' })
    .toBe(2)
  expect(document.activeElement, 'the same button').toBe(button.element())
  page.serviceWidgetLoader = loader
  await userEvent.keyboard('{Enter}')
  await waitUntilReady()
  expect(document.activeElement).toBe(frames()[0])
})

test('there is no button if a retry cannot succeed', async () => {
  await renderStrict({ userId: 'a@b.c', className: 'ideas' })
  await expect.poll(() => document.querySelector('.ideas')!.textContent).toBe(never)
  expect(document.querySelector('button')).toBeNull()
})

test('the page’s own content is shown while the widget loads, and if there is none', async () => {
  page.fakeFrame = { neverReady: true }
  delete page.serviceWidgetLoader
  const { set } = await renderStrict({
    ...unreachableSource,
    className: 'ideas',
    fallback: <p>One moment</p>,
    errorFallback: ({ error, tryAgain }) => <button onClick={tryAgain}>Reload after {error.code}</button>,
  })
  const box = document.querySelector('.ideas')!
  expect(box.textContent).toBe('One moment')
  await expect.poll(() => box.textContent).toBe('Reload after NETWORK')
  page.serviceWidgetLoader = loader
  await vitestPage.getByRole('button', { name: 'Reload', exact: false }).click()
  await expect.poll(() => frames().length).toBe(1)
  expect(box.textContent, 'until it is usable').toBe('One moment')
  expect(getComputedStyle(frames()[0]!).visibility).toBe('hidden')
  await expect.poll(() => messagesOf('start').length).toBe(1)
  frameWindow().port.postMessage({ type: 'ready' })
  await waitUntilReady()
  expect([box.textContent, getComputedStyle(frames()[0]!).visibility]).toEqual(['', 'visible'])
  await set({ errorFallback: 'Later', userId: 'a@b.c' })
  await expect.poll(() => box.textContent).toBe('Later')
})

test('an error that the frame displays is visible and does not cause a retry', async () => {
  page.fakeFrame = { neverReady: true }
  const onError = vi.fn<NonNullable<ServiceWidgetProps['onError']>>()
  await renderStrict({ fallback: 'One moment', onError })
  await expect.poll(() => frames().length && messagesOf('start').length).toBe(1)
  const [frame] = frames()
  emitEvent('ERROR', { code: 'NETWORK', message: 'm', docs: 'd' })
  await expect.poll(() => onError.mock.calls.length).toBe(1)
  expect(frames()).toEqual([frame])
  expect(getComputedStyle(frame!).visibility).toBe('visible')
})

test('onConnection receives the state of the connection', async () => {
  const onConnection = vi.fn<NonNullable<ServiceWidgetProps['onConnection']>>()
  await renderStrict({ onConnection })
  await waitUntilReady()
  const connection = { state: 'stale', since: '2026-11-22T15:00:00.000Z' }
  emitEvent('CONNECTION', connection)
  await expect.poll(() => onConnection.mock.calls).toEqual([[connection]])
})

test.each([
  ['the default height', {}, 768],
  ['the height option', { height: '400px' }, 400],
  ['a page’s own content of another height', { height: '400px', fallback: <p>One moment</p> }, 400],
])('from the server’s markup to the widget, nothing below it moves: %s', async (_, props, height) => {
  const shifts: PerformanceEntry[] = []
  const shiftObserver = new PerformanceObserver((list) => shifts.push(...list.getEntries()))
  shiftObserver.observe({ type: 'layout-shift', buffered: false })
  const widget = <ServiceWidget {...validProps} {...props} className="ideas" onReady={onReady} />
  const host = document.body.appendChild(document.createElement('div'))
  const below = document.body.appendChild(document.createElement('footer'))
  below.textContent = 'Below'
  host.innerHTML = renderToString(widget)
  const top = () => below.getBoundingClientRect().top - host.getBoundingClientRect().top
  const tops = [top()]
  const nextPaint = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  await nextPaint()
  const root = hydrateRoot(host, widget)
  const changes = new MutationObserver(() => tops.push(top()))
  changes.observe(host, { childList: true, subtree: true, attributes: true })
  await waitUntilReady()
  await nextPaint()
  await nextPaint()
  expect(new Set([...tops, top()])).toEqual(new Set([height]))
  shiftObserver.takeRecords().forEach((entry) => shifts.push(entry))
  expect(shifts).toEqual([])
  expect(consoleError, 'hydration found no difference').not.toHaveBeenCalled()
  changes.disconnect()
  shiftObserver.disconnect()
  root.unmount()
  host.remove()
  below.remove()
})

test.each([600, '600'])(
  'a height of %j does not throw: the default height is kept and the widget can report it',
  async (height) => {
    await renderStrict({ height: height as string, className: 'ideas' })
    await waitUntilReady()
    expect(messagesOf('start')).toMatchObject([{ options: { height } }])
    expect(frames()[0]!.offsetHeight).toBe(768)
    expect(document.querySelector<HTMLElement>('.ideas')!.offsetHeight).toBe(768)
  },
)

test('the server’s markup contains no inline style, which a policy may forbid', () => {
  const html = renderToString(<ServiceWidget {...validProps} height="50vh" />)
  expect(html).toContain('height="50vh"')
  expect(html).not.toContain('style')
})

test('a page that keeps the state in its own state keeps its widget; another state opens another widget', async () => {
  function Page() {
    const [state, setState] = useState<string>()
    return (
      <>
        <button type="button" onClick={() => setState('1_MSFT_0000000')}>
          Open a saved view
        </button>
        <ServiceWidget {...validProps} state={state} onStateChanged={setState} onReady={onReady} />
      </>
    )
  }
  await render(<Page />)
  await waitUntilReady()
  const [frame] = frames()
  for (const state of ['1_AAPL_0000000', '1_KO_0000000']) {
    emitEvent('STATE_CHANGED', state)
    await expect.poll(() => onReady.mock.calls[0]![0].getState()).toBe(state)
  }
  expect(frames()).toEqual([frame])
  await vitestPage.getByRole('button', { name: 'Open a saved view' }).click()
  await waitUntilReady(2)
  expect(messagesOf('start')).toMatchObject([{ options: { state: '1_MSFT_0000000' } }])
  expect(frames()).toHaveLength(1)
})
