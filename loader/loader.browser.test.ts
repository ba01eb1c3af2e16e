/* oxlint-disable typescript/unbound-method -- listeners are counted by standing in for these methods */
import type { ToFrame, WidgetError } from '#contract/bridge/bridge.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLoader } from './loader.ts'
import type { WidgetInstance } from './widget.ts'

type Fake = {
  silent?: boolean
  unready?: boolean
  deaf?: boolean
  hello?: object
  heard?: (message: ToFrame) => void
}
type FrameWindow = Window & {
  heard: ToFrame[]
  port: MessagePort
  init: { data: { id: string }; origin: string }
  hello: (changes?: object) => void
}

const fake = (behaviour: Fake = {}) => Object.assign(window, { fakeFrame: behaviour })
const loader = createLoader(new URL('/loader/fake-frame.html', location.href))
const base = { destinationId: 'box', apiKey: 'pk_test', userId: 'u-1' }
const frames = () => [...document.querySelectorAll('iframe')]
const side = (frame = frames()[0]!) => frame.contentWindow as FrameWindow
const turn = () => new Promise((done) => requestAnimationFrame(done))
/** Waits for something without touching timers, which may be fake. */
async function until(holds: () => unknown): Promise<void> {
  for (let frame = 0; frame < 300; frame++) {
    if (holds()) return
    await turn()
  }
  throw new Error(`never happened: ${holds}`)
}
const happens = (widget: WidgetInstance, name: Parameters<WidgetInstance['on']>[0]) =>
  new Promise<never>((done) => widget.on(name, done as never))
const errorOf = (widget: WidgetInstance) => happens(widget, 'ERROR') as Promise<WidgetError>
const loaded = async (options: object = {}) => {
  const widget = loader.load('pro', { ...base, ...options })
  await happens(widget, 'READY')
  return widget
}

/** Every listener that was added to the page's window or document since the test began and not removed. */
const held = new Map<string, Set<unknown>>()
const own = [window, document].map(({ addEventListener, removeEventListener }) => ({
  addEventListener,
  removeEventListener,
}))
const realAdd = EventTarget.prototype.addEventListener
const realRemove = EventTarget.prototype.removeEventListener
const listeners = (type?: string) =>
  [...held].reduce((sum, [name, set]) => sum + (!type || name === type ? set.size : 0), 0)

function countListeners(): void {
  held.clear()
  for (const target of [window, document]) {
    target.addEventListener = ((type: string, listener: object, options: object) => {
      held.set(type, (held.get(type) ?? new Set()).add(listener))
      realAdd.call(target, type, listener as never, options)
    }) as never
    target.removeEventListener = ((type: string, listener: object, options: object) => {
      held.get(type)?.delete(listener)
      realRemove.call(target, type, listener as never, options)
    }) as never
  }
}

