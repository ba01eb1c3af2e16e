/** Puts the parts together: first paint from the query string, then the bridge, the session, the feed. */
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import type { LoaderErrorCode, ToFrame } from '#contract/bridge.ts'
import { readOptions, symbolPattern, type Theme, themes, widgetTypes } from '#contract/options.ts'
import { problem, type ProblemCode } from '#contract/problem.ts'
import { sentiments, type Sentiment } from '#contract/ideas.ts'
import { problemOf } from './api/client.ts'
import { makeQueryClient } from './api/queries.ts'
import { openSession, type OpenSession } from './api/session.ts'
import { type Listener, openBridge, type Page, type Stop } from './bridge.ts'
import { directionOf, loadTexts, nearestLocale, startI18n } from './i18n/i18n.ts'
import { Shell } from './shell.tsx'
import { useHost } from './state/host.ts'
import { useLive } from './state/live.ts'
import { makePace } from './pace.ts'
import { selectSymbol, setTab, useView } from './state/view.ts'

const host = useHost.setState

/** Commands of one kind are followed this often at most, milliseconds. */
const commandPaceMs = 50

/** What a page would hand over through the bridge; for pages of our own that show the app without one. */
export type Given = Pick<Extract<ToFrame, { type: 'start' }>, 'widgetType' | 'options'>

/** Error code for the page: why no session could be had. */
const loaderCodes: Partial<Record<ProblemCode, LoaderErrorCode>> = {
  'domain-not-whitelisted': 'DOMAIN_NOT_WHITELISTED',
  'origin-refused': 'DOMAIN_NOT_WHITELISTED',
  'credential-invalid': 'AUTH',
  'credential-missing': 'AUTH',
  'session-ended': 'AUTH',
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value)

function setTheme(theme: Theme): void {
  host({ theme })
  const scheme = theme === 'dark' ? 'dark' : 'light'
  document.documentElement.dataset['theme'] = theme
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', scheme)
}

/** A symbol that came from outside; blank where it is no ticker. */
function symbolOf(given: { symbol?: unknown } | undefined): string {
  const symbol = typeof given?.symbol === 'string' ? given.symbol.trim().toUpperCase() : ''
  return symbolPattern.test(symbol) ? symbol : ''
}

/** Shows a symbol that came from outside; what is not a ticker is ignored. */
function show(given: { symbol?: unknown; sentiment?: unknown } | undefined): void {
  const symbol = symbolOf(given)
  if (symbol) selectSymbol(symbol, oneOf<Sentiment>(sentiments, given?.sentiment))
}

/**
 * Starts the app in `#root`. The first paint needs nothing but the query string (`theme`, `type`, `locale`).
 * With `given` it starts at once instead of waiting for an embedding page.
 */
