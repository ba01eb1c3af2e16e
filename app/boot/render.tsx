/** The components, with what belongs to their app around them, and what happens as they come on screen. */
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import type { Root } from 'react-dom/client'
import { I18nContext } from '#app/i18n/use-translation.ts'
import { longBackOff, pause } from '#app/api/back-off.ts'
import { Shell } from '#app/shell/shell.tsx'
import { StateProvider } from '#app/state/app-state.ts'
import { useLive } from '#app/state/live.ts'
import type { Stop } from '#app/state/stop.ts'
import type { App } from './app.ts'
import { loadBackground, loadParts } from './loading/load-plan.ts'

/** @param onStarted hears how to stop what the screen has started */
export function render(app: App, tree: Root, onStarted: (stop: Stop) => void): void {
  const { queryClient, state, texts } = app
  /** The first ideas are on screen, or none are on their way. */
  const startRest = async (tries = 0): Promise<void> => {
    try {
      const { startBackground } = await loadBackground()
      if (!app.ended) onStarted(startBackground(app))
    } catch {
      // Recovery depends on it, so loading is retried until it succeeds.
      useLive.of(state).setState({ connection: 'offline', stale: true })
      await pause(longBackOff(tries), (wake) => onStarted(wake))
      if (!app.ended) void startRest(tries + 1)
    }
  }
  const widget = (
    <StateProvider value={state}>
      <I18nContext value={texts}>
        <QueryClientProvider client={queryClient}>
          <Shell
            loadParts={() => loadParts(texts)}
            onReady={() => app.page?.ready()}
            onIdeas={() => void startRest()}
            onTrade={(ticket) => app.page?.emit('TRADE_TICKET_EXECUTE', ticket)}
            onReload={() => location.reload()}
            onRetry={() => app.tryAgain?.()}
          />
        </QueryClientProvider>
      </I18nContext>
    </StateProvider>
  )
  // In slices: messages of the page and responses are handled in between.
  startTransition(() => tree.render(widget))
}
