/** From the page's `start` to an open session. */
import type { Start } from '#contract/bridge.ts'
import { readSentiment, readSymbol } from '#contract/bridge-messages.ts'
import { type FrameOptions, oneOf, readOptions } from '#contract/options.ts'
import { Problem } from '#contract/problem.ts'
import { problemOf } from '#app/api/client.ts'
import { openSession } from '#app/api/session.ts'
import { nearestLocale } from '#contract/locales.ts'
import { loadTexts } from '#app/i18n/i18n.ts'
import { readAppearance } from '#app/state/appearance.ts'
import { useHost } from '#app/state/host.ts'
import { readSessionMemory } from '#app/state/session-memory.ts'
import { selectSymbol, setAppearance, setTab, tabs } from '#app/state/view.ts'
import { fail, type Running } from './running.ts'

const host = useHost.setState

/** Options without which no session can be opened. */
const credentials = /^(apiKey|authToken|userId)$/

/** Opens the session of an app that has been started. Never throws: what goes wrong is shown and told to the page. */
export async function connect(running: Running, start: Start, origin: string): Promise<void> {
  // What the user chose for himself wins over what the page starts with.
  const { locale: _, ...chosen } = readAppearance()
  const { options, wrong } = readOptions({ ...start.options, ...chosen }, (size) =>
    CSS.supports('width', size),
  )
  showFirst(options, window.name)
  host({ phase: 'connecting', problem: null, widgetType: start.widgetType, options, origin })
  try {
    await tellWrong(running, start.options, wrong)
    // Every text that is shown first, while the session is being opened: nothing suspends once they are shown.
    const texts = loadTexts('what')
    const session = await openSession({
      options,
      origin,
      instance: window.name,
      needToken: start.canRenew ? running.page?.needToken : undefined,
      onEnded: (reason) => fail(running, reason, true),
    })
    running.session = session
    if (running.ended) return session.end()
    await texts
    host({ phase: 'ready', settings: session.settings })
  } catch (error) {
    fail(running, problemOf(error))
  }
}

/** What is on screen first: the page's choice, then what the user was looking at before a reload. */
function showFirst(options: FrameOptions, instance: string): void {
  const { theme, locale, colorConvention, colorVision, density, symbol } = options
  if (symbol) {
    selectSymbol(symbol, { by: 'options' })
    // Where only one panel fits, a page that names a symbol wants to see it.
    setTab('why')
  }
  const kept = readSessionMemory(instance, symbol)
  const before = readSymbol(kept.symbol)
  if (before) selectSymbol(before, { by: 'restored', sentiment: readSentiment(kept.sentiment) })
  const tab = oneOf(tabs, kept.tab)
  if (tab) setTab(tab)
  setAppearance({
    colorConvention,
    colorVision,
    density,
    // A language that cannot be chosen here is nobody's choice here.
    ...(options.hideLocalizationOptions && { locale: null }),
  })
  host({ theme, followed: kept.followed, ...(locale && { locale: nearestLocale(locale) }) })
}

/** Says what is wrong with the options. @throws Problem where they are not enough for a session */
async function tellWrong({ page }: Running, said: object, wrong: readonly string[]): Promise<void> {
  if (!wrong.length) return
  const detail = (await import('#contract/option-problems.ts')).explainOptions(said, wrong)
  if (wrong.some((name) => credentials.test(name))) throw new Problem('malformed-body', { detail })
  page?.fail('BAD_OPTION', detail)
}
