import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ToFrame } from '#contract/bridge/bridge.ts'
import type { ServiceWidgetElement } from './element.ts'
import './element.ts'
import { createLoader } from '../loader.ts'
import type { ServiceWidgetLoader } from './module.ts'

type FrameWindow = Window & { heard: ToFrame[]; port: MessagePort }
const page = window as unknown as { serviceWidgetLoader?: ServiceWidgetLoader; fakeFrame?: object }
const loader = createLoader(new URL('/loader/fake-frame.html', location.href))
const frames = () => [...document.querySelectorAll('iframe')]
const side = () => frames()[0]!.contentWindow as FrameWindow
const heard = (type: ToFrame['type']) => side().heard.filter((one) => one.type === type)
const commands = () =>
  side().heard.flatMap((one) => (one.type === 'command' ? [[one.name, one.payload]] : []))
const happens = (element: ServiceWidgetElement, name: string) =>
  new Promise<unknown>((done) =>
    element.addEventListener(name, (event) => done((event as CustomEvent).detail), { once: true }),
  )

/** As a partner's page has it. */
function write(attributes: string): ServiceWidgetElement {
  document.body.innerHTML = `<main></main><service-widget src="https://widget.example/widgetLoader" api-key="pk_test" user-id="u-1" ${attributes}></service-widget>`
  return document.querySelector('service-widget')!
}
async function shown(attributes = ''): Promise<ServiceWidgetElement> {
  const element = write(attributes)
  await happens(element, 'ready')
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

test('attributes are the options', async () => {
  const element = await shown(
    'widget-type="proStrategies" theme="dark" symbol="AAPL" height="400px" show-header="false" show-news-tab hide-localization-options=""',
  )
  expect(frames()).toHaveLength(1)
  expect(frames()[0]!.closest('service-widget')).toBe(element)
  expect(heard('start')).toMatchObject([
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
  const [start] = heard('start') as Extract<ToFrame, { type: 'start' }>[]
  expect(Object.keys(start!.options)).not.toContain('showWhatPanel')
  expect(element.widget).toBeDefined()
})

test('a height without a unit keeps the default height, and the widget can report it', async () => {
  const element = write('height="600"')
  expect(element.offsetHeight, 'before the widget').toBe(768)
  await happens(element, 'ready')
  expect(heard('start')).toMatchObject([{ options: { height: '600' } }])
  expect(element.offsetHeight).toBe(768)
})

test('an id that the page gave stays, and support reads it', async () => {
  expect((await shown('id="ideas"')).id).toBe('ideas')
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  expect(loader.diagnose()[1]!.destination).toMatch(/^ideas-0\./)
})

test('theme, symbol and locale reach the widget on screen', async () => {
  const element = await shown('theme="light"')
  const [frame] = frames()
  element.setAttribute('theme', 'dark')
  element.setAttribute('symbol', 'MSFT')
  element.setAttribute('locale', 'de')
  element.removeAttribute('locale')
  await expect.poll(commands).toEqual([
    ['SET_THEME', { theme: 'dark' }],
    ['SET_SYMBOL', { symbol: 'MSFT' }],
    ['SET_LOCALE', { locale: 'de' }],
  ])
  expect(frames()).toEqual([frame])
})

test('holdings are a property, set before and after, that no attribute change loses', async () => {
  const element = await shown()
  const [frame] = frames()
  element.holdings = [{ symbol: 'AAPL', shares: 100 }]
  await expect.poll(commands).toEqual([['SET_HOLDINGS', { holdings: [{ symbol: 'AAPL', shares: 100 }] }]])
  expect(frames()).toEqual([frame])
  vi.mocked(loader.load).mockClear()
  const ready = happens(element, 'ready')
  element.setAttribute('show-header', 'false')
  await ready
  expect(vi.mocked(loader.load).mock.lastCall?.[1]).toMatchObject({
    holdings: [{ symbol: 'AAPL', shares: 100 }],
  })
})

test('other attributes, however many at once, make one new widget', async () => {
  const element = await shown()
  const [frame] = frames()
  vi.mocked(loader.load).mockClear()
  const ready = happens(element, 'ready')
  element.setAttribute('show-header', 'false')
  element.setAttribute('user-id', 'u-2')
  element.setAttribute('user-id', 'u-2')
  await ready
  expect(loader.load).toHaveBeenCalledOnce()
  expect(frames()).toHaveLength(1)
  expect(frames()[0]).not.toBe(frame)
  expect(heard('start')).toMatchObject([{ options: { userId: 'u-2', showHeader: false } }])
})

test('events leave with their payload and do not bubble', async () => {
  const element = await shown()
  const outside = vi.fn()
  document.body.addEventListener('symbolchanged', outside)
  const all = [
    happens(element, 'symbolchanged'),
    happens(element, 'tradeticketexecute'),
    happens(element, 'error'),
  ]
  const error = { code: 'AUTH', message: 'm', docs: 'd' }
  for (const [name, payload] of [
    ['SYMBOL_CHANGED', 'NVDA'],
    ['TRADE_TICKET_EXECUTE', { symbol: 'NVDA' }],
    ['ERROR', error],
  ])
    side().port.postMessage({ type: 'event', name, payload })
  expect(await Promise.all(all)).toEqual(['NVDA', { symbol: 'NVDA' }, error])
  expect(outside).not.toHaveBeenCalled()
  // The types say the same.
  element.addEventListener('symbolchanged', ({ detail }) => outside(detail.toUpperCase()))
  element.addEventListener('tradeticketexecute', ({ detail }) => outside(detail.optionLegs))
})

test('getAuthToken may be given before the element is in the page', async () => {
  const element = document.createElement('service-widget')
  for (const [name, value] of Object.entries({
    src: 'https://x.example/',
    'auth-token': 't',
    'user-id': 'u',
  }))
    element.setAttribute(name, value)
  element.getAuthToken = () => 'fresh'
  const ready = happens(element, 'ready')
  document.body.append(element)
  await ready
  side().port.postMessage({ type: 'need-token' })
  await expect.poll(() => heard('token')).toEqual([{ type: 'token', authToken: 'fresh' }])
})

test('getAuthToken is a property from the beginning, and may be set late', async () => {
  expect('getAuthToken' in document.createElement('service-widget')).toBe(true)
  const element = write('auth-token="t"')
  element.removeAttribute('api-key')
  await happens(element, 'ready')
  const { widget } = element
  side().port.postMessage({ type: 'need-token' })
  await expect.poll(() => heard('token')).toHaveLength(1)
  expect(heard('token')[0]).not.toHaveProperty('authToken')
  element.getAuthToken = async () => 'late'
  side().port.postMessage({ type: 'need-token' })
  await expect.poll(() => heard('token')[1]).toEqual({ type: 'token', authToken: 'late' })
  expect(element.widget).toBe(widget)
})

test('getAuthToken may be all there is, and come after the start without it', async () => {
  const element = write('')
  element.removeAttribute('api-key')
  expect(await happens(element, 'error')).toMatchObject({ code: 'BAD_OPTION' })
  vi.mocked(loader.load).mockClear()
  element.getAuthToken = () => 'first'
  await expect.poll(() => loader.load).toHaveBeenCalledOnce()
  expect(vi.mocked(loader.load).mock.calls[0]![1].getAuthToken!()).toBe('first')
})

test('getAuthToken may be given before the element is defined', async () => {
  const elsewhere = new DOMParser().parseFromString(
    '<service-widget src="https://x.example/" auth-token="t" user-id="u"></service-widget>',
    'text/html',
  )
  const element = elsewhere.querySelector('service-widget')!
  expect(element).not.toHaveProperty('widget')
  element.getAuthToken = () => 'early'
  const ready = happens(element, 'ready')
  document.body.append(element)
  await ready
  side().port.postMessage({ type: 'need-token' })
  await expect.poll(() => heard('token')).toEqual([{ type: 'token', authToken: 'early' }])
})

test('taken out, the widget is gone at once; put back, there is a new one', async () => {
  const element = await shown()
  const { widget } = element
  const destroyed = vi.spyOn(widget!, 'destroyWidget')
  element.remove()
  expect(destroyed).toHaveBeenCalledOnce()
  expect([element.childElementCount, element.widget]).toEqual([0, undefined])
  const ready = happens(element, 'ready')
  document.body.append(element)
  await ready
  expect(frames()).toHaveLength(1)
})

test('in and out in one breath, nothing starts', async () => {
  const element = write('')
  element.remove()
  await new Promise((done) => requestAnimationFrame(done))
  expect(loader.load).not.toHaveBeenCalled()
  expect(frames()).toHaveLength(0)
})

test('moveBefore leaves the widget as it is', async () => {
  const element = await shown()
  const before = side()
  const { widget } = element
  document.querySelector('main')!.moveBefore(element, null)
  expect(element.parentElement!.localName).toBe('main')
  expect([element.widget, side()]).toEqual([widget, before])
  expect(loader.load).toHaveBeenCalledOnce()
})

test('a copy of the page that a router kept shows one widget again', async () => {
  const kept = (await shown()).parentElement!.cloneNode(true)
  expect((kept as Element).querySelector('iframe')).not.toBeNull()
  document.documentElement.replaceChild(kept, document.body)
  await happens(document.querySelector('service-widget')!, 'ready')
  expect(frames()).toHaveLength(1)
})

test('a copy beside it has a widget of its own', async () => {
  const element = await shown()
  const copy = element.cloneNode(true) as ServiceWidgetElement
  const ready = happens(copy, 'ready')
  document.body.append(copy)
  await ready
  expect(frames().map((frame) => frame.closest('service-widget'))).toEqual([element, copy])
})

test('what is wrong is an event, and said in the place', async () => {
  const element = write('theme="neon" height="300px"')
  expect(await happens(element, 'error')).toMatchObject({ code: 'BAD_OPTION' })
  expect(frames()).toHaveLength(0)
  expect(element.textContent).toBe('ERROR BAD_OPTION')
  expect(element.offsetHeight).toBe(300)
  // Repaired, it starts.
  const ready = happens(element, 'ready')
  element.setAttribute('theme', 'dark')
  await ready
  expect([element.textContent, frames().length]).toEqual(['', 1])
})

test('without a loader its place says so on the theme’s surface; online again, it starts', async () => {
  delete page.serviceWidgetLoader
  const element = write('theme="dark"')
  // Not tried again: the test need not wait for it.
  element.setAttribute('src', 'ftp://widget.example/widgetLoader')
  expect(await happens(element, 'error')).toMatchObject({ code: 'BAD_OPTION' })
  const line = getComputedStyle(element.querySelector('[data-screen="failed"]')!)
  expect([line.backgroundColor, line.color, line.colorScheme]).toEqual([
    'rgb(18, 26, 37)',
    'rgb(255, 255, 255)',
    'dark',
  ])
  page.serviceWidgetLoader = loader
  dispatchEvent(new Event('online'))
  await new Promise((done) => requestAnimationFrame(done))
  expect(loader.load, 'what being online does not mend').not.toHaveBeenCalled()

  const offline = new Error('offline') as Error & { code?: string }
  offline.code = 'NETWORK'
  vi.mocked(loader.load).mockImplementationOnce(() => {
    throw offline
  })
  const failed = happens(element, 'error')
  element.setAttribute('src', 'https://widget.example/widgetLoader')
  expect(await failed).toMatchObject({ code: 'NETWORK', message: 'offline' })
  expect(element.textContent).toMatch(/^ERROR NETWORK/)
  const ready = happens(element, 'ready')
  dispatchEvent(new Event('online'))
  await ready
  expect(element.textContent).toBe('')
  // On screen it stays as it is.
  const [frame] = frames()
  dispatchEvent(new Event('online'))
  await new Promise((done) => requestAnimationFrame(done))
  expect(frames()).toEqual([frame])
})

test('taken out, it waits for nothing', async () => {
  const element = write('theme="neon"')
  await happens(element, 'error')
  element.remove()
  element.textContent = 'ERROR NETWORK'
  element.setAttribute('theme', 'dark')
  dispatchEvent(new Event('online'))
  await new Promise((done) => requestAnimationFrame(done))
  expect(loader.load).toHaveBeenCalledOnce()
})

test('without src it waits for it', async () => {
  const element = write('')
  element.removeAttribute('src')
  await new Promise((done) => requestAnimationFrame(done))
  expect(loader.load).not.toHaveBeenCalled()
  const ready = happens(element, 'ready')
  element.setAttribute('src', 'https://widget.example/widgetLoader')
  await ready
})

test('without a loader it tries again, by itself and by a button in the page’s language or words', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.mocked(loader.load).mockImplementation(() => {
    throw Object.assign(new Error('away'), { code: 'TIMEOUT', docs: 'd' })
  })
  const element = write('locale="de"')
  await happens(element, 'error')
  const button = () => element.querySelector<HTMLButtonElement>('[data-action="try-again"]')!
  expect(button().textContent).toBe('Erneut versuchen')
  expect(element.failure!.secondsLeft).toBeGreaterThan(1)
  await vi.advanceTimersByTimeAsync(6000)
  expect(loader.load).toHaveBeenCalledTimes(2)
  element.setAttribute('try-again-text', 'Noch einmal')
  await expect.poll(() => button()?.textContent).toBe('Noch einmal')
  vi.mocked(loader.load).mockRestore()
  const ready = happens(element, 'ready')
  button().click()
  await ready
  expect([element.textContent, element.failure, frames().length]).toEqual(['', undefined, 1])
})

test('what the page puts into a slot stands while the widget is coming, and where there is none', async () => {
  page.fakeFrame = { unready: true }
  const element = write('loading="lazy"')
  element.innerHTML =
    '<p slot="loading">One moment</p><div slot="error" hidden><p>Not now</p><button>Again</button></div>stale'
  const [loading, error] = [...element.children] as HTMLElement[]
  const seen = () => [loading!.checkVisibility(), error!.checkVisibility()]
  expect(seen()).toEqual([true, false])
  await expect.poll(() => frames().length && heard('start').length).toBe(1)
  expect(seen()).toEqual([true, false])
  expect(getComputedStyle(frames()[0]!).visibility, 'there, behind it').toBe('hidden')
  expect(frames()[0]!.offsetHeight).toBe(768)
  expect(element.offsetHeight).toBe(768)
  expect(heard('start')).toMatchObject([{ options: { loading: 'lazy' } }])
  const ready = happens(element, 'ready')
  side().port.postMessage({ type: 'ready' })
  await ready
  expect([...seen(), getComputedStyle(frames()[0]!).visibility]).toEqual([false, false, 'visible'])
  const failed = happens(element, 'error')
  element.setAttribute('user-id', 'a@b.c')
  await failed
  expect([...seen(), element.querySelector('[data-screen]')]).toEqual([false, true, null])
  expect(element.failure).toMatchObject({ error: { code: 'BAD_OPTION' }, tryAgain: undefined })
  // Its button may do this.
  element.setAttribute('user-id', 'u-1')
  element.restart()
  await expect.poll(seen).toEqual([true, false])
})

test('only an element that takes tickets says that it listens to them', async () => {
  const element = await shown('acknowledges-tickets')
  const on = vi.spyOn(element.widget!, 'on')
  element.addEventListener('symbolchanged', () => {})
  expect(on).not.toHaveBeenCalled()
  const heardTicket = happens(element, 'tradeticketexecute')
  element.addEventListener('tradeticketexecute', () => {})
  expect(on.mock.calls.map(([name]) => name)).toEqual(['TRADE_TICKET_EXECUTE'])
  side().port.postMessage({ type: 'event', name: 'TRADE_TICKET_EXECUTE', payload: { ticketId: 't-0' } })
  await heardTicket
  element.answerTradeTicket = async ({ ticketId }) => (ticketId === 't-1' ? { reference: 'A-1' } : undefined)
  expect(on).toHaveBeenCalledOnce()
  for (const ticketId of ['t-1', 't-2'])
    side().port.postMessage({ type: 'event', name: 'TRADE_TICKET_EXECUTE', payload: { ticketId } })
  // To listen is no answer; the function's is, and was promised.
  await expect.poll(commands).toEqual([
    ['TICKET_RECEIVED', { ticketId: 't-1', reference: 'A-1' }],
    ['TICKET_RECEIVED', { ticketId: 't-2' }],
  ])
  // A new widget receives it at once.
  const again = happens(element, 'ready')
  vi.mocked(loader.load).mockClear()
  element.setAttribute('density', 'compact')
  await again
  side().port.postMessage({ type: 'event', name: 'TRADE_TICKET_EXECUTE', payload: { ticketId: 't-1' } })
  await expect.poll(commands).toEqual([['TICKET_RECEIVED', { ticketId: 't-1', reference: 'A-1' }]])
})

test('a function for tickets may be given before the element is defined', async () => {
  const elsewhere = new DOMParser().parseFromString(
    '<service-widget src="https://x.example/" api-key="k" user-id="u"></service-widget>',
    'text/html',
  )
  const element = elsewhere.querySelector('service-widget')!
  element.answerTradeTicket = () => ({ reference: 'early' })
  const ready = happens(element, 'ready')
  document.body.append(element)
  await ready
  side().port.postMessage({ type: 'event', name: 'TRADE_TICKET_EXECUTE', payload: { ticketId: 't' } })
  await expect.poll(commands).toEqual([['TICKET_RECEIVED', { ticketId: 't', reference: 'early' }]])
})

test('connection is an event too', async () => {
  const element = await shown()
  const told = happens(element, 'connection')
  const connection = { state: 'offline', since: '2026-11-22T15:00:00.000Z' }
  side().port.postMessage({ type: 'event', name: 'CONNECTION', payload: connection })
  expect(await told).toEqual(connection)
})

test.each([
  ['', 768],
  ['height="420px"', 420],
])(
  'with the style of the guide nothing below it moves, from the markup to the widget: %s',
  async (given, height) => {
    const style = document.head.appendChild(document.createElement('style'))
    style.textContent = `service-widget { display: block; min-height: ${height}px }
    service-widget:not(:defined) > [slot="error"] { display: none }`
    onTestFinished(() => style.remove())
    const shifts: PerformanceEntry[] = []
    const watching = new PerformanceObserver((list) => shifts.push(...list.getEntries()))
    watching.observe({ type: 'layout-shift', buffered: false })
    // Not defined in a document without a window: as before the script is there.
    const elsewhere = new DOMParser().parseFromString(
      `<service-widget src="https://x.example/" api-key="k" user-id="u" ${given}></service-widget>`,
      'text/html',
    )
    const element = elsewhere.querySelector('service-widget')!
    const below = document.createElement('footer')
    below.textContent = 'Below'
    const before = document.createElement('div')
    before.style.cssText = `min-height:${height}px`
    document.body.replaceChildren(before, below)
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    await painted()
    const ready = happens(element, 'ready')
    // The page's style for the element before its definition.
    before.replaceWith(element)
    const tops = [below.offsetTop]
    await painted()
    tops.push(below.offsetTop)
    await ready
    await painted()
    expect(new Set([...tops, below.offsetTop])).toEqual(new Set([element.offsetTop + height]))
    watching.takeRecords().forEach((entry) => shifts.push(entry))
    watching.disconnect()
    expect(shifts).toEqual([])
  },
)
