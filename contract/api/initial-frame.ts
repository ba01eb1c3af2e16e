/**
 * Options of the first paint in the frame's address, read the same way by the service that writes the
 * document and by the app in it. Contains nothing secret.
 */
import { type Locale, nearestLocale } from '#contract/text/locales.ts'
import { densities, type Density, oneOf, type WidgetType, widgetTypes } from '#contract/bridge/options.ts'

/** A `URLSearchParams`, as far as it is needed here. */
type Query = { get: (name: string) => string | null }

/** The options that the layout depends on. */
export type LayoutOptions = { showHeader: boolean; showWhatPanel: boolean }

export type FirstPicture = {
  widgetType: WidgetType
  locale: Locale
  density: Density
  options: LayoutOptions
}

/**
 * Reads the query of the frame's address: `type`, `locale`, `density`, `showHeader`, `showWhatPanel`. Missing
 * and unknown values take their defaults.
 */
export const readFirstPicture = (query: Query): FirstPicture => ({
  widgetType: oneOf(widgetTypes, query.get('type')) ?? 'pro',
  locale: nearestLocale(query.get('locale')),
  density: oneOf(densities, query.get('density')) ?? 'comfortable',
  options: {
    showHeader: query.get('showHeader') !== 'false',
    showWhatPanel: query.get('showWhatPanel') !== 'false',
  },
})

/** Name of the skeleton that shows it: one for each widget, layout and language. The density is the document's. */
export const skeletonName = ({ widgetType, locale, options }: Omit<FirstPicture, 'density'>): string =>
  [
    widgetType,
    locale,
    ...(options.showHeader ? [] : ['without-header']),
    // The strategies widget has no ideas to leave out.
    ...(options.showWhatPanel || widgetType === 'proStrategies' ? [] : ['without-what']),
  ].join(' ')

/** The skeletons as they were built: their HTML by `skeletonName`. */
export type Skeletons = Readonly<Record<string, string>>
