/** Opens the session after the page's `start`. */
import type { Start } from '#contract/bridge/bridge.ts'
import { type FrameOptions, readOptions } from '#contract/bridge/options/options.ts'
import { Problem } from '#contract/api/problem.ts'
import { readCredentials } from '#contract/bridge/credentials.ts'
import { queries } from '#app/api/queries.ts'
import { openSession, type OpenSession } from '#app/api/session.ts'
import { wait } from '#app/api/wait.ts'
import { readAppearance } from '#app/state/appearance.ts'
import { showsWhatPanel, useHost } from '#app/state/host.ts'
import { selectSymbol, useView } from '#app/state/view.ts'
import { type App, failSession } from '#app/boot/app.ts'
import { loadTheming } from '#app/boot/loading/load-theming.ts'
import { applyFirstSymbol, applyInitialView } from './initial-view.ts'
import type { PreSession } from './pre-session.ts'
import { openWithRetries } from './session-retry.ts'

/**
 * Opens the session of an app that has been started, or takes over the session that the bootstrap script has
 * opened. Never throws: failures are displayed and reported to the page.
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
  const { locale: _, ...chosenAppearance } = readAppearance()
  // Functions cannot be sent to the frame: a placeholder marks the option as set.
  const getAuthToken = start.canRenew ? () => '' : undefined
  const { options, invalid } = readOptions({ ...start.options, ...chosenAppearance, getAuthToken }, (size) =>
    CSS.supports('width', size),
  )
  applyInitialView(state, options, instance)
  host.setState({
    phase: 'connecting',
    problem: null,
    widgetType: start.widgetType,
    loaderVersion: start.loader,
    options,
    origin,
  })
  const themingApplied = applyTheming(app, options)
  const stateOpened = openState(app, options)
  const credentials = preSession?.credentials ?? readCredentials(start.options, start.canRenew)
  const open = async (isFirst: boolean) => {
    if (isFirst) await reportInvalidOptions(app, start.options, invalid, !credentials)
    const startedSession = isFirst ? preSession : undefined
    const session = await openSession({
      client: app.api.client,
      credentials: credentials!,
      origin,
      instance,
      sentRequests: startedSession?.responses,
      requestToken: start.canRenew ? app.page?.requestToken : undefined,
      onEnded: (reason) =>
        failSession(app, reason, { hadSession: true, remedy: start.canRenew ? 'retry' : 'none' }),
    })
    app.session = session
    await stateOpened
    if (app.ended) return session.end()
    takeOverRequests(app, session, startedSession)
    if (showsWhatPanel(host.getState())) await queryIdeas(app)
    await themingApplied
    host.setState({ phase: 'ready', settings: session.settings })
    querySymbol(app)
  }
  await openWithRetries(app, start.canRenew, open)
}

/**
 * Takes over the bootstrap script's requests. If no symbol is set, selects the symbol of the
 * strongest idea, which is reported to the page like any change.
 */
function takeOverRequests({ api, state }: App, { firstSymbol }: OpenSession, preSession?: PreSession): void {
  if (preSession) {
    preSession.requestSymbol()
    api.client.pending = preSession.pending
  }
  if (!useView.of(state).getState().symbol && firstSymbol)
    selectSymbol(state, firstSymbol, { origin: 'scan' })
}

/** Maximum delay of the panels by the ideas, milliseconds. Then they replace the document's skeleton without data. */
const maxSkeletonMs = 130

/**
 * Queries the ideas, or takes over the pending response. A fast response is parsed before the first panel renders,
 * so that the panel is painted once.
 */
const queryIdeas = ({ queryClient }: App): Promise<void> =>
  Promise.race([queryClient.prefetchQuery(queries.tradeIdeas()), wait(maxSkeletonMs)])

/** Time to take over a first response, milliseconds. Later it would be stale. */
const maxPendingMs = 10_000

/** Sends the other first queries, which are about the displayed symbol. The chart's code requests its history later. */
function querySymbol({ api, queryClient, state }: App): void {
  const { symbol } = useView.of(state).getState()
  if (symbol) {
    void queryClient.prefetchQuery(queries.why(symbol))
    void queryClient.prefetchQuery(queries.income(symbol))
  }
  setTimeout(() => api.client.pending.clear(), maxPendingMs)
}

/** Applies the page's theme before the first rendering. If its code cannot be loaded the widget keeps its own theme. */
async function applyTheming(app: App, options: FrameOptions): Promise<void> {
  if (!(options.accentColor ?? options.fontFamily ?? options.radius)) return
  const theming = await loadTheming()
  if (theming && !app.ended) await theming.applyTheming(app).fallbackShown
}

/** Opens the option `state`. If the code for it cannot be loaded, the page's other options apply. */
async function openState(app: App, options: FrameOptions): Promise<void> {
  if (!options.state) return
  const code = await import('#app/boot/page/open-state.ts').catch(() => undefined)
  if (code) await code.openState(app, options)
  else applyFirstSymbol(app.state, options)
}

/** Reports invalid options to the page. @throws Problem if no session can be opened with them */
async function reportInvalidOptions(
  { page }: App,
  startOptions: object,
  invalid: readonly string[],
  isFatal: boolean,
): Promise<void> {
  if (!invalid.length) return
  const detail = await import('#contract/bridge/options/option-problems.ts').then((problems) =>
    problems.explainOptions(startOptions, invalid),
  )
  if (isFatal) throw new Problem('malformed-body', { detail })
  page?.reportError('BAD_OPTION', detail)
}