export async function startApp(given?: Given): Promise<Stop> {
  const query = new URLSearchParams(location.search)
  setTheme(oneOf(themes, query.get('theme')) ?? 'light')
  const locale = nearestLocale(query.get('locale') ?? given?.options.locale)
  host({ locale, widgetType: oneOf(widgetTypes, query.get('type')) ?? 'pro' })

  const root = createRoot(document.getElementById('root')!)
  const queryClient = makeQueryClient()
  const i18n = await startI18n(locale)
  const follow = (language: string) => {
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
  }
  follow(locale)
  const stops: Stop[] = []
  const pace = makePace(commandPaceMs)
  let session: OpenSession | undefined
  let page: Page | undefined
  let ended = false

  stops.push(
    useHost.subscribe((now, before) => {
      if (now.locale !== before.locale) void i18n.changeLanguage(now.locale).then(() => follow(now.locale))
    }),
    useView.subscribe((now, before) => {
      if (now.symbol !== before.symbol && useHost.getState().options) page?.emit('SYMBOL_CHANGED', now.symbol)
      const { dataset } = document.documentElement
      dataset['convention'] = now.colorConvention
      dataset['vision'] = now.colorVision
      dataset['density'] = now.density
    }),
  )

  async function connect(
    { widgetType, options: said }: Given,
    origin: string,
    canRenew: boolean,
  ): Promise<void> {
    const { options, problems } = readOptions(said)
    if (problems.length)
      page?.fail('BAD_OPTION', problems.map(({ option, message }) => `${option} ${message}`).join('; '))
    const type = oneOf(widgetTypes, widgetType) ?? 'pro'
    if (options.symbol) {
      show({ symbol: options.symbol })
      // Where only one panel fits, a page that names a symbol wants to see it.
      setTab('why')
    }
    setTheme(oneOf(themes, options.theme) ?? 'light')
    host({
      phase: 'connecting',
      problem: null,
      widgetType: type,
      options,
      origin,
      ...(options.locale && { locale: nearestLocale(options.locale) }),
    })
    try {
      // Every text that is shown first, while the session is being opened: nothing suspends once they are shown.
      const texts = loadTexts('what')
      session = await openSession({
        options,
        origin,
        instance: window.name,
        needToken: canRenew ? page?.needToken : undefined,
        onEnded: ({ problem: reason }) => fail('ended', reason.code, reason.detail),
      })
      if (ended) return session.end()
      await texts
      host({ phase: 'ready', settings: session.settings })
    } catch (error) {
      const reason = problemOf(error)
      const refused = loaderCodes[reason.code] === 'DOMAIN_NOT_WHITELISTED'
      host({ problem: reason })
      fail(refused ? 'refused' : 'failed', reason.code, reason.detail)
    }
  }

  function fail(phase: 'ended' | 'refused' | 'failed', code: ProblemCode, detail?: string): void {
    host(({ problem: known }) => ({
      phase,
      problem: known?.code === code ? known : problem(code, detail ? { detail } : {}),
    }))
    page?.fail(loaderCodes[code] ?? 'NETWORK', detail ?? problem(code).title)
  }

  /** Quotes come after the first ideas, and so does their code. */
  function followFeed(access: OpenSession['feedAccess']): void {
    import('./api/feed.ts').then(
      ({ openFeed }) => {
        if (!ended) stops.push(openFeed(access))
      },
      () => useLive.setState({ connection: 'offline', stale: true }),
    )
  }

  const end = () => {
    ended = true
    session?.end()
    for (const stop of stops.splice(0)) stop()
    root.unmount()
  }

  root.render(
    <QueryClientProvider client={queryClient}>
      <Shell
        onReady={() => page?.ready()}
        onIdeas={() => session && followFeed(session.feedAccess)}
        onTrade={(ticket) => page?.emit('TRADE_TICKET_EXECUTE', ticket)}
        onReload={() => location.reload()}
      />
    </QueryClientProvider>,
  )

  const listener: Listener = {
    start: (start, origin, opened) => {
      page = opened
      void connect(start, origin, start.canRenew)
    },
    command: ({ name, payload }) => {
      if (name === 'SET_SYMBOL') {
        if (symbolOf(payload)) pace(name, () => show(payload))
      } else if (name === 'SET_THEME') {
        const theme = oneOf(themes, payload?.theme)
        if (theme) pace(name, () => setTheme(theme))
      } else if (name === 'SET_LOCALE') pace(name, () => host({ locale: nearestLocale(payload?.locale) }))
    },
    destroy: end,
  }
  if (given) void connect(given, location.origin, false)
  else if (window.parent !== window) stops.push(openBridge(listener))
  else if (query.has('toplevel')) {
    host({ phase: 'connecting' })
    import('./native-bridge.ts').then(
      ({ findShell, openNative }) => {
        const shell = findShell()
        if (!shell) host({ phase: 'waiting' })
        else if (!ended) stops.push(openBridge(listener, openNative(shell)))
      },
      () => fail('failed', 'unavailable'),
    )
  }
  return end
}
