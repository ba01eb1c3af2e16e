/* oxlint-disable typescript/unbound-method -- the tests replace these methods to count listeners */
import type { ToFrame, WidgetError } from '#contract/bridge/bridge.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLoader } from './loader.ts'
import type { WidgetInstance } from './widget.ts'

/** Behaviour of fake-frame.html. */
type FakeFrame = {
  sendsNoHello?: boolean
  neverReady?: boolean
  ignoresPings?: boolean
  /** Fields that replace those of the first `hello`. */
  hello?: object
  onMessage?: (message: ToFrame) => void
}
type FrameWindow = Window & {
  receivedMessages: ToFrame[]
  port: MessagePort
  init: { data: { id: string }; origin: string }
  hello: (changes?: object) => void
}

const setFakeFrame = (behaviour: FakeFrame = {}) => Object.assign(window, { fakeFrame: behaviour })
const loader = createLoader(new URL('/loader/fake-frame.html', location.href))
const validOptions = { destinationId: 'box', apiKey: 'pk_test', userId: 'u-1' }
const frames = () => [...document.querySelectorAll('iframe')]
const frameWindow = (frame = frames()[0]!) => frame.contentWindow as FrameWindow
const nextAnimationFrame = () => new Promise((done) => requestAnimationFrame(done))
/** Waits for a condition without timers, which may be fake. */
async function waitUntil(condition: () => unknown): Promise<void> {
  for (let frame = 0; frame < 300; frame++) {
    if (condition()) return
    await nextAnimationFrame()
  }
  throw new Error(`not true after 300 animation frames: ${condition}`)
}
const nextPayload = (widget: WidgetInstance, name: Parameters<WidgetInstance['on']>[0]) =>
  new Promise<never>((done) => widget.on(name, done as never))
const nextError = (widget: WidgetInstance) => nextPayload(widget, 'ERROR') as Promise<WidgetError>
const loadUntilReady = async (options: object = {}) => {
  const widget = loader.load('pro', { ...validOptions, ...options })
  await nextPayload(widget, 'READY')
  return widget
}

/**
 * Listeners by type that were added to the window or document since the test began, and not
 * removed.
 */
const addedListeners = new Map<string, Set<unknown>>()
const originalMethods = [window, document].map(({ addEventListener, removeEventListener }) => ({
  addEventListener,
  removeEventListener,
}))
const nativeAddEventListener = EventTarget.prototype.addEventListener
const nativeRemoveEventListener = EventTarget.prototype.removeEventListener
const listenerCount = (type?: string) =>
  [...addedListeners].reduce((sum, [name, set]) => sum + (!type || name === type ? set.size : 0), 0)

function countListeners(): void {
  addedListeners.clear()
  for (const target of [window, document]) {
    target.addEventListener = ((type: string, listener: object, options: object) => {
      addedListeners.set(type, (addedListeners.get(type) ?? new Set()).add(listener))
      nativeAddEventListener.call(target, type, listener as never, options)
    }) as never
    target.removeEventListener = ((type: string, listener: object, options: object) => {
      addedListeners.get(type)?.delete(listener)
      nativeRemoveEventListener.call(target, type, listener as never, options)
    }) as never
  }
}

