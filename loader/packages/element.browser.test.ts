import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ToFrame } from '#contract/bridge/bridge.ts'
import type { ServiceWidgetElement } from './element.ts'
import './element.ts'
import { createLoader } from '../loader.ts'
import type { ServiceWidgetLoader } from './module.ts'

type FrameWindow = Window & { receivedMessages: ToFrame[]; port: MessagePort }
const page = window as unknown as { serviceWidgetLoader?: ServiceWidgetLoader; fakeFrame?: object }
const loader = createLoader(new URL('/loader/fake-frame.html', location.href))
const frames = () => [...document.querySelectorAll('iframe')]
const frameWindow = () => frames()[0]!.contentWindow as FrameWindow
const messagesOf = (type: ToFrame['type']) =>
  frameWindow().receivedMessages.filter((message) => message.type === type)
const commands = () =>
  frameWindow().receivedMessages.flatMap((message) =>
    message.type === 'command' ? [[message.name, message.payload]] : [],
  )
const nextEvent = (element: ServiceWidgetElement, name: string) =>
  new Promise<unknown>((done) =>
    element.addEventListener(name, (event) => done((event as CustomEvent).detail), { once: true }),
  )

/** Renders the element as a partner's page does. */
function renderElement(attributes: string): ServiceWidgetElement {
  document.body.innerHTML = `<main></main><service-widget src="https://widget.example/widgetLoader" api-key="pk_test" user-id="u-1" ${attributes}></service-widget>`
  return document.querySelector('service-widget')!
}
async function renderUntilReady(attributes = ''): Promise<ServiceWidgetElement> {
  const element = renderElement(attributes)
  await nextEvent(element, 'ready')
  return element
}

beforeEach(() => {
  page.serviceWidgetLoader = loader
  delete page.fakeFrame
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(loader, 'load')
})
afterEach(() => {
  document.body.innerHTML = ''
  delete page.serviceWidgetLoader
  vi.restoreAllMocks()
})

test('attributes are passed as options', async () => {
  const element = await renderUntilReady(
    'widget-type="proStrategies" theme="dark" symbol="AAPL" height="400px" show-header="false" show-news-tab hide-localization-options=""',
  )
  expect(frames()).toHaveLength(1)
  expect(frames()[0]!.closest('service-widget')).toBe(element)
  expect(messagesOf('start')).toMatchObject([
    {
      widgetType: 'proStrategies',
      options: {
        apiKey: 'pk_test',
        userId: 'u-1',
        theme: 'dark',
        symbol: 'AAPL',
        height: '400px',
        showHeader: false,
        showNewsTab: true,
        hideLocalizationOptions: true,
      },
    },
  ])
  const [start] = messagesOf('start') as Extract<ToFrame, { type: 'start' }>[]
  expect(Object.keys(start!.options)).not.toContain('showWhatPanel')
  expect(element.widget).toBeDefined()
})

test('a height without a unit keeps the default height, and the widget can report it', async () => {
  const element = renderElement('height="600"')
  expect(element.offsetHeight, 'before the widget').toBe(768)
  await nextEvent(element, 'ready')
  expect(messagesOf('start')).toMatchObject([{ options: { height: '600' } }])
  expect(element.offsetHeight).toBe(768)
})

test('the page’s id is kept and is part of the support report', async () => {
  expect((await renderUntilReady('id="ideas"')).id).toBe('ideas')
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  expect(loader.diagnose()[1]!.destination).toMatch(/^ideas-0\./)
})

test('changes of theme, symbol and locale are sent to the widget on screen', async () => {
  const element = await renderUntilReady('theme="light"')
  const [frame] = frames()
  element.setAttribute('theme', 'dark')
  element.setAttribute('symbol', 'MSFT')
  element.setAttribute('locale', 'de')
  element.removeAttribute('locale')
  await expect.poll(commands).toEqual([
    ['SET_SYMBOL', { symbol: 'MSFT' }],
    ['SET_LOCALE', { locale: 'de' }],
    ['SET_THEME', { theme: 'dark' }],
  ])
  expect(frames()).toEqual([frame])
})