let complaints: ReturnType<typeof vi.spyOn>
/** The response with the sentences; the frame's own requests do not reach it. */
let answerWords: (signal: AbortSignal) => Promise<Response>
const words = {
  'BAD_OPTION userId': 'userId must not be empty or contain blanks or @',
  'BAD_OPTION theme': 'theme must be light or dark',
  DESTINATION_NOT_FOUND: 'no element has the id ',
  CSP_BLOCKED: 'add to frame-src ',
  TIMEOUT: 'nothing answered; this page is ',
  NETWORK: 'offline; this page is ',
  INSECURE_PAGE: 'use https; this page is ',
  FRAME_LOST: 'no answer; this page is ',
}
let widgets: WidgetInstance[] = []
beforeEach(() => {
  document.body.innerHTML = '<div id="box"></div><div id="other"></div>'
  complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake()
  countListeners()
  answerWords = () => Promise.resolve(Response.json(words))
  vi.spyOn(window, 'fetch').mockImplementation((address, init) => {
    expect(address).toBe(`${location.origin}/widgetLoader/errors.json`)
    return answerWords(init!.signal!)
  })
  const { load } = loader
  widgets = []
  vi.spyOn(loader, 'load').mockImplementation((...given) => {
    const widget = load(...given)
    widgets.push(widget)
    return widget
  })
})
afterEach(() => {
  widgets.forEach((widget) => widget.destroyWidget())
  for (const [at, target] of [window, document].entries()) Object.assign(target, own[at])
  vi.useRealTimers()
  vi.restoreAllMocks()
})
describe('options', () => {
  test.each([
    ['no such widget type', 'basic', {}, 'widgetType'],
    ['theme', 'pro', { theme: 'neon' }, 'theme'],
    ['userId that is an e-mail address', 'pro', { userId: 'a@b.c' }, 'userId'],
    ['both credentials', 'pro', { authToken: 't' }, 'apiKey/authToken'],
    ['a missing userId', 'pro', { userId: undefined }, 'userId'],
    ['a blank destination', 'pro', { destinationId: '' }, 'destinationId'],
    ['no credentials', 'pro', { apiKey: undefined }, 'apiKey/authToken'],
    ['a secret key', 'pro', { secretKey: 'sk_1' }, 'secretKey'],
    ['a secret key as the public one', 'pro', { apiKey: 'sk_live_1' }, 'secretKey'],
    ['an element as destination', 'pro', { destinationId: document.body }, 'destinationId'],
    [
      'an element that a framework has bound',
      'pro',
      { destinationId: Object.assign(document.createElement('div'), { self: window }) },
      'destinationId',
    ],
  ])('%s is refused at once and creates no frame', (_story, type, options, names) => {
    let thrown: (Error & WidgetError) | undefined
    try {
      loader.load(type as 'pro', { ...base, ...options } as typeof base)
    } catch (error) {
      thrown = error as Error & WidgetError
    }
    expect(thrown).toBeInstanceOf(Error)
    expect(thrown).toMatchObject({
      name: 'ServiceWidgetError',
      code: 'BAD_OPTION',
      docs: `${location.origin}/docs/errors#BAD_OPTION`,
    })
    expect(thrown!.message).toBe(`BAD_OPTION: ${names}`)
    expect(frames()).toHaveLength(0)
    expect(listeners()).toBe(0)
  })

  test('options that JSON cannot represent are refused like missing ones', () => {
    const circle: Record<string, unknown> = { ...base }
    circle['self'] = circle
    expect(() => loader.load('pro', circle as typeof base)).toThrow('BAD_OPTION: apiKey/authToken')
    expect(frames()).toHaveLength(0)
  })

  test('every problem is listed at once', () => {
    expect(() => loader.load('x' as 'pro', {} as typeof base)).toThrow(
      'BAD_OPTION: apiKey/authToken,widgetType,destinationId,userId',
    )
  })

  test('`getAuthToken` alone is a sufficient credential', async () => {
    await loaded({ apiKey: undefined, getAuthToken: () => 't' })
    expect(side().heard[0]).toMatchObject({ type: 'start', canRenew: true })
  })

  test('prints the sentences with a link on the console later; the thrown error has the short form', async () => {
    let thrown: Error | undefined
    try {
      loader.load('pro', { ...base, userId: 'a b', theme: 'neon' } as never)
    } catch (error) {
      thrown = error as Error
    }
    await until(() => complaints.mock.calls.length)
    expect(complaints).toHaveBeenCalledExactlyOnceWith(
      'BAD_OPTION: userId must not be empty or contain blanks or @; theme must be light or dark',
      `${location.origin}/docs/errors#BAD_OPTION`,
    )
    expect(thrown!.message).toBe('BAD_OPTION: userId,theme')
  })

  test('does not fetch the sentences without an error', async () => {
    await loaded()
    expect(fetch).not.toHaveBeenCalled()
  })
})