let consoleError: ReturnType<typeof vi.spyOn>
/** Responds to the request for the sentences. Requests of the frame do not reach it. */
let respondWithSentences: (signal: AbortSignal) => Promise<Response>
const sentences = {
  'BAD_OPTION userId': 'userId must not be empty or contain blanks or @',
  'BAD_OPTION theme': 'theme must be light or dark',
  DESTINATION_NOT_FOUND: 'no element has the id ',
  CSP_BLOCKED: 'the policy lacks ',
  TIMEOUT: 'nothing answered; this page is ',
  NETWORK: 'offline; this page is ',
  INSECURE_PAGE: 'use https; this page is ',
  FRAME_LOST: 'no answer; this page is ',
}
let widgets: WidgetInstance[] = []
beforeEach(() => {
  document.body.innerHTML = '<div id="box"></div><div id="other"></div>'
  consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  setFakeFrame()
  countListeners()
  respondWithSentences = () => Promise.resolve(Response.json(sentences))
  vi.spyOn(window, 'fetch').mockImplementation((address, init) => {
    expect(address).toBe(`${location.origin}/widgetLoader/errors.json`)
    return respondWithSentences(init!.signal!)
  })
  const { load } = loader
  widgets = []
  vi.spyOn(loader, 'load').mockImplementation((...args) => {
    const widget = load(...args)
    widgets.push(widget)
    return widget
  })
})
afterEach(() => {
  widgets.forEach((widget) => widget.destroyWidget())
  for (const [index, target] of [window, document].entries()) Object.assign(target, originalMethods[index])
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
    ['a userId that is a number', 'pro', { userId: 1842 }, 'userId'],
    ['a token where its function belongs', 'pro', { apiKey: undefined, getAuthToken: 'abc' }, 'getAuthToken'],
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
  ])('%s is refused at once and creates no frame', (_description, type, options, names) => {
    let thrown: (Error & WidgetError) | undefined
    try {
      loader.load(type as 'pro', { ...validOptions, ...options } as typeof validOptions)
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
    expect(listenerCount()).toBe(0)
  })

  test('options that JSON cannot represent are refused like missing ones', () => {
    const circularOptions: Record<string, unknown> = { ...validOptions }
    circularOptions['self'] = circularOptions
    expect(() => loader.load('pro', circularOptions as typeof validOptions)).toThrow(
      'BAD_OPTION: apiKey/authToken',
    )
    expect(frames()).toHaveLength(0)
  })

  test('a callback that is no function is refused', () => {
    expect(() => loader.load('pro', validOptions, 'abc' as never)).toThrow('BAD_OPTION: callback')
    expect(frames()).toHaveLength(0)
  })

  test('every problem is listed at once', () => {
    expect(() => loader.load('x' as 'pro', {} as typeof validOptions)).toThrow(
      'BAD_OPTION: apiKey/authToken,widgetType,destinationId,userId',
    )
  })

  test('`getAuthToken` alone is a sufficient credential', async () => {
    await loadUntilReady({ apiKey: undefined, getAuthToken: () => 't' })
    expect(frameWindow().receivedMessages[0]).toMatchObject({ type: 'start', canRenew: true })
  })

  test('prints the sentences with a link on the console later; the thrown error has the short form', async () => {
    let thrown: Error | undefined
    try {
      loader.load('pro', { ...validOptions, userId: 'a b', theme: 'neon' } as never)
    } catch (error) {
      thrown = error as Error
    }
    await waitUntil(() => consoleError.mock.calls.length)
    expect(consoleError).toHaveBeenCalledExactlyOnceWith(
      'BAD_OPTION: userId must not be empty or contain blanks or @; theme must be light or dark',
      `${location.origin}/docs/errors#BAD_OPTION`,
    )
    expect(thrown!.message).toBe('BAD_OPTION: userId,theme')
  })

  test('does not fetch the sentences without an error', async () => {
    await loadUntilReady()
    expect(fetch).not.toHaveBeenCalled()
  })
})

