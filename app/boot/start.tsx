/** Puts the parts together: first paint from the query string, then the bridge, the session, the feed. */
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import type { LoaderErrorCode, ToFrame } from '#contract/bridge.ts'
import { readSentiment, readSymbol } from '#contract/bridge-messages.ts'
import { readOptions, type Theme, themes, widgetTypes } from '#contract/options.ts'
import { Problem, type ProblemCode } from '#contract/problem.ts'
import { problemOf } from '#app/api/client.ts'
import { makeQueryClient } from '#app/api/queries.ts'
import { openSession, type OpenSession } from '#app/api/session.ts'
import { type Listener, openBridge, type Page } from '#app/bridge/bridge.ts'
import { directionOf, loadTexts, nearestLocale, startI18n } from '#app/i18n/i18n.ts'
import type { Stop } from '#app/bridge/handshake.ts'
import { Shell } from '#app/shell/shell.tsx'
import { showsWhat, useHost } from '#app/state/host.ts'
import { useLive } from '#app/state/live.ts'
import { loadOthers, parts } from './load-plan.tsx'
import { makeThrottle } from './throttle.ts'
import { chosenAppearance } from '#app/state/appearance.ts'
import { readSessionMemory } from '#app/state/session-memory.ts'
import { selectSymbol, setAppearance, setTab, tabs, useView } from '#app/state/view.ts'

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
  'malformed-body': 'BAD_OPTION',
}

/** Options without which no session can be opened. */
const credentials = /^(apiKey|authToken|userId)$/

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value)

function setTheme(theme: Theme): void {
  host({ theme })
  const scheme = theme === 'dark' ? 'dark' : 'light'
  document.documentElement.dataset['theme'] = theme
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', scheme)
}

/**
 * Starts the app in `#root`. The first paint needs nothing but the document and its address (`type`, `locale`).
 * With `given` it starts at once instead of waiting for an embedding page.
 */
export async function startApp(given?: Given): Promise<Stop> {
  const query = new URLSearchParams(location.search)
  // As the document says, which knows of a SET_THEME before a reload; the address does not.
  setTheme(oneOf(themes, document.documentElement.dataset['theme']) ?? 'light')
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
  const pace = makeThrottle(commandPaceMs)
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
    // What the user chose for himself wins over what the page says.
    const { options, wrong } = readOptions({ ...said, ...chosenAppearance() }, (size) =>
      CSS.supports('width', size),
    )
    if (options.symbol) {
      selectSymbol(options.symbol)
      // Where only one panel fits, a page that names a symbol wants to see it.
      setTab('why')
    }
    // After a reload the user's choice comes before what the page started with.
    const kept = readSessionMemory(options.symbol)
    const shown = readSymbol(kept.symbol)
    if (shown) selectSymbol(shown, readSentiment(kept.sentiment))
    setTab(oneOf(tabs, kept.tab) ?? useView.getState().tab)
    setTheme(options.theme)
    const { colorConvention, colorVision, density } = options
    setAppearance({ colorConvention, colorVision, density })
    host({
      phase: 'connecting',
      problem: null,
      widgetType,
      options,
      origin,
      followed: kept.followed,
      ...(options.locale && { locale: nearestLocale(options.locale) }),
    })
    try {
      if (wrong.length) {
        const detail = await import('#contract/option-problems.ts').then((later) =>
          later.explainOptions(said, wrong),
        )
        if (wrong.some((name) => credentials.test(name))) throw new Problem('malformed-body', { detail })
        page?.fail('BAD_OPTION', detail)
      }
      // Every text that is shown first, while the session is being opened: nothing suspends once they are shown.
      const texts = loadTexts('what')
      session = await openSession({
        options,
        origin,
        instance: window.name,
        needToken: canRenew ? page?.needToken : undefined,
        onEnded: (reason) => fail('ended', reason),
      })
      if (ended) return session.end()
      await texts
      host({ phase: 'ready', settings: session.settings })
    } catch (error) {
      const reason = problemOf(error)
      fail(loaderCodes[reason.code] === 'DOMAIN_NOT_WHITELISTED' ? 'refused' : 'failed', reason)
    }
  }

  function fail(phase: 'ended' | 'refused' | 'failed', reason: Problem): void {
    host({ phase, problem: reason })
    page?.fail(loaderCodes[reason.code] ?? 'NETWORK', reason.message)
  }

  /** Quotes come after the first ideas, and so does their code. */
  function startBackground(access: OpenSession['feedAccess']): void {
    import('./background.ts').then(
      (later) => {
        if (!ended) stops.push(later.startBackground(access))
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
        parts={parts}
        onReady={() => page?.ready()}
        onIdeas={() => {
          // The chart is the first thing asked for after the ideas.
          if (showsWhat(useHost.getState())) loadOthers(queryClient, useView.getState().symbol)
          if (session) startBackground(session.feedAccess)
        }}
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
        const text = JSON.stringify(payload)
        const { phase, followed } = useHost.getState()
        // After a reload the loader says again what has been followed: the user may have chosen another since.
        if (text !== followed || phase !== 'connecting')
          pace(name, () => {
            host({ followed: text })
            selectSymbol(payload.symbol, payload.sentiment)
          })
      } else if (name === 'SET_THEME') pace(name, () => setTheme(payload.theme))
      else pace(name, () => host({ locale: nearestLocale(payload.locale) }))
    },
    destroy: end,
  }
  if (given) void connect(given, location.origin, false)
  else if (window.parent !== window) stops.push(openBridge(listener))
  else if (query.has('toplevel')) {
    host({ phase: 'connecting' })
    import('#app/bridge/native.ts').then(
      (later) => {
        const shell = later.findShell()
        if (!shell) host({ phase: 'waiting' })
        else if (!ended) stops.push(openBridge(listener, later.openNative(shell)))
      },
      () => fail('failed', new Problem('unavailable', { detail: 'No connection' })),
    )
  }
  return end
}