describe('the frame', () => {
  test('has the address, attributes and surface of the first paint, and no credentials', async () => {
    await loaded({ theme: 'dark', locale: 'he', height: '500px' })
    const frame = frames()[0]!
    const query = new URL(frame.src).searchParams
    expect(Object.fromEntries(query)).toEqual({ type: 'pro', theme: 'dark', locale: 'he', i: frame.name })
    expect(frame.src).not.toContain('pk_test')
    expect(frame.name.replaceAll('-', '')).toMatch(/^[0-9a-f]{32}$/)
    expect([frame.title, frame.referrerPolicy, frame.allow]).toEqual([
      'Options ideas',
      'strict-origin',
      'clipboard-write',
    ])
    expect(frame.hasAttribute('sandbox')).toBe(false)
    expect(frame.loading).not.toBe('lazy')
    expect(getComputedStyle(frame)).toMatchObject({
      colorScheme: 'dark',
      backgroundColor: 'rgb(18, 26, 37)',
      height: '500px',
      borderTopWidth: '0px',
      display: 'block',
    })
  })

  test('has the given layout options in its address, and no others', async () => {
    const addressOf = async (options: object) => {
      const widget = await loaded(options)
      const { searchParams } = new URL(frames()[0]!.src)
      searchParams.delete('i')
      widget.destroyWidget()
      return Object.fromEntries(searchParams)
    }
    expect(await addressOf({})).toEqual({ type: 'pro' })
    expect(await addressOf({ showHeader: false, showWhatPanel: true, density: 'compact' })).toEqual({
      type: 'pro',
      showHeader: 'false',
      showWhatPanel: 'true',
      density: 'compact',
    })
    const odd = { locale: 'he&i=1#x', density: 'a b=c' }
    expect(await addressOf(odd)).toEqual({ type: 'pro', ...odd })
  })

  test('has no credential, user or symbol in its address', async () => {
    const secret = { apiKey: '', authToken: 'tok_1', userId: 'u-77', symbol: 'MSFT' }
    await loaded({ ...secret, colorVision: 'safe', shortcuts: false, showHeader: false })
    const address = frames()[0]!.src
    for (const text of [
      'tok_1',
      'u-77',
      'MSFT',
      'apiKey',
      'authToken',
      'userId',
      'symbol',
      'safe',
      'shortcuts',
    ])
      expect(address).not.toContain(text)
    expect(side().heard[0]).toMatchObject({ options: secret })
  })

  test('gets the credentials first, through the port, and then the commands in their last state', async () => {
    const holdings = [{ symbol: 'KO', openOptions: [{ id: 'KO270115C00075000', quantity: 1, price: 0.8 }] }]
    const widget = loader.load('proStrategies', { ...base, holdings, getAuthToken: () => 'x' } as never)
    widget.postMessage('SET_THEME', { theme: 'dark' })
    widget.postMessage('SET_SYMBOL', { symbol: 'AAPL' })
    widget.postMessage('SET_SYMBOL', { symbol: 'MSFT', sentiment: 'Bullish' })
    widget.postMessage('SET_HOLDINGS', { holdings: [{ symbol: 'AAPL', shares: 100 }] })
    widget.postMessage(widget.EventType.SET_HOLDINGS, { holdings })
    await happens(widget, 'READY')
    await until(() => side().heard.length >= 5)
    expect(side().heard.slice(0, 5)).toEqual([
      {
        type: 'start',
        widgetType: 'proStrategies',
        options: { ...base, holdings, widgetType: 'proStrategies' },
        canRenew: true,
        loader: loader.version,
      },
      { type: 'listener', name: 'READY' },
      { type: 'command', name: 'SET_THEME', payload: { theme: 'dark' } },
      { type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'MSFT', sentiment: 'Bullish' } },
      { type: 'command', name: 'SET_HOLDINGS', payload: { holdings } },
    ])
    expect(side().init.origin).toBe(location.origin)
  })

  test('gets everything again after a reload, including a changed theme; READY is sent once', async () => {
    const ready = vi.fn()
    const widget = loader.load('pro', base, ready)
    await happens(widget, 'READY')
    widget.postMessage('SET_THEME', { theme: 'dark' })
    widget.on('SYMBOL_CHANGED', () => undefined)
    const before = side().port
    side().location.reload()
    await until(() => side().heard?.length >= 4 && side().port !== before)
    expect(side().heard.map((message) => ('name' in message ? message.name : message.type))).toEqual([
      'start',
      'READY',
      'SET_THEME',
      'SYMBOL_CHANGED',
    ])
    await turn()
    expect(ready).toHaveBeenCalledExactlyOnceWith(widget)
  })

  test('survives moving its container, and removing and reinserting it at once', async () => {
    await loaded()
    const box = document.getElementById('box')!
    document.getElementById('other')!.append(box)
    await until(() => side().heard?.length)
    box.remove()
    document.body.append(box)
    await until(() => side().heard?.length)
    expect(frames()).toHaveLength(1)
    expect(listeners('message')).toBe(1)
  })

  test.runIf('moveBefore' in Element.prototype)('keeps running through moveBefore', async () => {
    await loaded()
    const { port } = side()
    ;(
      document.getElementById('other') as unknown as { moveBefore: (node: Node, before: null) => void }
    ).moveBefore(document.getElementById('box')!, null)
    await turn()
    expect(side().port).toBe(port)
    expect(frames()).toHaveLength(1)
  })
})

