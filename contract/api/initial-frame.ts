/**
 * Options of the first paint in the frame's address. The service that renders the document and the
 * app in it read them with the same code. They contain nothing secret.
 */
import { type Locale, nearestLocale } from '#contract/text/locales.ts'
import {
  densities,
  type Density,
  oneOf,
  type WidgetType,
  widgetTypes,
} from '#contract/bridge/options/options.ts'

/** The required part of `URLSearchParams`. */
type Query = { get: (name: string) => string | null }

/** The options that the layout depends on. */
export type LayoutOptions = { showHeader: boolean; showWhatPanel: boolean }

export type InitialFrame = {
  widgetType: WidgetType
  locale: Locale
  density: Density
  options: LayoutOptions
}

/**
 * Reads the query of the frame's address: `type`, `locale`, `density`, `showHeader`, `showWhatPanel`. Missing
 * and unknown values take their defaults.
 */
export const readInitialFrame = (query: Query): InitialFrame => ({
  widgetType: oneOf(widgetTypes, query.get('type')) ?? 'pro',
  locale: nearestLocale(query.get('locale')),
  density: oneOf(densities, query.get('density')) ?? 'comfortable',
  options: {
    showHeader: query.get('showHeader') !== 'false',
    showWhatPanel: query.get('showWhatPanel') !== 'false',
  },
})

/**
 * Returns the name of the matching skeleton: there is one for each widget, layout and language. The
 * document sets the density.
 */
export const skeletonName = ({ widgetType, locale, options }: Omit<InitialFrame, 'density'>): string =>
  [
    widgetType,
    locale,
    ...(options.showHeader ? [] : ['without-header']),
    // The strategies widget never shows ideas.
    ...(options.showWhatPanel || widgetType === 'proStrategies' ? [] : ['without-what']),
  ].join(' ')

/** HTML of the built skeletons, by `skeletonName`. */
export type Skeletons = Readonly<Record<string, string>>
