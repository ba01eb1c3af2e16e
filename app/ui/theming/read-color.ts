/** Parses CSS colours with the browser. */
import { type Rgb, rgbOfHex } from './contrast.ts'

/** Parsed without the browser, which would calculate styles. */
const sixDigits = /^\s*#([\da-f]{6})\s*$/i
/** Values that refer to another colour. */
const isRelative = /^\s*(inherit|initial|unset|revert|revert-layer|currentcolor)\s*$|var\(|env\(/i

/**
 * Reads any opaque CSS colour, including `color(display-p3 …)` and `oklch(…)`; colours beyond sRGB are
 * clipped.
 *
 * @returns undefined for other text and for transparent colours
 */
export function readColor(text: string): Rgb | undefined {
  const digits = sixDigits.exec(text)?.[1]
  if (digits) return rgbOfHex(digits)
  if (isRelative.test(text) || !CSS.supports('color', text)) return undefined
  const probe = document.createElement('i')
  probe.hidden = true
  probe.style.color = text
  // `color-mix` converts every format to sRGB. A browser without it ignores this assignment and keeps the previous one.
  probe.style.color = `color-mix(in srgb, ${text}, ${text})`
  document.documentElement.append(probe)
  const computed = getComputedStyle(probe).color
  probe.remove()
  const [red, green, blue, alpha = 1] = (computed.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(Number)
  if (red === undefined || green === undefined || blue === undefined || alpha < 1) return undefined
  const scale = computed.startsWith('color(') ? 255 : 1
  const part = (value: number) => Math.round(Math.min(1, Math.max(0, (value * scale) / 255)) * 255)
  return [part(red), part(green), part(blue)]
}
