/** The app around a component under test. Each test file has its own app state and query cache. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { makeQueryClient } from '#app/api/queries.ts'
import { makeState, StateProvider } from '#app/state/app-state.ts'
import { useChoice } from '#app/state/choices/chosen-contract.ts'
import { useHost } from '#app/state/host.ts'
import { useLive } from '#app/state/live.ts'
import { initialView, useView } from '#app/state/view.ts'

export const app = makeState()
export const host = useHost.of(app)
export const live = useLive.of(app)
export const view = useView.of(app)

/** Resets the app to an open session with the initial view, before the feed is connected. */
export function resetApp(): void {
  host.setState({ phase: 'ready' })
  view.setState(initialView, true)
  live.setState(live.getInitialState(), true)
}

/** Connects the feed, which has sent no quote yet. */
export const connectFeed = (): void =>
  live.setState({
    quotes: {},
    options: {},
    market: null,
    connection: 'live',
    lastMessageAt: Date.now(),
    stale: false,
  })

/** A query cache that does not retry failures. */
export function makeClientWithoutRetries(): QueryClient {
  const client = makeQueryClient()
  const { queries } = client.getDefaultOptions()
  client.setDefaultOptions({ queries: { ...queries, retry: false } })
  return client
}

/** Provides the app state and a query cache. Without `client`, each mount creates a query cache. */
export function TestApp({ client, children }: { client?: QueryClient; children: ReactNode }) {
  const [queryClient] = useState(() => {
    // A contract that another test has displayed is not chosen here.
    useChoice.of(app).setState(useChoice.of(app).getInitialState())
    return client ?? makeQueryClient()
  })
  return (
    <StateProvider value={app}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </StateProvider>
  )
}

/** The space of one panel, `width` and `height` in pixels, in a container like the widget's. */
export const PanelFrame = ({
  width,
  height,
  children,
}: {
  width: number
  height?: number
  children: ReactNode
}) => (
  <Suspense>
    <div style={{ container: 'widget / inline-size' }}>
      <div style={{ inlineSize: width, blockSize: height, display: 'grid' }}>{children}</div>
    </div>
  </Suspense>
)
