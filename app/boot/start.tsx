/** Starts an app: the first paint, then the bridge, the session, the panels and the feed. */
import { createRoot } from 'react-dom/client'
import { makeClient } from '#app/api/client.ts'
import { makeQueryClient } from '#app/api/queries.ts'
import { makeSubscriptions } from '#app/api/feed/subscriptions.ts'
import { openBridge, type OpenTransport } from '#app/bridge/bridge.ts'
import { makeMailbox } from '#app/bridge/mailbox.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { type AppState, makeState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from './app.ts'
import { handleCommands } from './page/commands.ts'
import { connect } from './session/connect.ts'
import { applyToDocument, chosenLocale } from './document/document.ts'
import { applyInitialSettings } from './document/initial-settings.ts'
import type { PreSession } from './session/pre-session.ts'
import { render } from './render.tsx'

/** The environment of an app. Every property has a default. */
export type AppEnvironment = {
  /** The element to render into; by default the one with the id `root`. */
  root?: HTMLElement
  /** Opens the transport to the embedding page or native code; undefined if there is neither. */
  open?: OpenTransport | undefined
  /** Returns the session that the bootstrap script has opened, if any. */
  takePreSession?: () => PreSession | undefined
  /** The id of the widget; by default the frame's name. */
  instance?: string
  state?: AppState
}

/**
 * Starts an app. Apps in the same realm share only the document and the user's stored choices. The first paint needs
 * only the document and its address (contract/api/initial-frame.ts).
 */
export async function startApp({
  root,
  open,
  takePreSession,
  instance,
  state = makeState(),
}: AppEnvironment = {}): Promise<Stop> {
  applyInitialSettings(state)
  const texts = await startI18n(chosenLocale(state))
  const api = { client: makeClient(), subscriptions: makeSubscriptions() }
  const stops: Stop[] = []
  const app: App = {
    stops,
    state,
    api,
    queryClient: makeQueryClient(api),
    texts,
    pageMessages: makeMailbox(() => undefined),
    instance: '',
    ended: false,
  }
  const { handle: handleCommand, stop: stopCommands } = handleCommands(app)
  const element = root ?? document.getElementById('root')!
  // The document's skeleton (skeletons.tsx) stays until the session is open, if its language is right.
  const hasSkeleton = !!element.childElementCount && document.documentElement.lang === chosenLocale(state)
  // The style sheet has replaced the attribute of index.html, which tools that read the document would take literally.
  element.hidden = false
  const reactRoot = createRoot(element)
  stops.push(applyToDocument(state, texts), stopCommands)

  const end = () => {
    app.ended = true
    app.session?.end()
    app.retryNow?.()
    for (const stop of stops.splice(0)) stop()
    reactRoot.unmount()
  }
  // With a native bridge, native code will send `start`. A plain browser tab receives none and stays in `waiting`.
  if (open && window.parent === window) useHost.of(state).setState({ phase: 'connecting' })
  const renderApp = () => render(app, reactRoot, (stop) => stops.push(stop))
  if (open && hasSkeleton) stops.push(onSettled(state, renderApp))
  else renderApp()
  if (open)
    stops.push(
      openBridge(
        {
          start(start, origin, page) {
            app.page = page
            // A native transport has named the window by now.
            app.instance = instance ?? window.name
            void connect(app, start, origin, takePreSession?.())
          },
          command: handleCommand,
          rawMessage: app.pageMessages.accept,
          destroy: end,
        },
        open,
      ),
    )
  return end
}

/** Calls back once the session is open or has failed. */
function onSettled(state: AppState, callback: () => void): Stop {
  const host = useHost.of(state)
  const stop = host.subscribe(({ phase }) => {
    if (phase === 'waiting' || phase === 'connecting') return
    stop()
    callback()
  })
  return stop
}
