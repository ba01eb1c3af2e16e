/** Guesses the roles of colours from their names. */

/** @typedef {import('./read-brand.js').BrandColor} BrandColor */

/** Points for words in the name of the brand colour. @type {Record<string, number>} */
const brandWords = {
  brand: 4,
  primary: 4,
  accent: 3,
  main: 2,
  action: 2,
  interactive: 2,
  theme: 1,
  link: 1,
  default: 1,
  500: 1,
  600: 1,
}
/** Words in names of colours that belong to the brand colour but are not it. */
const otherRoles =
  /^(on|foreground|fg|text|content|background|bg|surface|border|outline|ring|hover|active|pressed|focus|disabled|muted|subtle|contrast|secondary|tertiary|inverse|shadow|container)$/
const backgroundWords = /^(background|bg|canvas|page)$/
const surfaceWords = /^(surface|card|panel|paper)$/

/** @param {string} name */
const wordsOf = (name) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

/** @param {BrandColor} color */
const saturation = ({ light }) => Math.max(...light) - Math.min(...light)

/** @param {BrandColor} color */
function brandPoints({ name }) {
  const words = wordsOf(name)
  const points = words.reduce((sum, word) => sum + (brandWords[word] ?? 0), 0)
  return words.some((word) => otherRoles.test(word)) ? points - 20 : points
}

/** Returns the most likely brand colour; with equal points, the most saturated one. @param {readonly BrandColor[]} colors */
export const guessBrand = (colors) =>
  colors.toSorted((a, b) => brandPoints(b) - brandPoints(a) || saturation(b) - saturation(a))[0]

/**
 * Returns the likely backgrounds of the page and of its cards.
 * @param {readonly BrandColor[]} colors
 * @returns {{ canvas?: BrandColor, surface?: BrandColor }}
 */
export function guessBackgrounds(colors) {
  const first = (/** @type {RegExp} */ role) =>
    colors.find(({ name }) => {
      const words = wordsOf(name)
      const isOther = words.some((word) => otherRoles.test(word) && !role.test(word))
      return words.some((word) => role.test(word)) && !isOther && !words.some((word) => word in brandWords)
    })
  const canvas = first(backgroundWords)
  const surface = first(surfaceWords)
  return { ...(canvas && { canvas }), ...(surface && { surface }) }
}