describe('a command', () => {
  const circle: Record<string, unknown> = { symbol: 'AAPL' }
  circle['self'] = circle
  const thrower = {
    toJSON: () => {
      throw new Error('no')
    },
  }
  test.each<[string, string, unknown, unknown]>([
    ['without a payload', 'SET_SYMBOL', undefined, undefined],
    ['with null', 'SET_THEME', null, null],
    ['with a text', 'SET_LOCALE', 'fr', 'fr'],
    ['with a function', 'SET_SYMBOL', () => 'AAPL', undefined],
    ['with a circle', 'SET_SYMBOL', circle, undefined],
    ['with a BigInt', 'SET_SYMBOL', { symbol: 'AAPL', size: 1n }, undefined],
    ['with a toJSON that throws', 'SET_THEME', thrower, undefined],
    ['of no name of ours', 'SET_NOTHING', { symbol: 'AAPL' }, { symbol: 'AAPL' }],
    ['called like another message', 'start', {}, {}],
  ])('%s throws nothing, and the frame hears of it', async (_story, name, given, payload) => {
    const widget = loader.load('pro', { ...base, theme: 'dark' })
    const send = () => widget.postMessage(name as 'SET_SYMBOL', given as { symbol: string })
    send()
    await happens(widget, 'READY')
    send()
    const heard = () => side().heard.filter(({ type }) => type === 'command')
    await until(() => heard().length === 2)
    expect(side().heard[0]).toMatchObject({ type: 'start', options: base })
    expect(heard()).toEqual([
      { type: 'command', name, payload },
      { type: 'command', name, payload },
    ])
    expect(complaints).not.toHaveBeenCalled()
    expect(getComputedStyle(frames()[0]!).colorScheme).toBe('dark')
  })

  test('is repeated to a reloaded frame in its last state only', async () => {
    const widget = await loaded()
    for (const symbol of ['AAPL', 'MSFT']) widget.postMessage('SET_SYMBOL', { symbol })
    const before = side().port
    side().location.reload()
    await until(() => side().port !== before && side().heard?.length >= 3)
    await turn()
    expect(side().heard.filter(({ type }) => type === 'command')).toEqual([
      { type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'MSFT' } },
    ])
  })
})

describe('messages about the frame’s element', () => {
  const styleOf = () => getComputedStyle(frames()[0]!)

  test('a theme that the frame reports applies to the surface around it, and around an error line', async () => {
    await loaded({ height: '500px' })
    side().port.postMessage({ type: 'look', look: { theme: 'dark' } })
    await until(() => styleOf().colorScheme === 'dark')
    expect(styleOf()).toMatchObject({ backgroundColor: 'rgb(18, 26, 37)', height: '500px' })
  })

  test('with the height `auto` it has the height that the frame reports, and the default until then', async () => {
    await loaded({ height: 'auto' })
    expect(styleOf().height).toBe('768px')
    side().port.postMessage({ type: 'look', look: { height: '912px' } })
    await until(() => styleOf().height === '912px')
    const before = side().port
    side().location.reload()
    await until(() => side().port !== before && side().heard?.length)
    expect(side().heard[0]).toMatchObject({ options: { height: 'auto' } })
    expect(styleOf().height).toBe('912px')
  })

  test.each([
    [{ height: 600 }, { height: '768px' }],
    [{ width: 300, height: 'tall' }, { height: '768px' }],
    [{ height: 'calc(100px + 2em)' }, { height: '132px' }],
    [{ height: '50vh' }, { height: `${innerHeight / 2}px` }],
  ])('a size of %o makes it %o', async (options, size) => {
    await loaded(options)
    expect(styleOf()).toMatchObject(size)
    expect(frames()[0]!.clientWidth).toBe(document.getElementById('box')!.clientWidth)
  })

  test('the state is available to style sheets', async () => {
    fake({ unready: true })
    loader.load('pro', base)
    const state = () => document.querySelector<HTMLElement>('#box > :not([slot])')!.dataset['serviceWidget']
    await until(() => side().port)
    expect(state()).toBeUndefined()
    side().port.postMessage({ type: 'event', name: 'ERROR', payload: {}, state: 'error' })
    await until(() => state() === 'error')
    side().port.postMessage({ type: 'ready', state: 'ready' })
    await until(() => state() === 'ready')
  })
})

describe('a lazy widget', () => {
  test('far from view does not fetch its frame, and has no timeout', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    document.body.innerHTML = '<div style="height:30000px"></div><div id="box"></div>'
    scrollTo(0, 0)
    const widget = loader.load('pro', { ...base, loading: 'lazy' })
    const failed = vi.fn()
    widget.on('ERROR', failed)
    expect(frames()[0]!.loading).toBe('lazy')
    for (let beat = 0; beat < 5; beat++) {
      vi.advanceTimersByTime(5000)
      await turn()
    }
    expect(failed).not.toHaveBeenCalled()
    expect(frames()).toHaveLength(1)
    const ready = happens(widget, 'READY')
    document.getElementById('box')!.scrollIntoView()
    await ready
  })
})

