/**
 * Formats numbers like `Intl.NumberFormat('en-US')`, several times as fast: a response contains hundreds.
 * Values that it cannot format identically (very large, very small, NaN) are passed to Intl.
 */

/** How a number is written. */
export type EnglishNumber = {
  /** `currency` is dollars, `percent` a decimal times a hundred. */
  readonly style: 'decimal' | 'currency' | 'percent'
  /** Digits after the point: so many are always written, and no more than so many. */
  readonly least: number
  readonly most: number
}

/** Half is rounded away from zero, of the shortest decimals that are the number: 1.005 is 1.01. A minus is a true one, as in print. */
export function englishNumber({ style, least, most }: EnglishNumber): (value: number) => string {
  const intl = byIntl({ style, least, most })
  const [shift, before, after] = [
    style === 'percent' ? 2 : 0,
    style === 'currency' ? '$' : '',
    style === 'percent' ? '%' : '',
  ]
  const scale = 10 ** (most + shift)
  return (value) => {
    const size = Math.abs(value)
    // Beyond these JavaScript writes an exponent, or adding one to the last digit is not exact.
    if (!(size < 1e10 && (size >= 1e-6 || size === 0))) return intl(value)
    const scaled = Math.round(size * scale)
    const text =
      scaled / scale === size
        ? ofInteger(scaled, least, most)
        : ofDecimals(String(size), { shift, least, most })
    // Nothing rounds to a negative zero.
    const minus = value < 0 && /[1-9]/.test(text) ? '\u2212' : ''
    return minus + before + text + after
  }
}

function byIntl({ style, least, most }: EnglishNumber): (value: number) => string {
  const format = new Intl.NumberFormat('en-US', {
    style,
    ...(style === 'currency' && { currency: 'USD' }),
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    signDisplay: 'negative',
  })
  // Intl writes a hyphen.
  return (value) => format.format(value).replace('-', '\u2212')
}

type Digits = { readonly shift: number; readonly least: number; readonly most: number }

/** Of a number that has no more decimals than are written, so that nothing is rounded: its digits without the point. */
function ofInteger(scaled: number, least: number, most: number): string {
  if (most === 0) return grouped(String(scaled))
  const digits = String(scaled).padStart(most + 1, '0')
  const point = digits.length - most
  return joined(digits.slice(0, point), digits.slice(point), least)
}

/** Of any other, by its shortest decimals, with a point. */
function ofDecimals(text: string, { shift, least, most }: Digits): string {
  const point = text.indexOf('.')
  const digits = text.slice(0, point) + text.slice(point + 1).padEnd(shift + most, '0')
  const end = point + shift + most
  const rounded = Number(digits.slice(0, end)) + (digits.charCodeAt(end) >= 53 ? 1 : 0)
  return ofInteger(rounded, least, most)
}

function joined(whole: string, part: string, least: number): string {
  let end = part.length
  while (end > least && part.charCodeAt(end - 1) === 48) end--
  return end === 0 ? grouped(whole) : `${grouped(whole)}.${part.slice(0, end)}`
}

function grouped(digits: string): string {
  if (digits.length <= 3) return digits
  const first = digits.length % 3
  let text = digits.slice(0, first)
  for (let at = first; at < digits.length; at += 3)
    text += (text === '' ? '' : ',') + digits.slice(at, at + 3)
  return text
}
