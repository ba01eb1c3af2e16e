import { StrictMode, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import type { ToFrame } from '#contract/bridge.ts'
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
/** Browsers refuse to speak to this port: it fails at once. */
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
      <ServiceWidget {...base} onReady={onReady} {...props} {...more} />
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
  const place = frames()[0]!.parentElement!
  expect([place.className, place.style.minHeight]).toEqual(['ideas', '40px'])
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
    new Set(['apiKey', 'destinationId', 'height', 'locale', 'theme', 'userId', 'widgetType', 'width']),
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
  expect(frame!.style.colorScheme).toBe('dark')
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
  expect([place.textContent, place.offsetHeight]).toEqual(['ERROR NETWORK', 300])
  expect(getComputedStyle(place.firstElementChild!).backgroundColor).toBe('rgb(18, 26, 37)')
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
  expect(document.querySelector('.ideas')!.textContent).toBe('ERROR NETWORK')
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
    box.innerHTML = `<div class="${className}"></div>`
    return { box, className }
  })
  const roots = boxes.map(({ box, className }) =>
    hydrateRoot(box, <ServiceWidget {...base} className={className} onReady={onReady} />),
  )
  await ready(2)
  expect(frames().map((frame) => frame.parentElement!.className)).toEqual(['one', 'two'])
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