describe('the frame', () => {
  test('has the address, attributes and surface of the first paint, and no credentials', async () => {
    await loadUntilReady({ theme: 'dark', locale: 'he', height: '500px' })
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

  test('has the layout options that the page passed in its address, and no others', async () => {
    const addressOf = async (options: object) => {
      const widget = await loadUntilReady(options)
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
    const specialCharacters = { locale: 'he&i=1#x', density: 'a b=c' }
    expect(await addressOf(specialCharacters)).toEqual({ type: 'pro', ...specialCharacters })
  })

  test('has no credential, user or symbol in its address', async () => {
    const privateOptions = { apiKey: '', authToken: 'tok_1', userId: 'u-77', symbol: 'MSFT' }
    await loadUntilReady({ ...privateOptions, colorVision: 'safe', shortcuts: false, showHeader: false })
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
    expect(frameWindow().receivedMessages[0]).toMatchObject({ options: privateOptions })
  })

  test('receives the credentials first, through the port, and then the last command of each kind', async () => {
    const holdings = [{ symbol: 'KO', openOptions: [{ id: 'KO270115C00075000', quantity: 1, price: 0.8 }] }]
    const widget = loader.load('proStrategies', {
      ...validOptions,
      holdings,
      getAuthToken: () => 'x',
    } as never)
    widget.postMessage('SET_THEME', { theme: 'dark' })
    widget.postMessage('SET_SYMBOL', { symbol: 'AAPL' })
    widget.postMessage('SET_SYMBOL', { symbol: 'MSFT', sentiment: 'Bullish' })
    widget.postMessage('SET_HOLDINGS', { holdings: [{ symbol: 'AAPL', shares: 100 }] })
    widget.postMessage(widget.EventType.SET_HOLDINGS, { holdings })
    await nextPayload(widget, 'READY')
    await waitUntil(() => frameWindow().receivedMessages.length >= 5)
    expect(frameWindow().receivedMessages.slice(0, 5)).toEqual([
      {
        type: 'start',
        widgetType: 'proStrategies',
        options: { ...validOptions, holdings, widgetType: 'proStrategies' },
        canRenew: true,
        loader: loader.version,
      },
      { type: 'listener', name: 'READY', payload: false },
      { type: 'command', name: 'SET_THEME', payload: { theme: 'dark' } },
      { type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'MSFT', sentiment: 'Bullish' } },
      { type: 'command', name: 'SET_HOLDINGS', payload: { holdings } },
    ])
    expect(frameWindow().init.origin).toBe(location.origin)
  })

  test('receives all messages again after a reload, including a changed theme; READY is sent once', async () => {
    const ready = vi.fn()
    const widget = loader.load('pro', validOptions, ready)
    await nextPayload(widget, 'READY')
    widget.postMessage('SET_THEME', { theme: 'dark' })
    widget.on('SYMBOL_CHANGED', () => undefined)
    const previousPort = frameWindow().port
    frameWindow().location.reload()
    await waitUntil(() => frameWindow().receivedMessages?.length >= 4 && frameWindow().port !== previousPort)
    expect(
      frameWindow().receivedMessages.map((message) => ('name' in message ? message.name : message.type)),
    ).toEqual(['start', 'READY', 'SET_THEME', 'SYMBOL_CHANGED'])
    await nextAnimationFrame()
    expect(ready).toHaveBeenCalledExactlyOnceWith(widget)
  })

  test('is loaded again after its container is moved, or removed and inserted at once', async () => {
    await loadUntilReady()
    const box = document.getElementById('box')!
    document.getElementById('other')!.append(box)
    await waitUntil(() => frameWindow().receivedMessages?.length)
    box.remove()
    document.body.append(box)
    await waitUntil(() => frameWindow().receivedMessages?.length)
    expect(frames()).toHaveLength(1)
    expect(listenerCount('message')).toBe(1)
  })

  test.runIf('moveBefore' in Element.prototype)('is not reloaded by moveBefore', async () => {
    await loadUntilReady()
    const { port } = frameWindow()
    ;(
      document.getElementById('other') as unknown as { moveBefore: (node: Node, before: null) => void }
    ).moveBefore(document.getElementById('box')!, null)
    await nextAnimationFrame()
    expect(frameWindow().port).toBe(port)
    expect(frames()).toHaveLength(1)
  })
})

describe('a command', () => {
  const circularPayload: Record<string, unknown> = { symbol: 'AAPL' }
  circularPayload['self'] = circularPayload
  const throwingPayload = {
    toJSON: () => {
      throw new Error('no')
    },
  }
  test.each<[string, string, unknown, unknown]>([
    ['without a payload', 'SET_SYMBOL', undefined, undefined],
    ['with null', 'SET_THEME', null, null],
    ['with a text', 'SET_LOCALE', 'fr', 'fr'],
    ['with a function', 'SET_SYMBOL', () => 'AAPL', undefined],
    ['with a circular object', 'SET_SYMBOL', circularPayload, undefined],
    ['with a BigInt', 'SET_SYMBOL', { symbol: 'AAPL', size: 1n }, undefined],
    ['with a toJSON that throws', 'SET_THEME', throwingPayload, undefined],
    ['with an unknown name', 'SET_NOTHING', { symbol: 'AAPL' }, { symbol: 'AAPL' }],
    ['with the name of another message', 'start', {}, {}],
  ])(
    '%s throws no exception and is sent to the frame',
    async (_description, name, passedPayload, payload) => {
      const widget = loader.load('pro', { ...validOptions, theme: 'dark' })
      const send = () => widget.postMessage(name as 'SET_SYMBOL', passedPayload as { symbol: string })
      send()
      await nextPayload(widget, 'READY')
      send()
      const commands = () => frameWindow().receivedMessages.filter(({ type }) => type === 'command')
      await waitUntil(() => commands().length === 2)
      expect(frameWindow().receivedMessages[0]).toMatchObject({ type: 'start', options: validOptions })
      expect(commands()).toEqual([
        { type: 'command', name, payload },
        { type: 'command', name, payload },
      ])
      expect(consoleError).not.toHaveBeenCalled()
      expect(getComputedStyle(frames()[0]!).colorScheme).toBe('dark')
    },
  )

  test('is repeated to a reloaded frame only in its last version', async () => {
    const widget = await loadUntilReady()
    for (const symbol of ['AAPL', 'MSFT']) widget.postMessage('SET_SYMBOL', { symbol })
    const previousPort = frameWindow().port
    frameWindow().location.reload()
    await waitUntil(() => frameWindow().port !== previousPort && frameWindow().receivedMessages?.length >= 3)
    await nextAnimationFrame()
    expect(frameWindow().receivedMessages.filter(({ type }) => type === 'command')).toEqual([
      { type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'MSFT' } },
    ])
  })
})

describe('messages about the frame’s element', () => {
  const styleOf = () => getComputedStyle(frames()[0]!)

  test('a theme that the frame reports applies to the surface around it, and around an error line', async () => {
    await loadUntilReady({ height: '500px' })
    frameWindow().port.postMessage({ type: 'look', look: { theme: 'dark' } })
    await waitUntil(() => styleOf().colorScheme === 'dark')
    expect(styleOf()).toMatchObject({ backgroundColor: 'rgb(18, 26, 37)', height: '500px' })
  })

  test('with the height `auto` it has the height that the frame reports, and the default until then', async () => {
    await loadUntilReady({ height: 'auto' })
    expect(styleOf().height).toBe('768px')
    frameWindow().port.postMessage({ type: 'look', look: { height: '912px' } })
    await waitUntil(() => styleOf().height === '912px')
    const previousPort = frameWindow().port
    frameWindow().location.reload()
    await waitUntil(() => frameWindow().port !== previousPort && frameWindow().receivedMessages?.length)
    expect(frameWindow().receivedMessages[0]).toMatchObject({ options: { height: 'auto' } })
    expect(styleOf().height).toBe('912px')
  })

  test.each([
    [{ height: 600 }, { height: '768px' }],
    [{ width: 300, height: 'tall' }, { height: '768px' }],
    [{ height: 'calc(100px + 2em)' }, { height: '132px' }],
    [{ height: '50vh' }, { height: `${innerHeight / 2}px` }],
  ])('a size of %o makes it %o', async (options, size) => {
    await loadUntilReady(options)
    expect(styleOf()).toMatchObject(size)
    expect(frames()[0]!.clientWidth).toBe(document.getElementById('box')!.clientWidth)
  })

  test('the state is available to style sheets', async () => {
    setFakeFrame({ neverReady: true })
    loader.load('pro', validOptions)
    const state = () => document.querySelector<HTMLElement>('#box > :not([slot])')!.dataset['serviceWidget']
    await waitUntil(() => frameWindow().port)
    expect(state()).toBeUndefined()
    frameWindow().port.postMessage({ type: 'event', name: 'ERROR', payload: {}, state: 'error' })
    await waitUntil(() => state() === 'error')
    frameWindow().port.postMessage({ type: 'ready', state: 'ready' })
    await waitUntil(() => state() === 'ready')
  })
})

test('getState returns the option until the frame reports a state, and undefined without either', async () => {
  const plain = await loadUntilReady()
  expect(plain.getState()).toBeUndefined()
  const widget = await loadUntilReady({ state: '1_AAPL_0000000' })
  expect(widget.getState()).toBe('1_AAPL_0000000')
  const reported = nextPayload(widget, 'STATE_CHANGED')
  frameWindow().port.postMessage({ type: 'event', name: 'STATE_CHANGED', payload: '1_KO_0000000' })
  expect(await reported).toBe('1_KO_0000000')
  expect(widget.getState()).toBe('1_KO_0000000')
})

describe('a lazy widget', () => {
  test('that is far from the viewport does not load its frame, and has no timeout', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    document.body.innerHTML = '<div style="height:30000px"></div><div id="box"></div>'
    scrollTo(0, 0)
    const widget = loader.load('pro', { ...validOptions, loading: 'lazy' })
    const onError = vi.fn()
    widget.on('ERROR', onError)
    expect(frames()[0]!.loading).toBe('lazy')
    for (let interval = 0; interval < 5; interval++) {
      vi.advanceTimersByTime(5000)
      await nextAnimationFrame()
    }
    expect(onError).not.toHaveBeenCalled()
    expect(frames()).toHaveLength(1)
    const ready = nextPayload(widget, 'READY')
    document.getElementById('box')!.scrollIntoView()
    await ready
  })
})

