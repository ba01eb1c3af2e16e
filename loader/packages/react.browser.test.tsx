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

type FrameWindow = Window & { heard: ToFrame[]; port: MessagePort }
const page = window as unknown as {
  serviceWidgetLoader?: ServiceWidgetLoader
  fakeLoader?: () => void
  fakeFrame?: object
}
const loader = createLoader(new URL('/loader/fake-frame.html', location.href))
const base = { src: 'https://widget.example/widgetLoader', apiKey: 'pk_test', userId: 'u-1' }
/** Browsers block this port: it fails at once. */
const away = { src: 'http://127.0.0.1:9/widgetLoader', retries: 0 }
const frames = () => [...document.querySelectorAll('iframe')]
const side = () => frames()[0]!.contentWindow as FrameWindow
const heard = (type: ToFrame['type']) => side().heard.filter((one) => one.type === type)
const commands = () =>
  side().heard.flatMap((one) => (one.type === 'command' ? [[one.name, one.payload]] : []))
const say = (name: string, payload: unknown) => side().port.postMessage({ type: 'event', name, payload })

let complaints: ReturnType<typeof vi.spyOn>
const onReady = vi.fn<NonNullable<ServiceWidgetProps['onReady']>>()
const strict = async (props: Partial<ServiceWidgetProps> = {}) => {
  const element = (more: Partial<ServiceWidgetProps> = {}) => (
    <StrictMode>
      <ServiceWidget {...({ ...base, onReady, ...props, ...more } as ServiceWidgetProps)} />
    </StrictMode>
  )
  const { rerender, unmount } = await render(element())
  return { set: (more: Partial<ServiceWidgetProps>) => rerender(element(more)), unmount }
}
const ready = (times = 1) => expect.poll(() => onReady.mock.calls.length).toBe(times)

