/** Computes what the widget does with a brand colour in a light and a dark theme. */

/** @typedef {import('./widget-colors.js').ThemeName} ThemeName */
/** @typedef {import('./widget-colors.js').WidgetColors} WidgetColors */

/**
 * A brand colour in one theme. `requested` and `accent` are hex; `isAdjusted`: they differ, because `requestedContrast`
 * is less than 4.5.
 * @typedef {object} Side
 * @property {ThemeName} theme
 * @property {string} requested
 * @property {number} requestedContrast
 * @property {string} accent
 * @property {boolean} isAdjusted
 * @property {(token: string) => string} token colour of the theme with the accent, hex
 * @property {readonly import('./widget-colors.js').CheckedUse[]} uses
 */

/**
 * `accentColor`: value of the option, one colour or `light-dark()` of two.
 * @typedef {{ name: string, light: Side, dark: Side, accentColor: string }} Proof
 */

/**
 * @param {import('./read-brand.js').BrandColor} brand
 * @param {{ light: ThemeName, dark: ThemeName }} themes
 * @param {WidgetColors} widgetColors
 * @returns {Proof}
 */
export function prove(brand, themes, { checkAccent, hexOf }) {
  const side = (/** @type {import('./widget-colors.js').Rgb} */ color, /** @type {ThemeName} */ theme) => {
    const { accent, token, uses } = checkAccent(color, theme)
    return {
      theme,
      requested: hexOf(color),
      requestedContrast: accent.requestedContrast,
      accent: token('accent'),
      isAdjusted: token('accent') !== hexOf(color),
      token,
      uses,
    }
  }
  const light = side(brand.light, themes.light)
  const dark = side(brand.dark ?? brand.light, themes.dark)
  const accentColor =
    light.accent === dark.accent ? light.accent : `light-dark(${light.accent}, ${dark.accent})`
  return { name: brand.name, light, dark, accentColor }
}

/** Formats a contrast ratio, rounded down: a ratio below a minimum is never shown as the minimum. @param {number} ratio */
export const formatRatio = (ratio) => `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`

/** Uses whose contrast is too low, of both sides. @param {Proof} proof */
export const failuresOf = ({ light, dark }) =>
  [...light.uses, ...dark.uses].filter(({ ratio, minimum }) => ratio < minimum)

/** A sentence with the result. @param {Proof} proof */
export function verdictOf(proof) {
  const { light, dark } = proof
  const failed = failuresOf(proof).length
  const total = light.uses.length + dark.uses.length
  const adjusted = [light, dark].filter(({ isAdjusted }) => isAdjusted)
  const result = failed ? `${failed} of ${total} contrasts fail` : `All ${total} contrasts pass`
  if (adjusted.length === 0) return `${result}, with your colour unchanged.`
  const sides = adjusted.length === 2 ? 'both themes' : `the ${light.isAdjusted ? 'light' : 'dark'} theme`
  return `${result}. Your colour is adjusted in ${sides}.`
}
