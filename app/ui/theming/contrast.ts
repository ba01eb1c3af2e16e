/** Colours as numbers, and the contrast between them (WCAG 2.2, relative luminance and contrast ratio). */

/** Red, green and blue of sRGB, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** The contrast ratio that text needs: WCAG 2.2 AA, 1.4.3. */
export const textContrast = 4.5

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio, from 1 (none) to 21 (black on white). */
export function contrast(first: Rgb, second: Rgb): number {
  const [a, b] = [luminance(first), luminance(second)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The lowest contrast of a colour with any of several. */
export const leastContrast = (color: Rgb, colors: readonly Rgb[]): number =>
  Math.min(...colors.map((background) => contrast(color, background)))

/** Mixes a share (0 to 1) of another colour into a colour. Components are rounded to integers. */
export const mix = (base: Rgb, other: Rgb, share: number): Rgb => {
  const part = (index: 0 | 1 | 2) => Math.round(base[index] + (other[index] - base[index]) * share)
  return [part(0), part(1), part(2)]
}

export const hexOf = (color: Rgb): string =>
  `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`

/** Returns the colour of six hexadecimal digits, without `#`. */
export const rgbOfHex = (digits: string): Rgb => {
  const part = (index: number) => Number.parseInt(digits.slice(index, index + 2), 16)
  return [part(0), part(2), part(4)]
}