describe('hostile and foreign messages change nothing', () => {
  const circularMessage: Record<string, unknown> = { ns: 'service-widget', type: 'hello' }
  circularMessage['self'] = circularMessage
  test.each([
    null,
    undefined,
    7,
    'hello',
    [],
    circularMessage,
    { ns: 'service-widget' },
    { ns: 'service-widget', type: 'hello', id: 'guess', protocol: 1, min: 1, app: '' },
    'x'.repeat(1e6),
  ])('message %#', async (message) => {
    const pageErrors = vi.fn()
    nativeAddEventListener.call(window, 'error', pageErrors)
    await loadUntilReady()
    const { port } = frameWindow()
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
    await nextAnimationFrame()
    await nextAnimationFrame()
    expect(frameWindow().port).toBe(port)
    expect(pageErrors).not.toHaveBeenCalled()
    nativeRemoveEventListener.call(window, 'error', pageErrors)
  })

  test.each([
    ['from another origin', { origin: 'https://widget.host.evil.test' }],
    ['from another window', { source: window }],
    ['without a source', { source: null }],
  ])('an otherwise valid hello %s opens no second port', async (_description, changes) => {
    await loadUntilReady()
    const previousInit = frameWindow().init
    const data = { ns: 'service-widget', type: 'hello', id: frames()[0]!.name, protocol: 1, min: 1, app: '' }
    window.dispatchEvent(
      new MessageEvent('message', {
        data,
        source: frames()[0]!.contentWindow,
        origin: location.origin,
        ...changes,
      }),
    )
    await nextAnimationFrame()
    await nextAnimationFrame()
    expect(frameWindow().init).toBe(previousInit)
  })

  test('the same hello from the right window and origin opens a second port (control for the tests above)', async () => {
    await loadUntilReady()
    const previousInit = frameWindow().init
    frameWindow().hello()
    await waitUntil(() => frameWindow().init !== previousInit)
  })

  test('two widgets on a page do not receive each other’s messages', async () => {
    const firstWidget = await loadUntilReady()
    const secondWidget = await loadUntilReady({ destinationId: 'other' })
    const firstListener = vi.fn()
    firstWidget.on('SYMBOL_CHANGED', firstListener)
    const payloadOfSecond = nextPayload(secondWidget, 'SYMBOL_CHANGED')
    frameWindow(frames()[1]).port.postMessage({ type: 'event', name: 'SYMBOL_CHANGED', payload: 'TSLA' })
    expect(await payloadOfSecond).toBe('TSLA')
    expect(firstListener).not.toHaveBeenCalled()
    expect(listenerCount('message')).toBe(1)
  })

  test('invalid messages of the frame cause no exception in the page', async () => {
    const pageErrors = vi.fn()
    nativeAddEventListener.call(window, 'error', pageErrors)
    const widget = await loadUntilReady()
    const listener = vi.fn()
    widget.on('SYMBOL_CHANGED', listener)
    for (const message of [null, 7, 'x', { type: 'event' }, { type: 'event', name: 'toString', payload: 1 }])
      frameWindow().port.postMessage(message)
    frameWindow().port.postMessage({ type: 'event', name: 'SYMBOL_CHANGED', payload: 'LAST' })
    await waitUntil(() => listener.mock.calls.length)
    expect(listener.mock.calls).toEqual([['LAST']])
    expect(pageErrors).not.toHaveBeenCalled()
    nativeRemoveEventListener.call(window, 'error', pageErrors)
  })
})

