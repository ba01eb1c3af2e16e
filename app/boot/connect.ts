/** From the page's `start` to an open session. */
import type { Start } from '#contract/bridge.ts'
import { readSentiment, readSymbol } from '#contract/bridge-messages.ts'
import { type FrameOptions, oneOf, readOptions } from '#contract/options.ts'
import { Problem } from '#contract/problem.ts'
import { problemOf } from '#app/api/client.ts'
import { openSession } from '#app/api/session.ts'
import { nearestLocale } from '#contract/locales.ts'
import type { AppState } from '#app/state/app-state.ts'
import { readAppearance } from '#app/state/appearance.ts'
import { useHost } from '#app/state/host.ts'
import { readSessionMemory } from '#app/state/session-memory.ts'
import { selectSymbol, setAppearance, setTab, tabs } from '#app/state/view.ts'
import { type App, fail } from './app.ts'

/** Options without which no session can be opened. */
const credentials = /^(apiKey|authToken|userId)$/

/** Opens the session of an app that has been started. Never throws: what goes wrong is shown and told to the page. */
export async function connect(app: App, start: Start, origin: string): Promise<void> {
  const { api, instance, state, texts } = app
  const host = useHost.of(state)
  // What the user chose wins over what the page starts with.
  const { locale: _, ...chosen } = readAppearance()
  const { options, wrong } = readOptions({ ...start.options, ...chosen }, (size) =>
    CSS.supports('width', size),
  )
  showFirst(state, options, instance)
  host.setState({ phase: 'connecting', problem: null, widgetType: start.widgetType, options, origin })
  try {
    await tellWrong(app, start.options, wrong)
    // Every text that is shown first, while the session is being opened: nothing suspends once they are shown.
    const first = texts.loadNamespaces('what')
    const session = await openSession({
      client: api.client,
      options,
      origin,
      instance,
      needToken: start.canRenew ? app.page?.needToken : undefined,
      onEnded: (reason) => fail(app, reason, true),
    })
    app.session = session
    if (app.ended) return session.end()
    await first
    host.setState({ phase: 'ready', settings: session.settings })
  } catch (error) {
    fail(app, problemOf(error))
  }
}

/** What is on screen first: the page's choice, then what the user was looking at before a reload. */
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
  const tab = oneOf(tabs, memory.tab)
  if (tab) setTab(state, tab)
  setAppearance(state, {
    colorConvention,
    colorVision,
    density,
    // A language that cannot be chosen here is nobody's choice here.
    ...(options.hideLocalizationOptions && { locale: null }),
  })
  useHost
    .of(state)
    .setState({ theme, followed: memory.followed, ...(locale && { locale: nearestLocale(locale) }) })
}

/** Says what is wrong with the options. @throws Problem where they are not enough for a session */
async function tellWrong({ page }: App, said: object, wrong: readonly string[]): Promise<void> {
  if (!wrong.length) return
  const detail = (await import('#contract/option-problems.ts')).explainOptions(said, wrong)
  if (wrong.some((name) => credentials.test(name))) throw new Problem('malformed-body', { detail })
  page?.fail('BAD_OPTION', detail)
}
