/** The widget's own code for colours, which the service builds for this page (app/ui/theming/widget-colors.ts). */

/**
 * Red, green and blue, 0 to 255 each.
 * @typedef {readonly [red: number, green: number, blue: number]} Rgb
 * @typedef {'light' | 'dark' | 'three-panel-light' | 'three-panel-dark'} ThemeName
 */

/**
 * The contrast of one use of colours, at its worst pair. Colours are hex.
 * @typedef {{ use: string, minimum: number, ratio: number, foreground: string, background: string }} CheckedUse
 */

/**
 * An accent in one theme. `requestedContrast`: contrast of the page's colour; below 4.5 the widget adjusts it. `token`
 * returns a colour of the theme with the accent, by name, hex.
 * @typedef {{ accent: { requestedContrast: number }, token: (name: string) => string, uses: readonly CheckedUse[] }} CheckedAccent
 */

/**
 * `readColor` returns undefined for anything but an opaque CSS colour. `tokensOf` returns a function that reads a
 * theme's colours by name, hex.
 * @typedef {object} WidgetColors
 * @property {(text: string) => Rgb | undefined} readColor
 * @property {(color: Rgb) => string} hexOf
 * @property {(theme: ThemeName) => (name: string) => string} tokensOf
 * @property {(color: Rgb, theme: ThemeName) => CheckedAccent} checkAccent
 */

/** @param {string} service origin of the service @returns {Promise<WidgetColors>} */
export const loadWidgetColors = (service) => import(`${service}/docs/playground/widget-colors.js`)