describe('listeners of the page', () => {
  test('a listener that is added after READY is called asynchronously', async () => {
    const widget = await loadUntilReady()
    const lateListener = vi.fn()
    widget.on('READY', lateListener)
    expect(lateListener).not.toHaveBeenCalled()
    await nextAnimationFrame()
    expect(lateListener).toHaveBeenCalledOnce()
  })

  test('an exception in a listener is the page’s error and does not affect other listeners; a removed one is not called', async () => {
    const widget = await loadUntilReady()
    const reports: unknown[] = []
    const nativeQueueMicrotask = queueMicrotask.bind(window)
    vi.stubGlobal('queueMicrotask', (job: () => void) =>
      nativeQueueMicrotask(() => {
        try {
          job()
        } catch (error) {
          reports.push(error)
        }
      }),
    )
    const removedListener = vi.fn()
    widget.on('SYMBOL_CHANGED', () => {
      throw new Error('mine')
    })
    widget.on('SYMBOL_CHANGED', removedListener)()
    const otherListener = nextPayload(widget, 'SYMBOL_CHANGED')
    frameWindow().port.postMessage({ type: 'event', name: 'SYMBOL_CHANGED', payload: 'IBM' })
    expect(await otherListener).toBe('IBM')
    vi.unstubAllGlobals()
    expect(reports).toEqual([new Error('mine')])
    expect(removedListener).not.toHaveBeenCalled()
  })
})