describe('hostile and foreign messages change nothing', () => {
  const cyclic: Record<string, unknown> = { ns: 'service-widget', type: 'hello' }
  cyclic['self'] = cyclic
  test.each([
    null,
    undefined,
    7,
    'hello',
    [],
    cyclic,
    { ns: 'service-widget' },
    { ns: 'service-widget', type: 'hello', id: 'guess', protocol: 1, min: 1, app: '' },
    'x'.repeat(1e6),
  ])('message %#', async (message) => {
    const failures = vi.fn()
    realAdd.call(window, 'error', failures)
    await loaded()
    const { port } = side()
    window.postMessage(message, '*')
    parent.frames[0]!.postMessage(message, '*')
    port.postMessage(message)
    window.dispatchEvent(
      new MessageEvent('message', {
        data: message,
        source: frames()[0]!.contentWindow,
        origin: location.origin,
      }),
    )
    await turn()
    await turn()
    expect(side().port).toBe(port)
    expect(failures).not.toHaveBeenCalled()
    realRemove.call(window, 'error', failures)
  })

  test.each([
    ['from another origin', { origin: 'https://widget.host.evil.test' }],
    ['from another window', { source: window }],
    ['without a source', { source: null }],
  ])('a perfect hello %s opens no second port', async (_story, difference) => {
    await loaded()
    const before = side().init
    const data = { ns: 'service-widget', type: 'hello', id: frames()[0]!.name, protocol: 1, min: 1, app: '' }
    window.dispatchEvent(
      new MessageEvent('message', {
        data,
        source: frames()[0]!.contentWindow,
        origin: location.origin,
        ...difference,
      }),
    )
    await turn()
    await turn()
    expect(side().init).toBe(before)
  })

  test('the same hello from the right window and origin does (control of the three above)', async () => {
    await loaded()
    const before = side().init
    side().hello()
    await until(() => side().init !== before)
  })

  test('two widgets on a page do not receive each other’s messages', async () => {
    const one = await loaded()
    const two = await loaded({ destinationId: 'other' })
    const heardByOne = vi.fn()
    one.on('SYMBOL_CHANGED', heardByOne)
    const heardByTwo = happens(two, 'SYMBOL_CHANGED')
    side(frames()[1]).port.postMessage({ type: 'event', name: 'SYMBOL_CHANGED', payload: 'TSLA' })
    expect(await heardByTwo).toBe('TSLA')
    expect(heardByOne).not.toHaveBeenCalled()
    expect(listeners('message')).toBe(1)
  })

  test('invalid messages of the frame cause no exception in the page', async () => {
    const failures = vi.fn()
    realAdd.call(window, 'error', failures)
    const widget = await loaded()
    const heard = vi.fn()
    widget.on('SYMBOL_CHANGED', heard)
    for (const message of [null, 7, 'x', { type: 'event' }, { type: 'event', name: 'toString', payload: 1 }])
      side().port.postMessage(message)
    side().port.postMessage({ type: 'event', name: 'SYMBOL_CHANGED', payload: 'LAST' })
    await until(() => heard.mock.calls.length)
    expect(heard.mock.calls).toEqual([['LAST']])
    expect(failures).not.toHaveBeenCalled()
    realRemove.call(window, 'error', failures)
  })
})

describe('listeners of the page', () => {
  test('a late subscriber gets READY, asynchronously', async () => {
    const widget = await loaded()
    const late = vi.fn()
    widget.on('READY', late)
    expect(late).not.toHaveBeenCalled()
    await turn()
    expect(late).toHaveBeenCalledOnce()
  })

  test('a throwing listener is reported as the page’s error without affecting others; removed ones are not called', async () => {
    const widget = await loaded()
    const reports: unknown[] = []
    const real = queueMicrotask.bind(window)
    vi.stubGlobal('queueMicrotask', (job: () => void) =>
      real(() => {
        try {
          job()
        } catch (error) {
          reports.push(error)
        }
      }),
    )
    const gone = vi.fn()
    widget.on('SYMBOL_CHANGED', () => {
      throw new Error('mine')
    })
    widget.on('SYMBOL_CHANGED', gone)()
    const sibling = happens(widget, 'SYMBOL_CHANGED')
    side().port.postMessage({ type: 'event', name: 'SYMBOL_CHANGED', payload: 'IBM' })
    expect(await sibling).toBe('IBM')
    vi.unstubAllGlobals()
    expect(reports).toEqual([new Error('mine')])
    expect(gone).not.toHaveBeenCalled()
  })
})

