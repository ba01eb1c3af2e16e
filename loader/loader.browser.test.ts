/* oxlint-disable typescript/unbound-method -- listeners are counted by standing in for these methods */
import type { ToFrame, WidgetError } from '#contract/bridge.ts'
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
let widgets: WidgetInstance[] = []
beforeEach(() => {
  document.body.innerHTML = '<div id="box"></div><div id="other"></div>'
  complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake()
  countListeners()
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
    ['both credentials', 'pro', { authToken: 't' }, 'apiKey'],
    ['a missing userId', 'pro', { userId: undefined }, 'userId'],
    ['a blank destination', 'pro', { destinationId: '' }, 'destinationId'],
    ['no credentials', 'pro', { apiKey: undefined }, 'apiKey'],
    ['a secret key', 'pro', { secretKey: 'sk_1' }, 'secretKey'],
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
      docs: `${location.origin}/docs/embedding#BAD_OPTION`,
    })
    expect(thrown!.message).toContain(names)
    expect(complaints).toHaveBeenCalled()
    expect(frames()).toHaveLength(0)
    expect(listeners()).toBe(0)
  })

  test('options that no JSON can carry are refused like those that are missing', () => {
    const circle: Record<string, unknown> = { ...base }
    circle['self'] = circle
    expect(() => loader.load('pro', circle as typeof base)).toThrow('check apiKey/authToken')
    expect(frames()).toHaveLength(0)
  })

  test('every problem is listed at once', () => {
    expect(() => loader.load('x' as 'pro', {} as typeof base)).toThrow(
      /apiKey.*widgetType.*destinationId.*userId/,
    )
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

  test('has the options that change the layout in its address, as they were given, and nothing where none was', async () => {
    const addressOf = async (options: object) => {
      const widget = await loaded(options)
      const { searchParams } = new URL(frames()[0]!.src)
      searchParams.delete('i')
      widget.destroyWidget()
      return Object.fromEntries(searchParams)
    }
    expect(await addressOf({})).toEqual({ type: 'pro', theme: 'light', locale: '' })
    expect(await addressOf({ showHeader: false, showWhatPanel: true, density: 'compact' })).toEqual({
      type: 'pro',
      theme: 'light',
      locale: '',
      showHeader: 'false',
      showWhatPanel: 'true',
      density: 'compact',
    })
    const odd = { locale: 'he&i=1#x', density: 'a b=c' }
    expect(await addressOf(odd)).toEqual({ type: 'pro', theme: 'light', ...odd })
  })

  test('has no credential, user or symbol in its address, whatever else is given', async () => {
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
    const widget = loader.load('proStrategies', { ...base, getAuthToken: () => 'x' })
    widget.postMessage('SET_THEME', { theme: 'dark' })
    widget.postMessage('SET_SYMBOL', { symbol: 'AAPL' })
    widget.postMessage('SET_SYMBOL', { symbol: 'MSFT', sentiment: 'Bullish' })
    await happens(widget, 'READY')
    await until(() => side().heard.length === 3)
    expect(side().heard).toEqual([
      {
        type: 'start',
        widgetType: 'proStrategies',
        options: {
          ...base,
          widgetType: 'proStrategies',
          width: '100%',
          height: '768px',
          theme: 'dark',
          locale: '',
        },
        canRenew: true,
        loader: loader.version,
      },
      { type: 'command', name: 'SET_THEME', payload: { theme: 'dark' } },
      { type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'MSFT', sentiment: 'Bullish' } },
    ])
    expect(side().init.origin).toBe(location.origin)
  })

  test('hears everything again after a reload, the changed theme included, and READY is told once', async () => {
    const ready = vi.fn()
    const widget = loader.load('pro', base, ready)
    await happens(widget, 'READY')
    widget.postMessage('SET_THEME', { theme: 'dark' })
    expect(getComputedStyle(frames()[0]!).colorScheme).toBe('dark')
    const before = side().port
    side().location.reload()
    await until(() => side().heard?.length === 2 && side().port !== before)
    expect(side().heard.map((message) => ('name' in message ? message.name : message.type))).toEqual([
      'start',
      'SET_THEME',
    ])
    await turn()
    expect(ready).toHaveBeenCalledExactlyOnceWith(widget)
  })

  test('survives its container being moved, and being taken out and put back at once', async () => {
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

describe('a command of a wrong shape', () => {
  const circle: Record<string, unknown> = { symbol: 'AAPL' }
  circle['self'] = circle
  const thrower = {
    toJSON: () => {
      throw new Error('no')
    },
  }
  test.each<[string, string, unknown]>([
    ['without a payload', 'SET_SYMBOL', undefined],
    ['with null', 'SET_THEME', null],
    ['with a text', 'SET_LOCALE', 'fr'],
    ['with a function', 'SET_SYMBOL', () => 'AAPL'],
    ['with an empty payload', 'SET_LOCALE', {}],
    ['with a circle', 'SET_SYMBOL', circle],
    ['with a BigInt', 'SET_SYMBOL', { symbol: 'AAPL', size: 1n }],
    ['with a toJSON that throws', 'SET_THEME', thrower],
    ['of a theme that is none', 'SET_THEME', { theme: 'neon' }],
    ['of no name of ours', 'SET_NOTHING', { symbol: 'AAPL' }],
    ['that is an event', 'READY', {}],
  ])(
    '%s is dropped, before and after the frame is there, and named on the console',
    async (_story, name, payload) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      const widget = loader.load('pro', { ...base, theme: 'dark' })
      const send = () => widget.postMessage(name as 'SET_SYMBOL', payload as { symbol: string })
      widget.postMessage('SET_SYMBOL', { symbol: 'MSFT' })
      send()
      await happens(widget, 'READY')
      send()
      widget.postMessage('SET_LOCALE', { locale: 'fr' })
      await until(() => side().heard.length === 3)
      expect(side().heard.slice(1)).toEqual([
        { type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'MSFT' } },
        { type: 'command', name: 'SET_LOCALE', payload: { locale: 'fr' } },
      ])
      expect(warn.mock.calls).toEqual([
        ['serviceWidgetLoader', name, payload],
        ['serviceWidgetLoader', name, payload],
      ])
      expect(getComputedStyle(frames()[0]!)).toMatchObject({
        colorScheme: 'dark',
        backgroundColor: 'rgb(18, 26, 37)',
        height: '768px',
      })
      expect(complaints).not.toHaveBeenCalled()
    },
  )
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

  test('two widgets on a page do not hear each other', async () => {
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

  test('events of a wrong shape or name are dropped', async () => {
    const widget = await loaded()
    const heard = vi.fn()
    for (const name of ['SYMBOL_CHANGED', 'TRADE_TICKET_EXECUTE', 'SET_SYMBOL'] as const)
      widget.on(name, heard)
    const { port } = side()
    for (const [name, payload] of [
      ['SYMBOL_CHANGED', 7],
      ['SYMBOL_CHANGED', {}],
      ['TRADE_TICKET_EXECUTE', 'x'],
      ['SET_SYMBOL', { symbol: 'X' }],
      ['toString', undefined],
      [undefined, undefined],
    ])
      port.postMessage({ type: 'event', name, payload })
    port.postMessage({ type: 'event', name: 'SYMBOL_CHANGED', payload: 'LAST' })
    await until(() => heard.mock.calls.length)
    expect(heard.mock.calls).toEqual([['LAST']])
  })
})

describe('listeners of the page', () => {
  test('a late READY is told, later than the subscription', async () => {
    const widget = await loaded()
    const late = vi.fn()
    widget.on('READY', late)
    expect(late).not.toHaveBeenCalled()
    await turn()
    expect(late).toHaveBeenCalledOnce()
  })

  test('one that throws is reported as the page’s own mistake and harms no other; unsubscribed ones are silent', async () => {
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

  test('a destination that is parsed later is waited for', async () => {
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

  test('loading twice into one destination replaces our own widget and nobody else’s content', async () => {
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
      message: expect.stringContaining('nowhere'),
    })
  })

  test('DESTINATION_NOT_FOUND is heard although the page changes at the same moment', async () => {
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

  test('VERSION names the app that speaks no protocol of ours', async () => {
    fake({ hello: { protocol: 9, min: 8 } })
    const { code, message } = await errorOf(loader.load('pro', base))
    expect([code, message]).toEqual(['VERSION', 'app 9.9.9'])
  })

  test('a newer app that still speaks our protocol is welcome', async () => {
    fake({ hello: { protocol: 9, min: 1 } })
    await loaded()
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
    await turn()
    expect(heard).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        code: 'CSP_BLOCKED',
        message: expect.stringContaining(`frame-src ${location.origin}`),
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
  ])(
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
        message: expect.stringMatching(/^not CSP_BLOCKED.*page http/),
        docs: `${location.origin}/docs/embedding#${code}`,
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

  test('a frame that stops answering is reloaded once with everything it knew, then given up', async () => {
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
    await until(() => frames()[0] !== first && side().heard?.length >= 2)
    expect(codes).toEqual(['FRAME_LOST'])
    expect(side().heard[1]).toEqual({ type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'NVDA' } })
    await beat(5)
    expect(codes).toEqual(['FRAME_LOST', 'FRAME_LOST'])
    expect(frames()).toHaveLength(0)
    expect(document.getElementById('box')!.textContent).toContain('FRAME_LOST')
  })

  test('what the frame itself reports reaches the page and the frame stays', async () => {
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
    const widget = loader.load('pro', { ...base, getAuthToken: getAuthToken as () => string })
    await happens(widget, 'READY')
    side().port.postMessage({ type: 'need-token' })
    side().port.postMessage({ type: 'need-token' })
  }
  const tokens = () => side().heard.filter((message) => message.type === 'token')

  test('is asked for once at a time and handed over through the port', async () => {
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

  test('is given up after 30 seconds when the page hangs, and may be asked for again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const get = vi.fn(() => new Promise<never>(() => undefined))
    await asked(get)
    await until(() => get.mock.calls.length)
    for (let beat = 0; beat < 6; beat++) {
      expect(tokens()).toEqual([])
      vi.advanceTimersByTime(5000)
      await turn()
      await turn()
    }
    await until(() => tokens().length)
    expect(tokens()).toEqual([{ type: 'token', reason: expect.stringContaining('timeout') }])
    side().port.postMessage({ type: 'need-token' })
    await until(() => get.mock.calls.length === 2)
  })
})

test('diagnose tells support what happened and holds no credentials', async () => {
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
      hello: expect.any(Date),
      READY: expect.any(Date),
    },
  ])
  expect(JSON.stringify(report)).not.toContain('pk_test')
})

test('fifty widgets that came and went leave no listener, node or timer', async () => {
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