beforeEach(() => {
  complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
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

test('StrictMode mounts twice; there is one widget, and none after the unmount', async () => {
  const { unmount } = await strict({ height: '400px', className: 'ideas', style: { minHeight: 40 } })
  await ready()
  expect(loader.load).toHaveBeenCalledOnce()
  expect(frames()).toHaveLength(1)
  expect(heard('start')).toMatchObject([
    { widgetType: 'pro', canRenew: false, options: { apiKey: 'pk_test', userId: 'u-1', height: '400px' } },
  ])
  const box = frames()[0]!.closest<HTMLElement>('.ideas')!
  expect(box.style.minHeight, 'the page’s own').toBe('40px')
  expect(onReady.mock.calls[0]![0].destroyWidget).toBeTypeOf('function')
  await unmount()
  expect(frames()).toHaveLength(0)
  expect(complaints).not.toHaveBeenCalled()
})

test('nothing of the component’s own goes to the frame', async () => {
  await strict({ onError: () => {}, sentiment: 'Bullish', nonce: 'n', retries: 1, type: 'proStrategies' })
  await ready()
  const [start] = heard('start') as Extract<ToFrame, { type: 'start' }>[]
  expect(new Set(Object.keys(start!.options))).toEqual(
    new Set(['apiKey', 'destinationId', 'userId', 'widgetType']),
  )
})

test('symbol, theme and locale reach the widget on screen', async () => {
  const { set } = await strict({ symbol: 'AAPL', theme: 'light' })
  await ready()
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

test('holdings reach the widget on screen where they are others than before, and no new widget is made', async () => {
  const holdings = [{ symbol: 'AAPL', shares: 100 }]
  const { set } = await strict({ holdings })
  await ready()
  const [frame] = frames()
  await set({ holdings: [{ symbol: 'AAPL', shares: 100 }] })
  await set({ holdings: [{ symbol: 'AAPL', shares: 200 }] })
  await expect.poll(commands).toEqual([['SET_HOLDINGS', { holdings: [{ symbol: 'AAPL', shares: 200 }] }]])
  expect(frames()).toEqual([frame])
})

test('a change of any other option makes a new widget, with what holds now', async () => {
  const { set } = await strict({ symbol: 'AAPL' })
  await ready()
  const [frame] = frames()
  await set({ symbol: 'MSFT', showNewsTab: true })
  await ready(2)
  expect(frames()).toHaveLength(1)
  expect(frames()[0]).not.toBe(frame)
  expect(heard('start')).toMatchObject([{ options: { symbol: 'MSFT', showNewsTab: true } }])
  expect(commands()).toEqual([])
})

test('functions may change at every render: the latest is called, the widget stays', async () => {
  const early = vi.fn()
  const late = { onSymbolChanged: vi.fn(), onTradeTicket: vi.fn(), onError: vi.fn() }
  const { set } = await strict({
    apiKey: undefined,
    authToken: 't-1',
    getAuthToken: () => 'old',
    onSymbolChanged: early,
    onTradeTicket: early,
    onError: early,
  })
  await ready()
  const [frame] = frames()
  await set({ ...late, getAuthToken: () => 'new' })
  say('SYMBOL_CHANGED', 'NVDA')
  say('TRADE_TICKET_EXECUTE', { symbol: 'NVDA' })
  say('ERROR', { code: 'AUTH', message: 'm', docs: 'd' })
  side().port.postMessage({ type: 'need-token' })
  await expect.poll(() => heard('token')).toEqual([{ type: 'token', authToken: 'new' }])
  expect(late.onSymbolChanged).toHaveBeenCalledExactlyOnceWith('NVDA')
  expect(late.onTradeTicket).toHaveBeenCalledExactlyOnceWith({ symbol: 'NVDA' })
  expect(late.onError).toHaveBeenCalledExactlyOnceWith({ code: 'AUTH', message: 'm', docs: 'd' })
  expect(early).not.toHaveBeenCalled()
  expect(frames()).toEqual([frame])
})

test('a page that keeps the symbol it hears of does not send it back', async () => {
  const seen: string[] = []
  function Page() {
    const [symbol, setSymbol] = useState('AAPL')
    seen.push(symbol)
    return (
      <>
        <ServiceWidget {...base} onReady={onReady} symbol={symbol} onSymbolChanged={setSymbol} />
        <button onClick={() => setSymbol('TSLA')}>Tesla</button>
      </>
    )
  }
  const screen = await render(<Page />, { wrapper: StrictMode })
  await ready()
  say('SYMBOL_CHANGED', 'MSFT')
  say('SYMBOL_CHANGED', 'NVDA')
  await expect.poll(() => seen.at(-1)).toBe('NVDA')
  await screen.getByRole('button').click()
  await expect.poll(commands).toEqual([['SET_SYMBOL', { symbol: 'TSLA' }]])
  say('SYMBOL_CHANGED', 'TSLA')
  say('SYMBOL_CHANGED', 'NVDA')
  await expect.poll(() => seen.at(-1)).toBe('NVDA')
  await screen.getByRole('button').click()
  await expect.poll(commands).toHaveLength(2)
})

test('what is wrong with the options, or the script, is an error and no exception', async () => {
  const onError = vi.fn<NonNullable<ServiceWidgetProps['onError']>>()
  await strict({ userId: 'a@b.c', className: 'first', onError })
  await expect.poll(() => onError.mock.calls.length).toBe(1)
  expect(onError.mock.calls[0]![0].code).toBe('BAD_OPTION')
  expect(document.querySelector('.first')!.textContent).toBe('ERROR BAD_OPTION')
  delete page.serviceWidgetLoader
  const second = await strict({ ...away, theme: 'dark', height: '300px', className: 'second', onError })
  await expect.poll(() => onError.mock.calls.length).toBe(2)
  expect(onError.mock.calls[1]![0]).toMatchObject({ code: 'NETWORK' })
  expect(frames()).toHaveLength(0)
  const place = document.querySelector<HTMLElement>('.second')!
  expect(place.textContent).toMatch(/^ERROR NETWORKTry again\d+$/)
  expect(place.offsetHeight).toBe(300)
  const line = place.querySelector('[data-screen="failed"][data-code="NETWORK"]')!
  expect(getComputedStyle(line).backgroundColor).toBe('rgb(18, 26, 37)')
  await second.unmount()
})

test('a theme that was refused and is right now starts the widget', async () => {
  const onError = vi.fn<NonNullable<ServiceWidgetProps['onError']>>()
  const { set } = await strict({ theme: 'neon' as 'dark', onError })
  await expect.poll(() => onError.mock.calls.length).toBe(1)
  await set({ theme: 'dark' })
  await ready()
  expect(heard('start')).toMatchObject([{ options: { theme: 'dark' } }])
  expect(frames()[0]!.parentElement!.textContent).toBe('')
  // From here on it is sent.
  await set({ theme: 'light' })
  await expect.poll(commands).toEqual([['SET_THEME', { theme: 'light' }]])
  expect(onError).toHaveBeenCalledOnce()
})

test('without a loader for want of a network, it starts when that is back', async () => {
  delete page.serviceWidgetLoader
  const onError = vi.fn<NonNullable<ServiceWidgetProps['onError']>>()
  await strict({ ...away, onError })
  await expect.poll(() => onError.mock.calls.length).toBe(1)
  page.serviceWidgetLoader = loader
  dispatchEvent(new Event('online'))
  await ready()
  const [frame] = frames()
  expect(frame!.parentElement!.textContent).toBe('')
  dispatchEvent(new Event('online'))
  await new Promise((done) => requestAnimationFrame(done))
  expect(frames()).toEqual([frame])
})

test('it listens for the network once, and not after the unmount', async () => {
  const listening = new Set<unknown>()
  let most = 0
  const add = window.addEventListener.bind(window)
  const remove = window.removeEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation((...given: Parameters<typeof add>) => {
    if (given[0] === 'online') listening.add(given[1])
    most = Math.max(most, listening.size)
    add(...given)
  })
  vi.spyOn(window, 'removeEventListener').mockImplementation((...given: Parameters<typeof remove>) => {
    if (given[0] === 'online') listening.delete(given[1])
    remove(...given)
  })
  const { unmount } = await strict()
  await ready()
  expect([listening.size, most]).toEqual([1, 1])
  await unmount()
  expect(listening.size).toBe(0)
})

test('the loader’s own NETWORK is over when the network is back', async () => {
  let beat = () => {}
  vi.spyOn(window, 'setInterval').mockImplementation(((call: () => void) => {
    beat = call
    return 0
  }) as typeof setInterval)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  page.fakeFrame = { silent: true }
  const onError = vi.fn<NonNullable<ServiceWidgetProps['onError']>>()
  await strict({ className: 'ideas', onError })
  await expect.poll(() => frames().length).toBe(1)
  beat()
  beat()
  await expect.poll(() => onError.mock.calls[0]?.[0].code).toBe('NETWORK')
  expect(document.querySelector('.ideas')!.textContent).toMatch(/^ERROR NETWORK/)
  delete page.fakeFrame
  dispatchEvent(new Event('online'))
  await ready()
  expect(document.querySelector('.ideas')!.textContent).toBe('')
})

test('a TrustedScriptURL that is made anew at every render keeps the widget', async () => {
  const trusted = () => ({ toString: () => base.src })
  const { set } = await strict({ src: trusted() })
  await ready()
  const [frame] = frames()
  await set({ src: trusted() })
  expect(frames()).toEqual([frame])
  await set({ src: `${base.src}?other` })
  await ready(2)
  expect(frames()[0]).not.toBe(frame)
})

test('roots that were rendered apart on a server have a widget each', async () => {
  const boxes = ['one', 'two'].map((className) => {
    const box = document.body.appendChild(document.createElement('div'))
    const widget = <ServiceWidget {...base} className={className} onReady={onReady} />
    box.innerHTML = renderToString(widget)
    return { box, widget }
  })
  const roots = boxes.map(({ box, widget }) => hydrateRoot(box, widget))
  await ready(2)
  expect(frames().map((frame) => frame.closest('[class]')!.className)).toEqual(['one', 'two'])
  expect(complaints, 'the markup was the server’s').not.toHaveBeenCalled()
  roots.forEach((root) => root.unmount())
  boxes.forEach(({ box }) => box.remove())
  expect(frames()).toHaveLength(0)
})

test('gone before the script is there, it leaves nothing', async () => {
  delete page.serviceWidgetLoader
  const loaded = new Promise<void>((resolve) => {
    page.fakeLoader = () => {
      page.serviceWidgetLoader = loader
      resolve()
    }
  })
  const { unmount } = await strict({ src: `${location.origin}/loader/packages/fake-loader.js?early` })
  await unmount()
  await loaded
  await new Promise((done) => requestAnimationFrame(done))
  expect(loader.load).not.toHaveBeenCalled()
  expect(frames()).toHaveLength(0)
})

test('the answer to a ticket is what the page returns, now or later', async () => {
  const onTradeTicket = vi
    .fn<NonNullable<ServiceWidgetProps['onTradeTicket']>>()
    .mockReturnValueOnce({ reference: 'A-1' })
    .mockResolvedValueOnce({ refusal: 'The market is closed.' })
    .mockReturnValueOnce(undefined)
  const { set } = await strict({ onTradeTicket })
  await ready()
  for (const ticketId of ['t-1', 't-2', 't-3']) say('TRADE_TICKET_EXECUTE', { ticketId })
  await expect.poll(commands).toEqual([
    ['TICKET_RECEIVED', { ticketId: 't-1', reference: 'A-1' }],
    ['TICKET_RECEIVED', { ticketId: 't-2', refusal: 'The market is closed.' }],
  ])
  expect(onTradeTicket).toHaveBeenCalledTimes(3)
  // A page that promised to answer has the ticket when it says no more.
  await set({ acknowledgesTickets: true })
  await ready(2)
  say('TRADE_TICKET_EXECUTE', { ticketId: 't-4' })
  await expect.poll(commands).toEqual([['TICKET_RECEIVED', { ticketId: 't-4' }]])
})

test('only a page that takes tickets says that it listens to them, from when on it does', async () => {
  const { set } = await strict()
  await ready()
  const [widget] = onReady.mock.lastCall!
  const on = vi.spyOn(widget, 'on')
  await set({ onTradeTicket: () => ({ reference: 'A-1' }) })
  await set({ onTradeTicket: () => ({ reference: 'A-2' }) })
  expect(on.mock.calls.map(([name]) => name)).toEqual(['TRADE_TICKET_EXECUTE'])
  say('TRADE_TICKET_EXECUTE', { ticketId: 't-1' })
  await expect.poll(commands).toEqual([['TICKET_RECEIVED', { ticketId: 't-1', reference: 'A-2' }]])
})

test('while there is no loader it tries again by itself, further and further apart, and says when', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const load = vi.mocked(loader.load)
  const offline = Object.assign(new Error('away'), { code: 'NETWORK', docs: 'd' })
  load.mockImplementation(() => {
    throw offline
  })
  const onError = vi.fn<NonNullable<ServiceWidgetProps['onError']>>()
  await strict({ className: 'ideas', onError })
  const seconds = () => Number(document.querySelector('.ideas [aria-hidden="true"]:not(svg)')?.textContent)
  for (const pause of [5, 10, 20, 40, 60, 60]) {
    await expect.poll(seconds).toBe(pause)
    await vi.advanceTimersByTimeAsync(1000)
    expect(seconds()).toBe(pause - 1)
    const before = load.mock.calls.length
    await vi.advanceTimersByTimeAsync((pause - 1) * 1000)
    expect(load.mock.calls.length).toBe(before + 1)
  }
  expect(onError, 'the reason is said once').toHaveBeenCalledOnce()
  load.mockRestore()
  await vi.advanceTimersByTimeAsync(60_000)
  await ready()
  expect(frames()).toHaveLength(1)
  expect(document.querySelector('.ideas')!.textContent).toBe('')
})

test('the button tries at once, by keyboard too, and hands the focus to the widget', async () => {
  delete page.serviceWidgetLoader
  const onError = vi.fn<NonNullable<ServiceWidgetProps['onError']>>()
  await strict({ ...away, locale: 'pt-PT', onError })
  const button = vitestPage.getByRole('button', { name: 'Tentar novamente' })
  await expect.element(button).toBeVisible()
  expect(document.querySelector('[role="alert"]')!.textContent).toBe('ERROR NETWORK')
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onError.mock.calls.length, { message: 'asked for, it is told again' }).toBe(2)
  expect(document.activeElement, 'the same button').toBe(button.element())
  page.serviceWidgetLoader = loader
  await userEvent.keyboard('{Enter}')
  await ready()
  expect(document.activeElement).toBe(frames()[0])
})

test('no button stands where trying again cannot help', async () => {
  await strict({ userId: 'a@b.c', className: 'ideas' })
  await expect.poll(() => document.querySelector('.ideas')!.textContent).toBe('ERROR BAD_OPTION')
  expect(document.querySelector('button')).toBeNull()
})

test('a page’s own words stand where a widget is coming, and where there is none', async () => {
  page.fakeFrame = { unready: true }
  delete page.serviceWidgetLoader
  const { set } = await strict({
    ...away,
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
  await expect.poll(() => heard('start').length).toBe(1)
  side().port.postMessage({ type: 'ready' })
  await ready()
  expect([box.textContent, getComputedStyle(frames()[0]!).visibility]).toEqual(['', 'visible'])
  await set({ errorFallback: 'Later', userId: 'a@b.c' })
  await expect.poll(() => box.textContent).toBe('Later')
})

test('what the frame explains by itself is seen, and is no reason to try again', async () => {
  page.fakeFrame = { unready: true }
  const onError = vi.fn<NonNullable<ServiceWidgetProps['onError']>>()
  await strict({ fallback: 'One moment', onError })
  await expect.poll(() => frames().length && heard('start').length).toBe(1)
  const [frame] = frames()
  say('ERROR', { code: 'NETWORK', message: 'm', docs: 'd' })
  await expect.poll(() => onError.mock.calls.length).toBe(1)
  expect(frames()).toEqual([frame])
  expect(getComputedStyle(frame!).visibility).toBe('visible')
})

test('the page hears of the connection', async () => {
  const onConnection = vi.fn<NonNullable<ServiceWidgetProps['onConnection']>>()
  await strict({ onConnection })
  await ready()
  const connection = { state: 'stale', since: '2026-11-22T15:00:00.000Z' }
  say('CONNECTION', connection)
  await expect.poll(() => onConnection.mock.calls).toEqual([[connection]])
})

test.each([
  ['its usual height', {}, 768],
  ['the height that was given', { height: '400px' }, 400],
  ['a page’s own words of another height', { height: '400px', fallback: <p>One moment</p> }, 400],
])('from the server’s markup to the widget nothing below it moves: %s', async (_, props, height) => {
  const shifts: PerformanceEntry[] = []
  const watching = new PerformanceObserver((list) => shifts.push(...list.getEntries()))
  watching.observe({ type: 'layout-shift', buffered: false })
  const widget = <ServiceWidget {...base} {...props} className="ideas" onReady={onReady} />
  const host = document.body.appendChild(document.createElement('div'))
  const below = document.body.appendChild(document.createElement('footer'))
  below.textContent = 'Below'
  host.innerHTML = renderToString(widget)
  const top = () => below.getBoundingClientRect().top - host.getBoundingClientRect().top
  const tops = [top()]
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  await painted()
  const root = hydrateRoot(host, widget)
  const changes = new MutationObserver(() => tops.push(top()))
  changes.observe(host, { childList: true, subtree: true, attributes: true })
  await ready()
  await painted()
  await painted()
  expect(new Set([...tops, top()])).toEqual(new Set([height]))
  watching.takeRecords().forEach((entry) => shifts.push(entry))
  expect(shifts).toEqual([])
  expect(complaints, 'the markup was the server’s').not.toHaveBeenCalled()
  changes.disconnect()
  watching.disconnect()
  root.unmount()
  host.remove()
  below.remove()
})

test.each([600, '600'])(
  'a height of %j does not throw: the default height is kept and the widget can report it',
  async (height) => {
    await strict({ height: height as string, className: 'ideas' })
    await ready()
    expect(heard('start')).toMatchObject([{ options: { height } }])
    expect(frames()[0]!.offsetHeight).toBe(768)
    expect(document.querySelector<HTMLElement>('.ideas')!.offsetHeight).toBe(768)
  },
)

test('the place that a server renders needs no style that a policy may forbid', () => {
  const html = renderToString(<ServiceWidget {...base} height="50vh" />)
  expect(html).toContain('height="50vh"')
  expect(html).not.toContain('style')
})