describe('the lifetime of a widget', () => {
  test.each(['while loading', 'when ready', 'twice'])(
    'destroyWidget %s leaves no listener, node or timer',
    async (when) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
      const receivedMessages: ToFrame[] = []
      setFakeFrame({ onMessage: (message) => receivedMessages.push(message) })
      const ready = vi.fn()
      const widget = loader.load('pro', validOptions, ready)
      if (when !== 'while loading') await nextPayload(widget, 'READY')
      widget.destroyWidget()
      if (when === 'twice') widget.destroyWidget()
      expect(document.getElementById('box')!.childNodes).toHaveLength(0)
      expect(listenerCount()).toBe(0)
      expect(vi.getTimerCount()).toBe(0)
      await nextAnimationFrame()
      await nextAnimationFrame()
      if (when === 'while loading') expect(ready).not.toHaveBeenCalled()
      const lateListener = vi.fn()
      widget.on('ERROR', lateListener)
      widget.on('READY', lateListener)
      widget.postMessage('SET_SYMBOL', { symbol: 'AAPL' })
      await nextAnimationFrame()
      expect(lateListener).not.toHaveBeenCalled()
    },
  )

  test('destroyWidget before the document is parsed prevents the frame', async () => {
    const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
    document.getElementById('box')!.remove()
    const widget = loader.load('pro', validOptions)
    expect(listenerCount('DOMContentLoaded')).toBe(1)
    widget.destroyWidget()
    expect(listenerCount()).toBe(0)
    state.mockReturnValue('interactive')
    document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }))
    expect(frames()).toHaveLength(0)
    expect(consoleError).not.toHaveBeenCalled()
  })

  test('waits for a destination that is parsed later', async () => {
    const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
    const box = document.getElementById('box')!
    box.remove()
    const widget = loader.load('pro', validOptions)
    document.body.append(box)
    state.mockReturnValue('interactive')
    document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }))
    await nextPayload(widget, 'READY')
  })

  test.each<[string, (box: HTMLElement) => void]>([
    ['its container is removed', (box) => box.remove()],
    ['its container is emptied', (box) => (box.innerHTML = '')],
    ['the page is replaced', () => document.body.replaceChildren()],
  ])('ends automatically when %s', async (_description, act) => {
    await loadUntilReady()
    act(document.getElementById('box')!)
    await waitUntil(() => listenerCount() === 0)
  })

  test('StrictMode: mount, unmount, mount leaves one working widget', async () => {
    loader.load('pro', validOptions).destroyWidget()
    await loadUntilReady()
    expect(frames()).toHaveLength(1)
  })

  test('loading twice into one destination replaces the widget, and no other content', async () => {
    const box = document.getElementById('box')!
    box.innerHTML = '<p>theirs</p><iframe title="theirs"></iframe>'
    const first = loader.load('pro', validOptions)
    const firstReady = vi.fn()
    first.on('READY', firstReady)
    const second = loader.load('pro', { ...validOptions, theme: 'dark' })
    await nextPayload(second, 'READY')
    expect(box.querySelectorAll('p, iframe')).toHaveLength(3)
    expect(firstReady).not.toHaveBeenCalled()
    first.destroyWidget()
    expect(box.querySelectorAll('iframe')).toHaveLength(2)
  })
})