test('changed looks are sent in one command and create no new widget; a removed one returns to its default', async () => {
  const element = await renderUntilReady('radius="4px"')
  const [frame] = frames()
  element.setAttribute('theme', 'auto')
  element.setAttribute('accent-color', 'light-dark(#000, #fff)')
  element.setAttribute('font-family', 'Georgia')
  element.setAttribute('density', 'compact')
  element.removeAttribute('radius')
  await expect.poll(commands).toEqual([
    [
      'SET_THEME',
      {
        theme: 'auto',
        accentColor: 'light-dark(#000, #fff)',
        fontFamily: 'Georgia',
        density: 'compact',
        radius: null,
      },
    ],
  ])
  element.setAttribute('radius', '8px')
  await expect.poll(() => commands().slice(1)).toEqual([['SET_THEME', { radius: '8px' }]])
  expect(frames()).toEqual([frame])
})

test('holdings are a property that may be set at any time and is kept when an attribute changes', async () => {
  const element = await renderUntilReady()
  const [frame] = frames()
  element.holdings = [{ symbol: 'AAPL', shares: 100 }]
  await expect.poll(commands).toEqual([['SET_HOLDINGS', { holdings: [{ symbol: 'AAPL', shares: 100 }] }]])
  expect(frames()).toEqual([frame])
  vi.mocked(loader.load).mockClear()
  const ready = nextEvent(element, 'ready')
  element.setAttribute('show-header', 'false')
  await ready
  expect(vi.mocked(loader.load).mock.lastCall?.[1]).toMatchObject({
    holdings: [{ symbol: 'AAPL', shares: 100 }],
  })
})

test('several changes of other attributes at once create one new widget', async () => {
  const element = await renderUntilReady()
  const [frame] = frames()
  vi.mocked(loader.load).mockClear()
  const ready = nextEvent(element, 'ready')
  element.setAttribute('show-header', 'false')
  element.setAttribute('user-id', 'u-2')
  element.setAttribute('user-id', 'u-2')
  await ready
  expect(loader.load).toHaveBeenCalledOnce()
  expect(frames()).toHaveLength(1)
  expect(frames()[0]).not.toBe(frame)
  expect(messagesOf('start')).toMatchObject([{ options: { userId: 'u-2', showHeader: false } }])
})

test('attributes are properties, which frameworks may set before the element is defined or inserted', async () => {
  const parsedDocument = new DOMParser().parseFromString('<service-widget></service-widget>', 'text/html')
  for (const element of [
    document.createElement('service-widget'),
    parsedDocument.querySelector('service-widget')!,
  ]) {
    vi.mocked(loader.load).mockClear()
    Object.assign(element, {
      src: 'https://widget.example/widgetLoader',
      widgetType: 'proStrategies',
      apiKey: 'pk_test',
      userId: 'u-1',
      theme: 'dark',
      showHeader: false,
      showDisclaimer: 'false',
      showNewsTab: true,
      shortcuts: '',
      tab: undefined,
    } satisfies Record<string, unknown>)
    const ready = nextEvent(element, 'ready')
    document.body.append(element)
    await ready
    expect(vi.mocked(loader.load).mock.calls).toMatchObject([
      [
        'proStrategies',
        {
          apiKey: 'pk_test',
          userId: 'u-1',
          theme: 'dark',
          showHeader: false,
          showDisclaimer: false,
          showNewsTab: true,
          shortcuts: true,
          tab: undefined,
        },
      ],
    ])
    expect(element.getAttribute('show-header')).toBe('false')
    element.remove()
  }
})

