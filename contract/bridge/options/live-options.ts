/** The options that SET_THEME changes while the widget is on screen. */
import { readAccentColor } from './accent-color.ts'
import { accepts, optionTable, type WidgetSettings } from './options.ts'

/** Names of the options, for this command and for the packages, which send it when a prop or attribute changes. */
export const liveOptions = ['theme', 'accentColor', 'fontFamily', 'radius', 'density'] as const
export type LiveOption = (typeof liveOptions)[number]

/**
 * Payload of SET_THEME. Each field is an option of `load`; an absent field changes nothing, and `null` sets the option's
 * default.
 */
export type SetTheme = { [N in LiveOption]?: WidgetSettings[N] | null }

/** Returns whether a value that is not null has the form of the option. Only the widget can check colours and fonts. */
export const hasForm = (name: LiveOption, value: unknown): boolean =>
  accepts(name, optionTable[name], value, () => true) &&
  (name !== 'accentColor' || readAccentColor(value) !== undefined)