describe('the end', () => {
  test.each(['while loading', 'when ready', 'twice'])(
    'destroyWidget %s leaves no listener, node or timer',
    async (moment) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
      const told: ToFrame[] = []
      fake({ heard: (message) => told.push(message) })
      const ready = vi.fn()
      const widget = loader.load('pro', base, ready)
      if (moment !== 'while loading') await happens(widget, 'READY')
      widget.destroyWidget()
      if (moment === 'twice') widget.destroyWidget()
      expect(document.getElementById('box')!.childNodes).toHaveLength(0)
      expect(listeners()).toBe(0)
      expect(vi.getTimerCount()).toBe(0)
      await turn()
      await turn()
      if (moment === 'while loading') expect(ready).not.toHaveBeenCalled()
      const late = vi.fn()
      widget.on('ERROR', late)
      widget.on('READY', late)
      widget.postMessage('SET_SYMBOL', { symbol: 'AAPL' })
      await turn()
      expect(late).not.toHaveBeenCalled()
    },
  )

  test('before the document is parsed: nothing happens afterwards', async () => {
    const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
    document.getElementById('box')!.remove()
    const widget = loader.load('pro', base)
    expect(listeners('DOMContentLoaded')).toBe(1)
    widget.destroyWidget()
    expect(listeners()).toBe(0)
    state.mockReturnValue('interactive')
    document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }))
    expect(frames()).toHaveLength(0)
    expect(complaints).not.toHaveBeenCalled()
  })

  test('waits for a destination that is parsed later', async () => {
    const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
    const box = document.getElementById('box')!
    box.remove()
    const widget = loader.load('pro', base)
    document.body.append(box)
    state.mockReturnValue('interactive')
    document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }))
    await happens(widget, 'READY')
  })

  test.each<[string, (box: HTMLElement) => void]>([
    ['its container is removed', (box) => box.remove()],
    ['its container is emptied', (box) => (box.innerHTML = '')],
    ['the page is replaced', () => document.body.replaceChildren()],
  ])('comes by itself when %s', async (_story, act) => {
    await loaded()
    act(document.getElementById('box')!)
    await until(() => listeners() === 0)
  })

  test('StrictMode: mount, unmount, mount leaves one working widget', async () => {
    loader.load('pro', base).destroyWidget()
    await loaded()
    expect(frames()).toHaveLength(1)
  })

  test('loading twice into one destination replaces the widget, and no other content', async () => {
    const box = document.getElementById('box')!
    box.innerHTML = '<p>theirs</p><iframe title="theirs"></iframe>'
    const first = loader.load('pro', base)
    const silence = vi.fn()
    first.on('READY', silence)
    const second = loader.load('pro', { ...base, theme: 'dark' })
    await happens(second, 'READY')
    expect(box.querySelectorAll('p, iframe')).toHaveLength(3)
    expect(silence).not.toHaveBeenCalled()
    first.destroyWidget()
    expect(box.querySelectorAll('iframe')).toHaveLength(2)
  })
})