test('setting a property updates the widget on screen, and undefined removes the attribute', async () => {
  const element = await renderUntilReady('theme="light"')
  expect([element.theme, element.symbol, element.showHeader]).toEqual(['light', undefined, undefined])
  element.theme = 'dark'
  element.symbol = 'MSFT'
  await expect.poll(commands).toEqual([
    ['SET_SYMBOL', { symbol: 'MSFT' }],
    // Sent with the other changed looks, after the page's script.
    ['SET_THEME', { theme: 'dark' }],
  ])
  element.symbol = undefined
  expect(element.hasAttribute('symbol')).toBe(false)
  expect(loader.load).toHaveBeenCalledOnce()
})

test('an element that is inserted before its attributes are set creates one widget and reports no error', async () => {
  const errors = vi.fn<() => void>()
  const element = document.createElement('service-widget')
  element.addEventListener('error', errors)
  const ready = nextEvent(element, 'ready')
  document.body.append(element)
  element.setAttribute('src', 'https://widget.example/widgetLoader')
  // Some frameworks run their effects in a microtask, Angular in a timer.
  queueMicrotask(() => (element.userId = 'u-1'))
  setTimeout(() => (element.apiKey = 'pk_test'))
  await ready
  expect(loader.load).toHaveBeenCalledOnce()
  expect(errors).not.toHaveBeenCalled()
})

test('events have their payload as detail and do not bubble', async () => {
  const element = await renderUntilReady()
  const bodyListener = vi.fn()
  document.body.addEventListener('symbolchanged', bodyListener)
  const details = [
    nextEvent(element, 'symbolchanged'),
    nextEvent(element, 'tradeticketexecute'),
    nextEvent(element, 'error'),
  ]
  const error = { code: 'AUTH', message: 'm', docs: 'd' }
  for (const [name, payload] of [
    ['SYMBOL_CHANGED', 'NVDA'],
    ['TRADE_TICKET_EXECUTE', { symbol: 'NVDA' }],
    ['ERROR', error],
  ])
    frameWindow().port.postMessage({ type: 'event', name, payload })
  expect(await Promise.all(details)).toEqual(['NVDA', { symbol: 'NVDA' }, error])
  expect(bodyListener).not.toHaveBeenCalled()
  // Checks the types of `detail` at compile time.
  element.addEventListener('symbolchanged', ({ detail }) => bodyListener(detail.toUpperCase()))
  element.addEventListener('tradeticketexecute', ({ detail }) => bodyListener(detail.optionLegs))
})

test('getAuthToken may be set before the element is inserted', async () => {
  const element = document.createElement('service-widget')
  for (const [name, value] of Object.entries({
    src: 'https://x.example/',
    'auth-token': 't',
    'user-id': 'u',
  }))
    element.setAttribute(name, value)
  element.getAuthToken = () => 'fresh'
  const ready = nextEvent(element, 'ready')
  document.body.append(element)
  await ready
  frameWindow().port.postMessage({ type: 'need-token' })
  await expect.poll(() => messagesOf('token')).toEqual([{ type: 'token', authToken: 'fresh' }])
})

test('getAuthToken is a property of every element, and may be set after the start', async () => {
  expect('getAuthToken' in document.createElement('service-widget')).toBe(true)
  const element = renderElement('auth-token="t"')
  element.removeAttribute('api-key')
  await nextEvent(element, 'ready')
  const { widget } = element
  frameWindow().port.postMessage({ type: 'need-token' })
  await expect.poll(() => messagesOf('token')).toHaveLength(1)
  expect(messagesOf('token')[0]).not.toHaveProperty('authToken')
  element.getAuthToken = async () => 'late'
  frameWindow().port.postMessage({ type: 'need-token' })
  await expect.poll(() => messagesOf('token')[1]).toEqual({ type: 'token', authToken: 'late' })
  expect(element.widget).toBe(widget)
})

