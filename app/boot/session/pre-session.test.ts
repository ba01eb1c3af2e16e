/** The bootstrap script handles `start` before the app is loaded. */
import { sealState } from '#contract/bridge/state-text.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FromFrame } from '#contract/bridge/bridge.ts'
import {
  type FakeRequest,
  stubFetch,
  stubWindow,
  type StubbedResponse,
  settings,
} from '#app/testing/fake-network.ts'
import { createPreSession } from './pre-session.ts'

const origin = 'https://partner.example'
const instance = 'abcdef0123456789'
const ideas = '/api/v1/platform/what/tradeideas'
const why = (symbol: string) => `/api/v1/platform/why/${symbol}`
const history = (symbol: string) => `${why(symbol)}/history?range=6M`
const income = (symbol: string) => `/api/v1/platform/how/income/${symbol}`

/** The response to the ideas, which comes with the session. */
const firstResponse = { tradeIdeas: [], universeSize: 3 }

let page: EventTarget
let sent: FromFrame[]
let log: FakeRequest[]

/** Fakes a service that opens sessions; `override` overrides its response to a path. */
function serve(
  override: (path: string) => StubbedResponse | Promise<StubbedResponse> | undefined = () => undefined,
): void {
  log = stubFetch(({ path, body }) => {
    const reply = override(path)
    if (reply) return reply
    if (path === '/Token') return { body: { access_token: 'token-1', token_type: 'Bearer', expires_in: 60 } }
    if (path !== '/setCookie') return { body: {} }
    const { firstRequest } = body as { firstRequest?: string }
    return {
      body: { expires_in: 60, settings, firstSymbol: 'F', ...(firstRequest && { firstResponse }) },
    }
  })
}

const start = (options: object = {}, fields: object = {}) => ({
  type: 'start',
  widgetType: 'pro',
  canRenew: false,
  options: { apiKey: 'key', userId: 'user-1', ...options },
  ...fields,
})

async function startPreSession(message: object) {
  const starter = createPreSession((message) => sent.push(message))
  starter.onRawMessage(message, origin)
  const preSession = starter.takePreSession()
  await preSession?.responses
  preSession?.requestSymbol()
  return { starter, preSession }
}
const requests = () => log.map(({ method, path }) => `${method} ${path}`)
const hidePage = (persisted = false) =>
  page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }))