describe('errors', () => {
  test('DESTINATION_NOT_FOUND names the id and reaches a listener added after load', async () => {
    const widget = loader.load('pro', { ...base, destinationId: 'nowhere' })
    expect(await errorOf(widget)).toMatchObject({
      code: 'DESTINATION_NOT_FOUND',
      message: 'DESTINATION_NOT_FOUND: no element has the id nowhere',
      docs: `${location.origin}/docs/errors#DESTINATION_NOT_FOUND`,
    })
  })

  test('DESTINATION_NOT_FOUND is sent even if the page changes at the same time', async () => {
    await loaded()
    document.body.append('changed')
    const widget = loader.load('pro', { ...base, destinationId: 'nowhere' })
    document.body.append('changed')
    await turn()
    expect(await errorOf(widget)).toMatchObject({ code: 'DESTINATION_NOT_FOUND' })
    expect(loader.diagnose()).toHaveLength(3)
  })

  test('INSECURE_PAGE', async () => {
    vi.stubGlobal('isSecureContext', false)
    const widget = loader.load('pro', base)
    expect(await errorOf(widget)).toMatchObject({ code: 'INSECURE_PAGE' })
    expect(frames()).toHaveLength(0)
    vi.unstubAllGlobals()
  })

  test('an app of any version gets the loader’s version, and reports if it is too old', async () => {
    fake({ hello: { protocol: 9, min: 8 } })
    await loaded()
    expect(side().init.data).toMatchObject({ protocol: 1 })
  })

  test('CSP_BLOCKED says which directive is missing, only for an enforced policy, our origin and a waiting frame', async () => {
    fake({ silent: true })
    const widget = loader.load('pro', base)
    const violated = (changes: object) =>
      document.dispatchEvent(
        new SecurityPolicyViolationEvent('securitypolicyviolation', {
          bubbles: true,
          effectiveDirective: 'frame-src',
          blockedURI: `${location.origin}/widget`,
          disposition: 'enforce',
          ...changes,
        } as never),
      )
    const heard = vi.fn()
    widget.on('ERROR', heard)
    violated({ disposition: 'report' })
    violated({ blockedURI: 'https://ads.test/' })
    violated({ effectiveDirective: 'script-src-elem' })
    await turn()
    expect(heard).not.toHaveBeenCalled()
    violated({})
    expect(document.getElementById('box')!.textContent, 'at once').toContain('CSP_BLOCKED')
    await until(() => heard.mock.calls.length)
    expect(heard).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        code: 'CSP_BLOCKED',
        message: `CSP_BLOCKED: add to frame-src ${location.origin}`,
      }),
    )
    expect(document.getElementById('box')!.textContent).toContain('CSP_BLOCKED')
    violated({})
    await turn()
    expect(heard).toHaveBeenCalledOnce()
  })

  test.each([
    [true, 'TIMEOUT'],
    [false, 'NETWORK'],
  ] as const)(
    'nobody answers for ten seconds, online %s: %s, with what could be found out, and a themed line instead of a void',
    async (online, code) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
      fake({ silent: true })
      const widget = loader.load('pro', { ...base, theme: 'dark', width: '600px' })
      const error = errorOf(widget)
      vi.advanceTimersByTime(9999)
      expect(frames()).toHaveLength(1)
      vi.advanceTimersByTime(1)
      expect(await error).toMatchObject({
        code,
        message: `${code}: ${words[code]}${location.origin}`,
        docs: `${location.origin}/docs/errors#${code}`,
      })
      const line = document.getElementById('box')!.firstElementChild as HTMLElement
      expect(line.textContent).toContain(code)
      expect(getComputedStyle(line)).toMatchObject({
        backgroundColor: 'rgb(18, 26, 37)',
        height: '768px',
        color: 'rgb(255, 255, 255)',
      })
      widget.destroyWidget()
      expect(document.getElementById('box')!.childNodes).toHaveLength(0)
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  test.each<[string, () => Promise<Response>]>([
    ['cannot be reached', () => Promise.reject(new TypeError('blocked'))],
    ['answers with a page of its own', () => Promise.resolve(new Response('<html>'))],
    ['has no sentence for it', () => Promise.resolve(Response.json({ other: '' }, { status: 404 }))],
  ])('where the service %s, the short form is told', async (story, answer) => {
    answerWords = answer
    const { message } = await errorOf(loader.load('pro', { ...base, destinationId: 'nowhere' }))
    expect(message, story).toMatch(/^DESTINATION_NOT_FOUND: (undefined)?nowhere$/)
    expect(complaints).toHaveBeenCalledOnce()
  })

  test('a service that does not respond times out after two seconds', async () => {
    let signal: AbortSignal | undefined
    answerWords = (given) =>
      new Promise((_, reject) => {
        signal = given
        given.addEventListener('abort', () => reject(given.reason as Error))
      })
    const late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    const error = errorOf(loader.load('pro', { ...base, destinationId: 'nowhere' }))
    await vi.waitFor(() => expect(signal).toBe(late.signal))
    expect(timeout).toHaveBeenCalledWith(2000)
    late.abort(new DOMException('The operation timed out.', 'TimeoutError'))
    expect((await error).message).toBe('DESTINATION_NOT_FOUND: nowhere')
  })

  test('a widget that was destroyed meanwhile gets no event', async () => {
    let answer!: (response: Response) => void
    answerWords = () => new Promise((resolve) => (answer = resolve))
    const widget = loader.load('pro', { ...base, destinationId: 'nowhere' })
    const heard = vi.fn()
    widget.on('ERROR', heard)
    widget.destroyWidget()
    answer(Response.json(words))
    await until(() => complaints.mock.calls.length)
    await turn()
    expect(heard).not.toHaveBeenCalled()
  })

  test('an unresponsive frame is reloaded once with its last state, then removed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const behaviour: Fake = {}
    fake(behaviour)
    const widget = await loaded()
    widget.postMessage('SET_SYMBOL', { symbol: 'NVDA' })
    const codes: string[] = []
    widget.on('ERROR', ({ code }) => codes.push(code))
    const beat = async (times: number) => {
      for (let n = 0; n < times; n++) {
        vi.advanceTimersByTime(5000)
        await turn()
        await turn()
      }
    }
    await beat(6)
    expect(codes).toEqual([])
    behaviour.deaf = true
    const first = frames()[0]!
    await beat(5)
    await until(() => frames()[0] !== first && side().heard?.length >= 3)
    expect(codes).toEqual(['FRAME_LOST'])
    expect(side().heard).toContainEqual({ type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'NVDA' } })
    await beat(5)
    expect(codes).toEqual(['FRAME_LOST', 'FRAME_LOST'])
    expect(frames()).toHaveLength(0)
    expect(document.getElementById('box')!.textContent).toContain('FRAME_LOST')
  })

  test('an error that the frame reports reaches the page, and the frame stays', async () => {
    const widget = await loaded()
    const error = errorOf(widget)
    side().port.postMessage({
      type: 'event',
      name: 'ERROR',
      payload: { code: 'AUTH', message: 'no', docs: 'd' },
    })
    expect(await error).toEqual({ code: 'AUTH', message: 'no', docs: 'd' })
    expect(frames()).toHaveLength(1)
  })
})