test('getAuthToken may be the only credential, and setting it after a failed start starts the widget', async () => {
  const element = renderElement('')
  element.removeAttribute('api-key')
  expect(await nextEvent(element, 'error')).toMatchObject({ code: 'BAD_OPTION' })
  vi.mocked(loader.load).mockClear()
  element.getAuthToken = () => 'first'
  await expect.poll(() => loader.load).toHaveBeenCalledOnce()
  expect(vi.mocked(loader.load).mock.calls[0]![1].getAuthToken!()).toBe('first')
})

test('getAuthToken may be set before the element is defined', async () => {
  const parsedDocument = new DOMParser().parseFromString(
    '<service-widget src="https://x.example/" auth-token="t" user-id="u"></service-widget>',
    'text/html',
  )
  const element = parsedDocument.querySelector('service-widget')!
  expect(element).not.toHaveProperty('widget')
  element.getAuthToken = () => 'early'
  const ready = nextEvent(element, 'ready')
  document.body.append(element)
  await ready
  frameWindow().port.postMessage({ type: 'need-token' })
  await expect.poll(() => messagesOf('token')).toEqual([{ type: 'token', authToken: 'early' }])
})

test('removing the element destroys the widget at once, and inserting it again creates a new one', async () => {
  const element = await renderUntilReady()
  const { widget } = element
  const destroyWidget = vi.spyOn(widget!, 'destroyWidget')
  element.remove()
  expect(destroyWidget).toHaveBeenCalledOnce()
  expect([element.childElementCount, element.widget]).toEqual([0, undefined])
  const ready = nextEvent(element, 'ready')
  document.body.append(element)
  await ready
  expect(frames()).toHaveLength(1)
})

test('an element that is removed immediately starts no widget', async () => {
  const element = renderElement('')
  element.remove()
  await new Promise((done) => requestAnimationFrame(done))
  expect(loader.load).not.toHaveBeenCalled()
  expect(frames()).toHaveLength(0)
})

test('moveBefore keeps the widget and its frame', async () => {
  const element = await renderUntilReady()
  const previousFrame = frameWindow()
  const { widget } = element
  document.querySelector('main')!.moveBefore(element, null)
  expect(element.parentElement!.localName).toBe('main')
  expect([element.widget, frameWindow()]).toEqual([widget, previousFrame])
  expect(loader.load).toHaveBeenCalledOnce()
})

test('a copy of the page that a router restores shows one widget', async () => {
  const pageCopy = (await renderUntilReady()).parentElement!.cloneNode(true)
  expect((pageCopy as Element).querySelector('iframe')).not.toBeNull()
  document.documentElement.replaceChild(pageCopy, document.body)
  await nextEvent(document.querySelector('service-widget')!, 'ready')
  expect(frames()).toHaveLength(1)
})

test('a copy of the element has its own widget', async () => {
  const element = await renderUntilReady()
  const copy = element.cloneNode(true) as ServiceWidgetElement
  const ready = nextEvent(copy, 'ready')
  document.body.append(copy)
  await ready
  expect(frames().map((frame) => frame.closest('service-widget'))).toEqual([element, copy])
})

test('an invalid option dispatches an error event and shows a sentence; a valid one then starts the widget', async () => {
  const element = renderElement('theme="neon" height="300px"')
  expect(await nextEvent(element, 'error')).toMatchObject({ code: 'BAD_OPTION' })
  expect(frames()).toHaveLength(0)
  expect(element.textContent).toBe(
    'The options ideas are not available on this page. Please contact support.',
  )
  expect(element.offsetHeight).toBe(300)
  const ready = nextEvent(element, 'ready')
  element.setAttribute('theme', 'dark')
  await ready
  expect([element.textContent, frames().length]).toEqual(['', 1])
})

