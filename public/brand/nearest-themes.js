/** Finds the themes of the widget that are nearest to the backgrounds of a page. */

/** @typedef {import('./widget-colors.js').Rgb} Rgb */
/** @typedef {import('./widget-colors.js').ThemeName} ThemeName */
/** @typedef {import('./read-brand.js').BrandColor} BrandColor */

/** Themes by side; the first one is the default. @type {{ light: readonly ThemeName[], dark: readonly ThemeName[] }} */
const themesBySide = { light: ['light', 'three-panel-light'], dark: ['dark', 'three-panel-dark'] }

/** The OKLab lightness at which white and black have the same contrast. */
const middleLightness = 0.57

/** Converts a colour to OKLab, in which distances correspond to visible differences. @param {Rgb} color */
function oklab(color) {
  const [r = 0, g = 0, b = 0] = color.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return /** @type {const} */ ([
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ])
}

/** @param {Rgb} first @param {Rgb} second */
function distance(first, second) {
  const [a, b] = [oklab(first), oklab(second)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

/**
 * Returns the nearest theme of each side, and the sides of the page's own backgrounds. Without backgrounds of a side,
 * its theme is the default.
 * @param {{ canvas?: BrandColor, surface?: BrandColor }} backgrounds
 * @param {(theme: ThemeName, token: string) => Rgb} themeColor
 * @returns {{ light: ThemeName, dark: ThemeName, sides: ('light' | 'dark')[] }}
 */
export function nearestThemes(backgrounds, themeColor) {
  const colors = Object.entries(backgrounds).flatMap(([token, { light, dark }]) =>
    [light, ...(dark ? [dark] : [])].map((color) => ({
      token,
      color,
      side: oklab(color)[0] > middleLightness ? 'light' : 'dark',
    })),
  )
  const nearest = (/** @type {'light' | 'dark'} */ side) => {
    const ownColors = colors.filter((entry) => entry.side === side)
    const total = (/** @type {ThemeName} */ theme) =>
      ownColors.reduce((sum, { token, color }) => sum + distance(color, themeColor(theme, token)), 0)
    return themesBySide[side].toSorted((a, b) => total(a) - total(b))[0] ?? side
  }
  return {
    light: nearest('light'),
    dark: nearest('dark'),
    sides: /** @type {const} */ (['light', 'dark']).filter((side) =>
      colors.some((entry) => entry.side === side),
    ),
  }
}
