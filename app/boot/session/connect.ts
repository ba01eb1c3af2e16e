/** From the page's `start` to an open session. */
import type { Start } from '#contract/bridge/bridge.ts'
import { readSentiment, readSymbol } from '#contract/bridge/bridge-messages.ts'
import { type FrameOptions, oneOf, readOptions } from '#contract/bridge/options.ts'
import { Problem } from '#contract/api/problem.ts'
import { readCredentials } from '#contract/bridge/credentials.ts'
import { nearestLocale } from '#contract/text/locales.ts'
import { queries } from '#app/api/queries.ts'
import { openSession, type OpenSession } from '#app/api/session.ts'
import type { AppState } from '#app/state/app-state.ts'
import { readAppearance } from '#app/state/appearance.ts'
import { showsWhat, useHost } from '#app/state/host.ts'
import { readSessionMemory } from '#app/state/storage/session-memory.ts'
import { selectSymbol, setAppearance, setTab, tabs, useView } from '#app/state/view.ts'
import { type App, fail } from '#app/boot/app.ts'
import { hintOthers } from '#app/boot/loading/load-plan.ts'
import { firstRequests } from './first-requests.ts'
import type { PreSession } from './pre-session.ts'
import { openInTries } from './session-retry.ts'

/**
 * Opens the session of an app that has been started, or takes over the one that the bootstrap script has begun. Never
 * throws: failures are shown and reported to the page.
 */
export async function connect(
  app: App,
  start: Start,
  origin: string,
  preSession?: PreSession,
): Promise<void> {
  const { instance, state } = app
  const host = useHost.of(state)
  // The user's choice takes precedence over the page's initial options.
  const { locale: _, ...chosen } = readAppearance()
  // The function itself stays on the page.
  const getAuthToken = start.canRenew ? () => '' : undefined
  const { options, wrong } = readOptions({ ...start.options, ...chosen, getAuthToken }, (property, value) =>
    CSS.supports(property, value),
  )
  showFirst(state, options, instance)
  host.setState({
    phase: 'connecting',
    problem: null,
    widgetType: start.widgetType,
    loader: start.loader,
    options,
    origin,
  })
  // Without the list the panels' code is needed first.
  const hasList = showsWhat(host.getState())
  if (!hasList) hintOthers()
  const looks = applyLooks(app, options)
  const credentials = preSession?.credentials ?? readCredentials(start.options, start.canRenew)
  const open = async (isFirst: boolean) => {
    if (isFirst) await tellWrong(app, start.options, wrong, !credentials)
    const begun = isFirst ? preSession : undefined
    const session = await openSession({
      client: app.api.client,
      credentials: credentials!,
      origin,
      instance,
      begun,
      needToken: start.canRenew ? app.page?.needToken : undefined,
      onEnded: (reason) => fail(app, reason, { hadSession: true, remedy: start.canRenew ? 'retry' : 'none' }),
    })
    app.session = session
    if (app.ended) return session.end()
    takeAnswers(app, session, begun)
    if (hasList) await queryIdeas(app)
    await looks
    host.setState({ phase: 'ready', settings: session.settings })
    querySymbol(app)
  }
  await openInTries(app, start.canRenew, open, () => !!preSession?.isReported())
}

/**
 * Takes over the bootstrap script's requests. Without a given symbol the strongest idea is shown, and the
 * page is informed as of any change.
 */
function takeAnswers({ api, state }: App, { firstSymbol }: OpenSession, preSession?: PreSession): void {
  if (preSession) api.client.pending = preSession.pending
  if (!useView.of(state).getState().symbol && firstSymbol) selectSymbol(state, firstSymbol, { by: 'scan' })
}

/**
 * Milliseconds. Within this time a response needs no code to be loaded in parallel, which would only delay
 * it; on slower lines the code loads meanwhile.
 */
const quickMs = 30
/** Milliseconds after which the panels replace the document's outline, even without data. */
const longMs = 100
const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/**
 * Sends the first query, or takes its response in progress. A fast response is parsed before the first panel
 * renders, so that it is painted once.
 */
async function queryIdeas({ queryClient }: App): Promise<void> {
  let answered = false
  const ideas = queryClient.prefetchQuery(queries.tradeIdeas()).then(() => (answered = true))
  await Promise.race([ideas, wait(quickMs)])
  if (answered) return
  hintOthers()
  await Promise.race([ideas, wait(longMs)])
}

/** Queries the other first requests, which are about the symbol. */
function querySymbol({ api, queryClient, state }: App): void {
  for (const { name, symbol } of firstRequests(false, useView.of(state).getState().symbol ?? undefined))
    if (name === 'why') void queryClient.prefetchQuery(queries.why(symbol))
    else if (name === 'income') void queryClient.prefetchQuery(queries.income(symbol))
  // An unused response would be stale by the time it is requested.
  api.client.pending.clear()
}

/** Applies the page's theme before the first rendering. If its code cannot be loaded the widget keeps its own theme. */
async function applyLooks(app: App, options: FrameOptions): Promise<void> {
  const { accentColor, fontFamily, radius } = options
  if (accentColor === undefined && fontFamily === undefined && radius === undefined) return
  const theming = await import('#app/boot/document/theming.ts').catch(() => undefined)
  if (theming && !app.ended) app.stops.push(theming.applyTokens(app, options))
}

/** The first view: the page's choice, then the user's view before a reload. */
function showFirst(state: AppState, options: FrameOptions, instance: string): void {
  const { theme, locale, colorConvention, colorVision, density, symbol } = options
  if (symbol) {
    selectSymbol(state, symbol, { by: 'options' })
    // Where only one panel fits, a page that names a symbol wants to see it.
    setTab(state, 'why')
  }
  const memory = readSessionMemory(instance, symbol)
  const before = readSymbol(memory.symbol)
  if (before) selectSymbol(state, before, { by: 'restored', sentiment: readSentiment(memory.sentiment) })
  const tab = oneOf(tabs, memory.tab) ?? options.tab
  if (tab) setTab(state, tab)
  setAppearance(state, {
    colorConvention,
    colorVision,
    density,
    // A language that is not available here cannot be a choice.
    ...(options.hideLocalizationOptions && { locale: null }),
  })
  useHost
    .of(state)
    .setState({ theme, followed: memory.followed, ...(locale && { locale: nearestLocale(locale) }) })
}

/** Reports wrong options to the page. @throws Problem if no session can be opened with them */
async function tellWrong(
  { page }: App,
  said: object,
  wrong: readonly string[],
  isHopeless: boolean,
): Promise<void> {
  if (!wrong.length) return
  const detail = (await import('#contract/bridge/option-problems.ts')).explainOptions(said, wrong)
  if (isHopeless) throw new Problem('malformed-body', { detail })
  page?.fail('BAD_OPTION', detail)
}