test('a failed load shows a line in the theme’s colours; NETWORK is retried when the browser is online again', async () => {
  delete page.serviceWidgetLoader
  const element = renderElement('theme="dark"')
  // This error is not retried, so the test need not wait for retries.
  element.setAttribute('src', 'ftp://widget.example/widgetLoader')
  expect(await nextEvent(element, 'error')).toMatchObject({ code: 'BAD_OPTION' })
  const line = getComputedStyle(element.querySelector('[data-screen="failed"]')!)
  expect([line.backgroundColor, line.color, line.colorScheme]).toEqual([
    'rgb(18, 26, 37)',
    'rgb(255, 255, 255)',
    'dark',
  ])
  page.serviceWidgetLoader = loader
  dispatchEvent(new Event('online'))
  await new Promise((done) => requestAnimationFrame(done))
  expect(loader.load, 'BAD_OPTION is not retried when the browser is online').not.toHaveBeenCalled()

  const offline = new Error('offline') as Error & { code?: string }
  offline.code = 'NETWORK'
  vi.mocked(loader.load).mockImplementationOnce(() => {
    throw offline
  })
  const failed = nextEvent(element, 'error')
  element.setAttribute('src', 'https://widget.example/widgetLoader')
  expect(await failed).toMatchObject({ code: 'NETWORK', message: 'offline' })
  expect(element.textContent).toMatch(/^The options ideas cannot be loaded right now/)
  const ready = nextEvent(element, 'ready')
  dispatchEvent(new Event('online'))
  await ready
  expect(element.textContent).toBe('')
  // A widget on screen is not reloaded.
  const [frame] = frames()
  dispatchEvent(new Event('online'))
  await new Promise((done) => requestAnimationFrame(done))
  expect(frames()).toEqual([frame])
})

test('functions of wrong types are reported, and a wrong ticket handler is not called', async () => {
  const element = renderElement('')
  element.removeAttribute('api-key')
  const received: string[] = []
  element.addEventListener('error', ({ detail }) => received.push(detail.message))
  Object.assign(element, { answerTradeTicket: 'abc', getAuthToken: 'abc' })
  await expect
    .poll(() => received)
    .toEqual([
      'BAD_OPTION: answerTradeTicket must be a function',
      expect.stringMatching(/^BAD_OPTION: getAuthToken must be a function/),
    ])
})

test('a removed element does not retry', async () => {
  const element = renderElement('theme="neon"')
  await nextEvent(element, 'error')
  element.remove()
  element.textContent = 'ERROR NETWORK'
  element.setAttribute('theme', 'dark')
  dispatchEvent(new Event('online'))
  await new Promise((done) => requestAnimationFrame(done))
  expect(loader.load).toHaveBeenCalledOnce()
})

test('an element without src reports BAD_OPTION, and starts when src is set', async () => {
  delete page.serviceWidgetLoader
  const element = renderElement('')
  element.removeAttribute('src')
  expect(await nextEvent(element, 'error')).toMatchObject({
    message: expect.stringMatching(/^BAD_OPTION: src is required \(no address\)/),
  })
  page.serviceWidgetLoader = loader
  await new Promise((done) => requestAnimationFrame(done))
  expect(loader.load).not.toHaveBeenCalled()
  const ready = nextEvent(element, 'ready')
  element.setAttribute('src', 'https://widget.example/widgetLoader')
  await ready
})

test('a failed load is retried automatically, and by a button whose label is localised or set by the page', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.mocked(loader.load).mockImplementation(() => {
    throw Object.assign(new Error('away'), { code: 'TIMEOUT', docs: 'd' })
  })
  const element = renderElement('locale="de"')
  await vi.advanceTimersByTimeAsync(0)
  const button = () => element.querySelector<HTMLButtonElement>('[data-action="try-again"]')!
  expect(button().textContent).toBe('Erneut versuchen')
  expect(element.failure!.secondsLeft).toBeGreaterThan(1)
  await vi.advanceTimersByTimeAsync(6000)
  expect(loader.load).toHaveBeenCalledTimes(2)
  element.setAttribute('try-again-text', 'Noch einmal')
  await vi.advanceTimersByTimeAsync(0)
  expect(button().textContent).toBe('Noch einmal')
  vi.mocked(loader.load).mockRestore()
  const ready = nextEvent(element, 'ready')
  button().click()
  await ready
  expect([element.textContent, element.failure, frames().length]).toEqual(['', undefined, 1])
})

