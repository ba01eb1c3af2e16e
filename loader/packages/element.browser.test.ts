import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ToFrame } from '#contract/bridge.ts'
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
  expect(frames()[0]!.parentElement).toBe(element)
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

test('an id that the page gave stays', async () => {
  expect((await shown('id="ideas"')).id).toBe('ideas')
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
  const element = await shown()
  const { widget } = element
  side().port.postMessage({ type: 'need-token' })
  await expect.poll(() => heard('token')).toHaveLength(1)
  expect(heard('token')[0]).not.toHaveProperty('authToken')
  element.getAuthToken = async () => 'late'
  side().port.postMessage({ type: 'need-token' })
  await expect.poll(() => heard('token')[1]).toEqual({ type: 'token', authToken: 'late' })
  expect(element.widget).toBe(widget)
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
  expect(frames().map((frame) => frame.parentElement)).toEqual([element, copy])
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
  const line = getComputedStyle(element.firstElementChild!)
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
  expect(await failed).toBe(offline)
  expect(element.textContent).toBe('ERROR NETWORK')
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
