/** Corner radii, derived from one length of the page. */

/** Pixels; larger radii would cut into text. */
export const largestRadius = 16
const pixelsOf = { px: 1, rem: 16, em: 16 }

/** Parses the radius of controls in pixels, limited to the largest; undefined for other text. `em` is the root's. */
export function readRadius(text: string): number | undefined {
  const [, number = '', unit = 'px'] = /^\+?(\d+\.?\d*|\.\d+)(px|rem|em)?$/i.exec(text.trim()) ?? []
  if (number === '' || (Number(number) !== 0 && !/[a-z]$/i.test(text.trim()))) return undefined
  const pixels = Number(number) * pixelsOf[unit.toLowerCase() as keyof typeof pixelsOf]
  return Math.min(pixels, largestRadius)
}

/** Tokens of tokens.css in pixels: small elements have smaller radii. */
export const radiiOf = (radius: number): Record<string, number> => ({
  'radius-chip': Math.min(radius, (radius * 2) / 3),
  radius,
  'radius-card': (radius * 4) / 3,
  'radius-panel': (radius * 5) / 3,
})