test('the slot `loading` is shown while the widget loads, and the slot `error` if there is no widget', async () => {
  page.fakeFrame = { neverReady: true }
  const element = renderElement('loading="lazy"')
  element.innerHTML =
    '<p slot="loading">One moment</p><div slot="error" hidden><p>Not now</p><button>Again</button></div>stale'
  const [loading, error] = [...element.children] as HTMLElement[]
  const visibleSlots = () => [loading!.checkVisibility(), error!.checkVisibility()]
  expect(visibleSlots()).toEqual([true, false])
  await expect.poll(() => frames().length && messagesOf('start').length).toBe(1)
  expect(visibleSlots()).toEqual([true, false])
  expect(getComputedStyle(frames()[0]!).visibility, 'loaded behind the slot').toBe('hidden')
  expect(frames()[0]!.offsetHeight).toBe(768)
  expect(element.offsetHeight).toBe(768)
  expect(messagesOf('start')).toMatchObject([{ options: { loading: 'lazy' } }])
  const ready = nextEvent(element, 'ready')
  frameWindow().port.postMessage({ type: 'ready' })
  await ready
  expect([...visibleSlots(), getComputedStyle(frames()[0]!).visibility]).toEqual([false, false, 'visible'])
  const failed = nextEvent(element, 'error')
  element.setAttribute('user-id', 'a@b.c')
  await failed
  expect([...visibleSlots(), element.querySelector('[data-screen]')]).toEqual([false, true, null])
  expect(element.failure).toMatchObject({ error: { code: 'BAD_OPTION' }, tryAgain: undefined })
  // The page’s own button in the slot may restart the element.
  element.setAttribute('user-id', 'u-1')
  element.restart()
  await expect.poll(visibleSlots).toEqual([true, false])
})

test('an element listens to tickets only if the page has a listener or a handler', async () => {
  const element = await renderUntilReady('acknowledges-tickets')
  const on = vi.spyOn(element.widget!, 'on')
  element.addEventListener('symbolchanged', () => {})
  expect(on).not.toHaveBeenCalled()
  const ticketEvent = nextEvent(element, 'tradeticketexecute')
  element.addEventListener('tradeticketexecute', () => {})
  expect(on.mock.calls.map(([name]) => name)).toEqual(['TRADE_TICKET_EXECUTE'])
  frameWindow().port.postMessage({
    type: 'event',
    name: 'TRADE_TICKET_EXECUTE',
    payload: { ticketId: 't-0' },
  })
  await ticketEvent
  element.answerTradeTicket = async ({ ticketId }) => (ticketId === 't-1' ? { reference: 'A-1' } : undefined)
  expect(on).toHaveBeenCalledOnce()
  for (const ticketId of ['t-1', 't-2'])
    frameWindow().port.postMessage({ type: 'event', name: 'TRADE_TICKET_EXECUTE', payload: { ticketId } })
  // A listener does not respond to a ticket; the handler does, and `acknowledges-tickets` confirms without a result.
  await expect.poll(commands).toEqual([
    ['TICKET_RECEIVED', { ticketId: 't-1', reference: 'A-1' }],
    ['TICKET_RECEIVED', { ticketId: 't-2' }],
  ])
  // A new widget uses the handler from its start.
  const readyAgain = nextEvent(element, 'ready')
  vi.mocked(loader.load).mockClear()
  element.setAttribute('tab', 'how')
  await readyAgain
  frameWindow().port.postMessage({
    type: 'event',
    name: 'TRADE_TICKET_EXECUTE',
    payload: { ticketId: 't-1' },
  })
  await expect.poll(commands).toEqual([['TICKET_RECEIVED', { ticketId: 't-1', reference: 'A-1' }]])
})