describe('a fresh token', () => {
  const asked = async (getAuthToken: () => unknown) => {
    const widget = loader.load('pro', { ...base, getAuthToken } as never)
    await happens(widget, 'READY')
    side().port.postMessage({ type: 'need-token' })
  }
  const tokens = () => side().heard.filter((message) => message.type === 'token')

  test('is requested and passed through the port', async () => {
    const get = vi.fn(async () => {
      await turn()
      await turn()
      return 'fresh'
    })
    await asked(get)
    await until(() => tokens().length)
    expect(tokens()).toEqual([{ type: 'token', authToken: 'fresh' }])
    side().port.postMessage({ type: 'need-token' })
    await until(() => tokens().length === 2)
    expect(get).toHaveBeenCalledTimes(2)
  })

  test.each<[string, () => unknown, string]>([
    ['rejects', () => turn().then(() => Promise.reject(new Error('logged out'))), 'logged out'],
    ['gives no string', () => turn().then(() => ({ token: 'x' })), 'object'],
  ])('is answered with a reason when the page %s', async (_story, get, reason) => {
    await asked(get)
    await until(() => tokens().length)
    expect(tokens()).toEqual([{ type: 'token', reason: expect.stringContaining(reason) }])
  })

  test('is answered with a reason when the page’s function throws', async () => {
    const widget = await loaded({
      getAuthToken: () => {
        throw new Error('broken')
      },
    })
    side().port.postMessage({ type: 'need-token' })
    await until(() => tokens().length)
    expect(tokens()).toEqual([{ type: 'token', reason: expect.stringContaining('broken') }])
    widget.destroyWidget()
  })
})

test('diagnose reports the events, without credentials', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await loaded()
  const report = loader.diagnose()
  expect(log).toHaveBeenCalledWith(report)
  expect(report).toEqual([
    {
      loader: loader.version,
      protocol: 1,
      origin: location.origin,
      isSecureContext: true,
      app: expect.stringContaining('fake-frame'),
    },
    {
      destination: 'box',
      app: '9.9.9',
      load: expect.any(Date),
      READY: expect.any(Date),
    },
  ])
  expect(JSON.stringify(report)).not.toContain('pk_test')
})

test('fifty created and destroyed widgets leave no listener, node or timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const nodes = document.querySelectorAll('*').length
  for (let cycle = 0; cycle < 50; cycle++) {
    const widget = loader.load('pro', base)
    if (cycle % 10 === 0) await happens(widget, 'READY')
    if (cycle === 49) expect([listeners(), frames().length, vi.getTimerCount()]).toEqual([3, 1, 1])
    widget.destroyWidget()
  }
  expect([listeners(), document.querySelectorAll('*').length, vi.getTimerCount()]).toEqual([0, nodes, 0])
})
