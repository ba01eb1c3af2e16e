import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nContext } from '#app/i18n/use-translation.ts'
import { makeState, StateProvider } from '#app/state/app-state.ts'
import { type Host, useHost } from '#app/state/host.ts'

/**
 * Renders components of the app to HTML in the build.
 *
 * @param hostState what differs from the initial state
 * @param identifierPrefix makes the ids differ from those of other markup in the same document
 */
export function renderMarkup(
  content: ReactNode,
  texts: i18n,
  hostState: Partial<Host> = {},
  { queryClient = new QueryClient(), identifierPrefix = '' } = {},
): string {
  const state = makeState()
  const host = useHost.of(state)
  host.setState(hostState)
  // React's server rendering reads a store's initial state.
  host.getInitialState = host.getState
  return renderToStaticMarkup(
    <StateProvider value={state}>
      <I18nContext value={texts}>
        <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>
      </I18nContext>
    </StateProvider>,
    { identifierPrefix },
  )
}