test('a ticket handler may be set before the element is defined', async () => {
  const parsedDocument = new DOMParser().parseFromString(
    '<service-widget src="https://x.example/" api-key="k" user-id="u"></service-widget>',
    'text/html',
  )
  const element = parsedDocument.querySelector('service-widget')!
  element.answerTradeTicket = () => ({ reference: 'early' })
  const ready = nextEvent(element, 'ready')
  document.body.append(element)
  await ready
  frameWindow().port.postMessage({ type: 'event', name: 'TRADE_TICKET_EXECUTE', payload: { ticketId: 't' } })
  await expect.poll(commands).toEqual([['TICKET_RECEIVED', { ticketId: 't', reference: 'early' }]])
})

test('the state of the connection is an event', async () => {
  const element = await renderUntilReady()
  const connectionDetail = nextEvent(element, 'connection')
  const connection = { state: 'offline', since: '2026-11-22T15:00:00.000Z' }
  frameWindow().port.postMessage({ type: 'event', name: 'CONNECTION', payload: connection })
  expect(await connectionDetail).toEqual(connection)
})

test.each([
  ['', 768],
  ['height="420px"', 420],
])(
  'with the style in the documentation, nothing below the element moves until the widget is shown: %s',
  async (attributes, height) => {
    const style = document.head.appendChild(document.createElement('style'))
    style.textContent = `service-widget { display: block; min-height: ${height}px }
    service-widget:not(:defined) > [slot="error"] { display: none }`
    onTestFinished(() => style.remove())
    const shifts: PerformanceEntry[] = []
    const shiftObserver = new PerformanceObserver((list) => shifts.push(...list.getEntries()))
    shiftObserver.observe({ type: 'layout-shift', buffered: false })
    // Elements of a document without a window are not defined, as before the script is loaded.
    const parsedDocument = new DOMParser().parseFromString(
      `<service-widget src="https://x.example/" api-key="k" user-id="u" ${attributes}></service-widget>`,
      'text/html',
    )
    const element = parsedDocument.querySelector('service-widget')!
    const below = document.createElement('footer')
    below.textContent = 'Below'
    const placeholder = document.createElement('div')
    placeholder.style.cssText = `min-height:${height}px`
    document.body.replaceChildren(placeholder, below)
    const nextPaint = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    await nextPaint()
    const ready = nextEvent(element, 'ready')
    // The page’s style reserves the height before the element is defined.
    placeholder.replaceWith(element)
    const tops = [below.offsetTop]
    await nextPaint()
    tops.push(below.offsetTop)
    await ready
    await nextPaint()
    expect(new Set([...tops, below.offsetTop])).toEqual(new Set([element.offsetTop + height]))
    shiftObserver.takeRecords().forEach((entry) => shifts.push(entry))
    shiftObserver.disconnect()
    expect(shifts).toEqual([])
  },
)

test('the state is an attribute and an event: a reported one changes nothing, another one is opened', async () => {
  const element = await renderUntilReady('state="1_AAPL_0000000"')
  expect(messagesOf('start')).toMatchObject([{ options: { state: '1_AAPL_0000000' } }])
  const reported = nextEvent(element, 'statechanged')
  frameWindow().port.postMessage({ type: 'event', name: 'STATE_CHANGED', payload: '1_KO_0000000' })
  expect(await reported).toBe('1_KO_0000000')
  const [frame] = frames()
  element.setAttribute('state', '1_KO_0000000')
  expect(element.widget?.getState()).toBe('1_KO_0000000')
  const ready = nextEvent(element, 'ready')
  element.setAttribute('state', '1_MSFT_0000000')
  await ready
  expect(frames()[0]).not.toBe(frame)
  expect(messagesOf('start')).toMatchObject([{ options: { state: '1_MSFT_0000000' } }])
})