describe('errors', () => {
  test('DESTINATION_NOT_FOUND names the id and reaches a listener added after load', async () => {
    const widget = loader.load('pro', { ...validOptions, destinationId: 'nowhere' })
    expect(await nextError(widget)).toMatchObject({
      code: 'DESTINATION_NOT_FOUND',
      message: 'DESTINATION_NOT_FOUND: no element has the id nowhere',
      docs: `${location.origin}/docs/errors#DESTINATION_NOT_FOUND`,
    })
  })

  test('DESTINATION_NOT_FOUND is sent even if the page changes at the same time', async () => {
    await loadUntilReady()
    document.body.append('changed')
    const widget = loader.load('pro', { ...validOptions, destinationId: 'nowhere' })
    document.body.append('changed')
    await nextAnimationFrame()
    expect(await nextError(widget)).toMatchObject({ code: 'DESTINATION_NOT_FOUND' })
    expect(loader.diagnose()).toHaveLength(3)
  })

  test('INSECURE_PAGE is sent on an insecure page, and no frame is created', async () => {
    vi.stubGlobal('isSecureContext', false)
    const widget = loader.load('pro', validOptions)
    expect(await nextError(widget)).toMatchObject({ code: 'INSECURE_PAGE' })
    expect(frames()).toHaveLength(0)
    vi.unstubAllGlobals()
  })

  test('an app of any version receives the loader’s protocol version, and itself reports one that is too old', async () => {
    setFakeFrame({ hello: { protocol: 9, min: 8 } })
    await loadUntilReady()
    expect(frameWindow().init.data).toMatchObject({ protocol: 1 })
  })

  test('CSP_BLOCKED names the directive to change; only an enforced policy, the service’s origin and an unconnected frame cause it', async () => {
    setFakeFrame({ sendsNoHello: true })
    const widget = loader.load('pro', validOptions)
    const dispatchViolation = (changes: object) =>
      document.dispatchEvent(
        new SecurityPolicyViolationEvent('securitypolicyviolation', {
          bubbles: true,
          effectiveDirective: 'frame-src',
          blockedURI: `${location.origin}/widget`,
          disposition: 'enforce',
          ...changes,
        } as never),
      )
    const listener = vi.fn()
    widget.on('ERROR', listener)
    dispatchViolation({ disposition: 'report' })
    dispatchViolation({ blockedURI: 'https://ads.test/' })
    dispatchViolation({ effectiveDirective: 'script-src-elem' })
    await nextAnimationFrame()
    expect(listener).not.toHaveBeenCalled()
    dispatchViolation({})
    expect(document.getElementById('box')!.textContent, 'at once').toContain('CSP_BLOCKED')
    await waitUntil(() => listener.mock.calls.length)
    expect(listener).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        code: 'CSP_BLOCKED',
        message: `CSP_BLOCKED: the policy lacks frame-src ${location.origin}`,
      }),
    )
    expect(document.getElementById('box')!.textContent).toContain('CSP_BLOCKED')
    dispatchViolation({})
    await nextAnimationFrame()
    expect(listener).toHaveBeenCalledOnce()
  })

  test.each([
    [true, 'TIMEOUT'],
    [false, 'NETWORK'],
  ] as const)(
    'if the frame sends no hello for ten seconds (browser online: %s), sends %s and shows a line in the theme’s colours',
    async (online, code) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
      setFakeFrame({ sendsNoHello: true })
      const widget = loader.load('pro', { ...validOptions, theme: 'dark', width: '600px' })
      const error = nextError(widget)
      vi.advanceTimersByTime(9999)
      expect(frames()).toHaveLength(1)
      vi.advanceTimersByTime(1)
      expect(await error).toMatchObject({
        code,
        message: `${code}: ${sentences[code]}${location.origin}`,
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
    ['responds with an HTML page', () => Promise.resolve(new Response('<html>'))],
    ['has no sentence for the code', () => Promise.resolve(Response.json({ other: '' }, { status: 404 }))],
  ])('if the service %s, the error has its short form', async (description, respond) => {
    respondWithSentences = respond
    const { message } = await nextError(loader.load('pro', { ...validOptions, destinationId: 'nowhere' }))
    expect(message, description).toMatch(/^DESTINATION_NOT_FOUND: (undefined)?nowhere$/)
    expect(consoleError).toHaveBeenCalledOnce()
  })

  test('a service that does not respond times out after two seconds', async () => {
    let signal: AbortSignal | undefined
    respondWithSentences = (requestSignal) =>
      new Promise((_, reject) => {
        signal = requestSignal
        requestSignal.addEventListener('abort', () => reject(requestSignal.reason as Error))
      })
    const timeoutController = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeoutController.signal)
    const error = nextError(loader.load('pro', { ...validOptions, destinationId: 'nowhere' }))
    await vi.waitFor(() => expect(signal).toBe(timeoutController.signal))
    expect(timeout).toHaveBeenCalledWith(2000)
    timeoutController.abort(new DOMException('The operation timed out.', 'TimeoutError'))
    expect((await error).message).toBe('DESTINATION_NOT_FOUND: nowhere')
  })

  test('a widget that is destroyed while the sentences are loaded gets no event', async () => {
    let respond!: (response: Response) => void
    respondWithSentences = () => new Promise((resolve) => (respond = resolve))
    const widget = loader.load('pro', { ...validOptions, destinationId: 'nowhere' })
    const listener = vi.fn()
    widget.on('ERROR', listener)
    widget.destroyWidget()
    respond(Response.json(sentences))
    await waitUntil(() => consoleError.mock.calls.length)
    await nextAnimationFrame()
    expect(listener).not.toHaveBeenCalled()
  })

  test('an unresponsive frame is reloaded once with its last state, then removed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const behaviour: FakeFrame = {}
    setFakeFrame(behaviour)
    const widget = await loadUntilReady()
    widget.postMessage('SET_SYMBOL', { symbol: 'NVDA' })
    const codes: string[] = []
    widget.on('ERROR', ({ code }) => codes.push(code))
    const advanceIntervals = async (count: number) => {
      for (let interval = 0; interval < count; interval++) {
        vi.advanceTimersByTime(5000)
        await nextAnimationFrame()
        await nextAnimationFrame()
      }
    }
    await advanceIntervals(6)
    expect(codes).toEqual([])
    behaviour.ignoresPings = true
    const first = frames()[0]!
    await advanceIntervals(5)
    await waitUntil(() => frames()[0] !== first && frameWindow().receivedMessages?.length >= 3)
    expect(codes).toEqual(['FRAME_LOST'])
    expect(frameWindow().receivedMessages).toContainEqual({
      type: 'command',
      name: 'SET_SYMBOL',
      payload: { symbol: 'NVDA' },
    })
    await advanceIntervals(5)
    expect(codes).toEqual(['FRAME_LOST', 'FRAME_LOST'])
    expect(frames()).toHaveLength(0)
    expect(document.getElementById('box')!.textContent).toContain('FRAME_LOST')
  })

  test('an error that the frame reports reaches the page, and the frame stays', async () => {
    const widget = await loadUntilReady()
    const error = nextError(widget)
    frameWindow().port.postMessage({
      type: 'event',
      name: 'ERROR',
      payload: { code: 'AUTH', message: 'no', docs: 'd' },
    })
    expect(await error).toEqual({ code: 'AUTH', message: 'no', docs: 'd' })
    expect(frames()).toHaveLength(1)
  })
})

