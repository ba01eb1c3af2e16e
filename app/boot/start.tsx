/** Puts the parts together: the first paint, then the bridge, the session, the panels, the feed. */
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { Problem } from '#contract/problem.ts'
import { makeQueryClient } from '#app/api/queries.ts'
import { type Listener, openBridge, openPort, type OpenTransport } from '#app/bridge/bridge.ts'
import type { Stop } from '#app/state/stop.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { Shell } from '#app/shell/shell.tsx'
import { showsWhat, useHost } from '#app/state/host.ts'
import { useLive } from '#app/state/live.ts'
import { useView } from '#app/state/view.ts'
import { followCommands } from './commands.ts'
import { connect } from './connect.ts'
import { dressDocument, localeOnScreen } from './document.ts'
import { readFirstPaint } from './first-paint.ts'
import { loadBackground, loadNative, loadOthers, parts } from './load-plan.tsx'
import { fail, type Running } from './running.ts'

/** Where an app is shown, and who embeds it. */
export type Place = {
  root?: HTMLElement
  /** Opens the way to whoever embeds the app; else it is found out. */
  open?: OpenTransport
}

/** Starts an app. The first paint needs nothing but the document and its address (`type`, `locale`). */
export async function startApp({ root = document.getElementById('root')!, open }: Place = {}): Promise<Stop> {
  readFirstPaint()
  const running: Running = { ended: false }
  const texts = await startI18n(localeOnScreen())
  const queryClient = makeQueryClient()
  const { follow, stop } = followCommands()
  const stops: Stop[] = [dressDocument(texts), tellSymbols(running), stop]
  const tree = createRoot(root)

  const end = () => {
    running.ended = true
    running.session?.end()
    for (const stop of stops.splice(0)) stop()
    tree.unmount()
  }
  /** Quotes come after the first ideas, and so does their code. */
  const startRest = () => {
    // The chart is the first thing asked for after the ideas.
    if (showsWhat(useHost.getState())) loadOthers(queryClient, useView.getState().symbol)
    loadBackground().then(
      ({ startBackground }) => {
        if (!running.ended) stops.push(startBackground(running.session!.feedAccess))
      },
      () => useLive.setState({ connection: 'offline', stale: true }),
    )
  }

  tree.render(
    <QueryClientProvider client={queryClient}>
      <Shell
        parts={parts}
        onReady={() => running.page?.ready()}
        onIdeas={startRest}
        onTrade={(ticket) => running.page?.emit('TRADE_TICKET_EXECUTE', ticket)}
        onReload={() => location.reload()}
      />
    </QueryClientProvider>,
  )
  const listener: Listener = {
    start(start, origin, page) {
      running.page = page
      void connect(running, start, origin)
    },
    command: follow,
    destroy: end,
  }
  const listen = (open: OpenTransport) => {
    if (!running.ended) stops.push(openBridge(listener, open))
  }
  if (open) listen(open)
  else findPage(running, listen)
  return end
}

/** Whoever embeds the app: a page whose frame this is, or a native app whose web view; in a browser's tab nobody. */
function findPage(running: Running, listen: (open: OpenTransport) => void): void {
  if (window.parent !== window) return listen(openPort)
  if (!new URLSearchParams(location.search).has('toplevel')) return
  useHost.setState({ phase: 'connecting' })
  loadNative().then(
    ({ findShell, openNative }) => {
      const shell = findShell()
      if (shell) listen(openNative(shell))
      else useHost.setState({ phase: 'waiting' })
    },
    () => fail(running, new Problem('unavailable', { detail: 'No connection' })),
  )
}

/** Tells the page which symbol is shown, but for the one that the app starts with. */
const tellSymbols = (running: Running): Stop =>
  useView.subscribe((now, before) => {
    if (now.symbol !== before.symbol && now.symbolBy !== 'options' && now.symbolBy !== 'restored')
      running.page?.emit('SYMBOL_CHANGED', now.symbol)
  })
