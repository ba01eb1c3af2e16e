/**
 * The app's first picture as HTML, for the document that stands there before any script: rendered by the same components
 * while the widget is built (vite.config.ts), so that the app takes over without anything moving.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nContext } from '#app/i18n/use-translation.ts'
import { type FirstPicture, skeletonName, type Skeletons } from '#contract/api/initial-frame.ts'
import { locales } from '#contract/text/locales.ts'
import { widgetTypes } from '#contract/bridge/options.ts'
import { startI18n } from '#app/i18n/i18n.ts'
import { type Parts, Shell } from '#app/shell/shell.tsx'
import { makeState, StateProvider } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'

type Picture = Omit<FirstPicture, 'density'>

const nothing = () => null
/** Not asked for before the first ideas. */
const noParts = () => Promise.reject<Parts>(new Error('a skeleton has none'))

/** Every skeleton there is. */
export async function renderSkeletons(): Promise<Skeletons> {
  const skeletons: Record<string, string> = {}
  for (const locale of locales) {
    const texts = await startI18n(locale)
    for (const picture of picturesIn(locale))
      skeletons[skeletonName(picture)] = renderSkeleton(picture, texts)
  }
  return skeletons
}

/** Widgets and layouts; those that look alike have one name. */
const picturesIn = (locale: Picture['locale']): Picture[] =>
  widgetTypes.flatMap((widgetType) =>
    [true, false].flatMap((showHeader) =>
      [true, false].map((showWhatPanel) => ({ widgetType, locale, options: { showHeader, showWhatPanel } })),
    ),
  )

function renderSkeleton(picture: Picture, texts: i18n): string {
  const state = makeState()
  const host = useHost.of(state)
  host.setState({ ...picture, phase: 'connecting' })
  // React's server asks a store for what it began with.
  host.getInitialState = host.getState
  return renderToStaticMarkup(
    <StateProvider value={state}>
      <I18nContext value={texts}>
        <QueryClientProvider client={new QueryClient()}>
          <Shell
            loadParts={noParts}
            onReady={nothing}
            onIdeas={nothing}
            onTrade={nothing}
            onReload={nothing}
            onRetry={nothing}
          />
        </QueryClientProvider>
      </I18nContext>
    </StateProvider>,
  )
}
