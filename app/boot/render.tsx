/** Renders the app's components with their context providers, and starts the background services after the ideas. */
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
import { loadBackground, loadParts } from './loading/load-code.ts'

/** @param addStop registers a function that is called when the app stops */
export function render(app: App, root: Root, addStop: (stop: Stop) => void): void {
  const { queryClient, state, texts } = app
  /** Called once the first ideas are on screen, or if none are being loaded. */
  const startBackgroundWithRetry = async (attempt = 0): Promise<void> => {
    try {
      const { startBackground } = await loadBackground()
      if (!app.ended) addStop(startBackground(app))
    } catch {
      // Recovery from failures is part of the background code, so its loading is retried until it succeeds.
      useLive.of(state).setState({ connection: 'offline', stale: true })
      await pause(longBackOff(attempt), (wake) => addStop(wake))
      if (!app.ended) void startBackgroundWithRetry(attempt + 1)
    }
  }
  const widget = (
    <StateProvider value={state}>
      <I18nContext value={texts}>
        <QueryClientProvider client={queryClient}>
          <Shell
            loadParts={() => loadParts(texts)}
            onReady={() => app.page?.ready()}
            onIdeas={() => void startBackgroundWithRetry()}
            onTrade={(ticket) => app.page?.emit('TRADE_TICKET_EXECUTE', ticket)}
            onReload={() => location.reload()}
            onRetry={() => app.retryNow?.()}
          />
        </QueryClientProvider>
      </I18nContext>
    </StateProvider>
  )
  // A transition renders in slices, so that messages from the page and responses are handled in between.
  startTransition(() => root.render(widget))
}