beforeEach(() => {
  page = stubWindow()
  sent = []
  vi.stubGlobal('window', { name: instance })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  serve()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('sends requests before the app is loaded:', () => {
  test('the ideas with the session, and Why, How and the chart of its first symbol with the token', async () => {
    const { preSession } = await startPreSession(start())
    expect(requests()).toEqual([
      'POST /Token',
      'POST /setCookie',
      `GET ${why('F')}`,
      `GET ${income('F')}`,
      `GET ${history('F')}`,
    ])
    expect(log[0]?.body).toEqual({ apiKey: 'key', userId: 'user-1' })
    expect(log[1]?.body).toEqual({ origin, instance, firstRequest: ideas })
    expect(log.slice(1).every(({ headers }) => headers.get('Authorization') === 'Bearer token-1')).toBe(true)
    expect([...preSession!.pending.keys()]).toEqual([ideas, why('F'), income('F'), history('F')])
    expect(await preSession!.pending.get(ideas)).toEqual({ status: 200, body: firstResponse })
    expect(sent).toEqual([])
  })

  test('the ideas after the session if it comes without them', async () => {
    serve((path) =>
      path === '/setCookie' ? { body: { expires_in: 60, settings, firstSymbol: 'F' } } : undefined,
    )
    const { preSession } = await startPreSession(start())
    expect(requests().slice(2)).toEqual([
      `GET ${ideas}`,
      `GET ${why('F')}`,
      `GET ${income('F')}`,
      `GET ${history('F')}`,
    ])
    expect(log[2]?.headers.get('Authorization')).toBe('Bearer token-1')
    expect([...preSession!.pending.keys()]).toEqual([ideas, why('F'), income('F'), history('F')])
  })

  test('Why, How and the chart once, when the ideas are painted or the app needs them', async () => {
    const starter = createPreSession((message) => sent.push(message))
    starter.onRawMessage(start(), origin)
    const session = (await starter.sessionRequested)!
    session.requestSymbol()
    await session.content
    expect(requests(), 'not while the ideas are being painted').toHaveLength(2)
    session.requestSymbol()
    starter.takePreSession()!.requestSymbol()
    expect(requests().slice(2)).toEqual([`GET ${why('F')}`, `GET ${income('F')}`, `GET ${history('F')}`])
  })

  test.each([
    ['the strategies widget', start({ symbol: 'msft' }, { widgetType: 'proStrategies' }), 'MSFT', []],
    [
      'a page that names a symbol',
      start({ showWhatPanel: false, symbol: ' msft ' }),
      'MSFT',
      [history('MSFT')],
    ],
    [
      'a page that opens a state, which wins',
      start({ showWhatPanel: false, symbol: 'MSFT', state: sealState('KO_1') }),
      'KO',
      [history('KO')],
    ],
  ])('How with the session, and then Why and its chart, for %s', async (_, message, symbol, chart) => {
    const starter = createPreSession((message) => sent.push(message))
    starter.onRawMessage(message, origin)
    const { pending, responses } = starter.takePreSession()!
    await responses
    expect(log[1]?.body).toMatchObject({ firstRequest: income(symbol) })
    expect(requests().slice(2)).toEqual([why(symbol), ...chart].map((path) => `GET ${path}`))
    expect(await pending.get(income(symbol))).toEqual({ status: 200, body: firstResponse })
  })

  test.each([
    ['the strategies widget', start({}, { widgetType: 'proStrategies' }), []],
    ['a page without the list', start({ showWhatPanel: false }), [history('F')]],
  ])('How, Why and its chart of the session’s first symbol for %s', async (_, message, chart) => {
    await startPreSession(message)
    expect(log[1]?.body).toEqual({ origin, instance })
    expect(requests().slice(2)).toEqual([income('F'), why('F'), ...chart].map((path) => `GET ${path}`))
  })

  test.each([
    [129, false],
    [131, true],
  ])('and returns whether the line is slow, after a token in %i ms', async (ms, isSlowLine) => {
    const now = vi
      .spyOn(performance, 'now')
      .mockReturnValueOnce(1000)
      .mockReturnValueOnce(1000 + ms)
    const { starter } = await startPreSession(start())
    expect(await starter.sessionRequested).toMatchObject({ isSlowLine })
    now.mockRestore()
  })

  test('and returns the pending ideas with what their first painting needs', async () => {
    const hidingSettings = { ...settings, hideAnnualised: true }
    serve((path) =>
      path === '/setCookie'
        ? { body: { expires_in: 60, settings: hidingSettings, firstSymbol: 'F', firstResponse } }
        : undefined,
    )
    const { starter, preSession } = await startPreSession(start({ density: 'compact' }))
    const requested = await starter.sessionRequested
    expect(requested).toMatchObject({ options: { density: 'compact' }, view: {} })
    const content = await requested?.content
    expect(content).toMatchObject({ symbol: 'F', hidesAnnualized: true })
    expect(content?.response).toBe(preSession?.pending.get(ideas))
  })

  test.each([
    ['with its symbol', start({ symbol: 'F' }, { widgetType: 'proStrategies' })],
    ['with the service’s symbol', start({}, { widgetType: 'proStrategies' })],
  ])('and returns the pending contracts of a widget without the list, %s', async (_, message) => {
    const { starter, preSession } = await startPreSession(message)
    const content = await (await starter.sessionRequested)?.content
    expect(content).toMatchObject({ symbol: 'F', hidesAnnualized: false })
    expect(content?.response).toBe(preSession?.pending.get(income('F')))
    expect(await content?.response).toMatchObject({ status: 200 })
  })

  test('no content without a symbol', async () => {
    serve((path) => (path === '/setCookie' ? { body: { expires_in: 60, settings } } : undefined))
    const { starter } = await startPreSession(start({}, { widgetType: 'proStrategies' }))
    expect(await (await starter.sessionRequested)?.content).toBeUndefined()
  })

  test('the symbol from before a reload', async () => {
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => (key === instance ? JSON.stringify({ symbol: 'TSLA' }) : null),
    })
    await startPreSession(start())
    expect(requests().slice(2)).toEqual([
      `GET ${why('TSLA')}`,
      `GET ${income('TSLA')}`,
      `GET ${history('TSLA')}`,
    ])
  })

  test('only the ideas if the service has no first symbol', async () => {
    serve((path) =>
      path === '/setCookie'
        ? { body: { expires_in: 60, settings, firstSymbol: null, firstResponse } }
        : undefined,
    )
    const { preSession } = await startPreSession(start())
    expect(requests()).toHaveLength(2)
    expect([...preSession!.pending.keys()]).toEqual([ideas])
  })

  test('once: ignores a second start', async () => {
    const { starter } = await startPreSession(start())
    starter.onRawMessage(start({ apiKey: 'another' }), origin)
    expect(requests().filter((request) => request === 'POST /Token')).toHaveLength(1)
  })

  test.each([
    ['no user', { userId: undefined }],
    ['a user who is a mail address', { userId: 'a@b.example' }],
    ['two credentials', { authToken: 'once' }],
    ['no credential', { apiKey: undefined }],
    ['a secret key', { apiKey: 'sk_live_1' }],
  ])('nothing if no session can be opened: %s', async (_, options) => {
    const { preSession } = await startPreSession(start(options))
    expect(preSession).toBeUndefined()
    expect(log).toEqual([])
  })
})

