/** The components, with what belongs to their app around them, and what happens as they come on screen. */
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import type { Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { Shell } from '#app/shell/shell.tsx'
import { StateProvider } from '#app/state/app-state.ts'
import { useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from './app.ts'
import { loadBackground, loadParts } from './load-plan.ts'

/** @param onStarted hears how to stop what the screen has started */
export function render(app: App, tree: Root, onStarted: (stop: Stop) => void): void {
  const { queryClient, state, texts } = app
  /** The first ideas are on screen, or none are on their way. */
  const startRest = () => {
    loadBackground().then(
      ({ startBackground }) => {
        if (!app.ended) onStarted(startBackground(app))
      },
      () => useLive.of(state).setState({ connection: 'offline', stale: true }),
    )
  }
  const widget = (
    <StateProvider value={state}>
      <I18nextProvider i18n={texts}>
        <QueryClientProvider client={queryClient}>
          <Shell
            loadParts={() => loadParts(texts)}
            onReady={() => app.page?.ready()}
            onIdeas={startRest}
            onTrade={(ticket) => app.page?.emit('TRADE_TICKET_EXECUTE', ticket)}
            onReload={() => location.reload()}
          />
        </QueryClientProvider>
      </I18nextProvider>
    </StateProvider>
  )
  // In slices: the page's messages and the answers are heard in between.
  startTransition(() => tree.render(widget))
}
