/** Corner radii, derived from one length of the page. */

/** Maximum radius of controls, pixels: larger radii would cut into text. */
export const largestRadius = 16
const pixelsPerUnit = { px: 1, rem: 16, em: 16 }

/**
 * Parses the radius of controls to pixels, clamped to the maximum; undefined for other text. `em`
 * counts as `rem`.
 */
export function readRadius(text: string): number | undefined {
  const [, number = '', unit = 'px'] = /^\+?(\d+\.?\d*|\.\d+)(px|rem|em)?$/i.exec(text.trim()) ?? []
  if (number === '' || (Number(number) !== 0 && !/[a-z]$/i.test(text.trim()))) return undefined
  const pixels = Number(number) * pixelsPerUnit[unit.toLowerCase() as keyof typeof pixelsPerUnit]
  return Math.min(pixels, largestRadius)
}

/** Returns the radius tokens of tokens.css in pixels: small elements have smaller radii. */
export const radiiOf = (radius: number): Record<string, number> => ({
  'radius-chip': Math.min(radius, (radius * 2) / 3),
  radius,
  'radius-card': (radius * 4) / 3,
  'radius-panel': (radius * 5) / 3,
})