describe('a page that supplies tokens on request need not pass one', () => {
  const tokenless = start({ apiKey: undefined }, { canRenew: true })

  test('the token is requested immediately and opens the session', async () => {
    const starter = createPreSession((message) => sent.push(message))
    starter.onRawMessage(tokenless, origin)
    expect(sent).toEqual([{ type: 'need-token' }])
    expect(log).toEqual([])
    // The app may be loaded by then, and have taken the session over.
    const preSession = starter.takePreSession()!
    starter.onRawMessage({ type: 'token', authToken: 'at_1' }, origin)
    await preSession.responses
    preSession.requestSymbol()
    expect(requests().slice(0, 2)).toEqual(['POST /Token', 'POST /setCookie'])
    expect(log[0]?.body).toEqual({ authToken: 'at_1', userId: 'user-1' })
    expect([...preSession.pending.keys()]).toEqual([ideas, why('F'), income('F'), history('F')])
  })

  test.each([
    [
      'reports that it has none',
      (starter: ReturnType<typeof createPreSession>) =>
        starter.onRawMessage({ type: 'token', reason: 'no' }, origin),
    ],
    ['does not respond for 30 seconds', () => vi.advanceTimersByTime(30_000)],
  ])(
    'if the page %s, sends no error: the app requests another token and reports the failure',
    async (_, act) => {
      vi.useFakeTimers()
      serve((path) => (path === '/Token' ? 'credential-invalid' : undefined))
      const starter = createPreSession((message) => sent.push(message))
      starter.onRawMessage(tokenless, origin)
      act(starter)
      vi.useRealTimers()
      expect((await starter.takePreSession()!.responses).token.status).toBe(401)
      expect(sent).toEqual([{ type: 'need-token' }])
    },
  )
})

test.each([
  ['a refused domain', '/setCookie', 'domain-not-whitelisted', 403],
  ['an unknown key', '/Token', 'credential-invalid', 401],
  ['a request that the service finds malformed', '/Token', 'malformed-body', 400],
  ['an unavailable service', '/Token', 'unavailable', 503],
  ['a proxy’s error response', '/Token', { status: 502, body: 'Bad gateway' }, 502],
  ['no connection', '/setCookie', 'no connection', 0],
] as const)('a failure is a value, which is left to the app: %s', async (_, failingPath, reply, status) => {
  serve((path) => (path === failingPath ? reply : undefined))
  const { starter, preSession } = await startPreSession(start())
  const { token, session } = await preSession!.responses
  expect((session ?? token).status).toBe(status)
  expect(sent).toEqual([])
  expect(await (await starter.sessionRequested)?.content).toBeUndefined()
})

test.each([true, false])(
  'a used token is left to the app, if the page can supply another: %s',
  async (canRenew) => {
    serve((path) => (path === '/Token' ? 'credential-invalid' : undefined))
    const { preSession } = await startPreSession(
      start({ apiKey: undefined, authToken: 'used' }, { canRenew }),
    )
    expect(sent).toEqual([])
    expect((await preSession!.responses).token.status).toBe(401)
  },
)

describe('a frame that is removed before the app is loaded', () => {
  const endRequests = () => log.filter(({ method }) => method === 'DELETE')

  test('ends the session if a token was issued', async () => {
    const starter = createPreSession(() => undefined)
    starter.onRawMessage(start(), origin)
    hidePage()
    expect(endRequests(), 'nothing to end yet').toEqual([])
    await expect.poll(() => requests()).toContain('POST /setCookie')
    hidePage(true)
    expect(endRequests(), 'it may come back').toEqual([])
    hidePage()
    expect(endRequests()).toMatchObject([{ path: '/session', keepalive: true }])
    expect(endRequests()[0]!.headers.get('Authorization')).toBe('Bearer token-1')
  })

  test('ends a session that the app has taken over once', async () => {
    await startPreSession(start())
    hidePage()
    hidePage()
    expect(endRequests()).toHaveLength(1)
  })
})