describe('a fresh token', () => {
  const requestTokenFrom = async (getAuthToken: () => unknown) => {
    const widget = loader.load('pro', { ...validOptions, getAuthToken } as never)
    await nextPayload(widget, 'READY')
    frameWindow().port.postMessage({ type: 'need-token' })
  }
  const tokens = () => frameWindow().receivedMessages.filter((message) => message.type === 'token')

  test('is requested and passed through the port', async () => {
    const get = vi.fn(async () => {
      await nextAnimationFrame()
      await nextAnimationFrame()
      return 'fresh'
    })
    await requestTokenFrom(get)
    await waitUntil(() => tokens().length)
    expect(tokens()).toEqual([{ type: 'token', authToken: 'fresh' }])
    frameWindow().port.postMessage({ type: 'need-token' })
    await waitUntil(() => tokens().length === 2)
    expect(get).toHaveBeenCalledTimes(2)
  })

  test.each<[string, () => unknown, string]>([
    ['rejects', () => nextAnimationFrame().then(() => Promise.reject(new Error('logged out'))), 'logged out'],
    ['returns no string', () => nextAnimationFrame().then(() => ({ token: 'x' })), 'object'],
  ])('is refused with a reason if the page’s function %s', async (_description, get, reason) => {
    await requestTokenFrom(get)
    await waitUntil(() => tokens().length)
    expect(tokens()).toEqual([{ type: 'token', reason: expect.stringContaining(reason) }])
  })

  test('is refused with a reason if the page’s function throws', async () => {
    const widget = await loadUntilReady({
      getAuthToken: () => {
        throw new Error('broken')
      },
    })
    frameWindow().port.postMessage({ type: 'need-token' })
    await waitUntil(() => tokens().length)
    expect(tokens()).toEqual([{ type: 'token', reason: expect.stringContaining('broken') }])
    widget.destroyWidget()
  })
})

test('diagnose returns the events without credentials', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await loadUntilReady()
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
    const widget = loader.load('pro', validOptions)
    if (cycle % 10 === 0) await nextPayload(widget, 'READY')
    if (cycle === 49) expect([listenerCount(), frames().length, vi.getTimerCount()]).toEqual([3, 1, 1])
    widget.destroyWidget()
  }
  expect([listenerCount(), document.querySelectorAll('*').length, vi.getTimerCount()]).toEqual([0, nodes, 0])
})
