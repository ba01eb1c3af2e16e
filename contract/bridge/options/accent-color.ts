/** The option `accentColor`: one colour, or one for light and one for dark themes. */

export type AccentColors = { light: string; dark: string }

/** The form of two colours in texts, such as attributes, as in CSS: `light-dark(#0b5fb3, #7ab8ff)`. */
const lightDark = /^\s*light-dark\((.+)\)\s*$/i

/**
 * Parses the option to the colours of light and dark themes, which are the same for a single colour. Undefined for values
 * of another form. Whether the texts are colours is checked by the widget (app/ui/theming/read-color.ts).
 */
export function readAccentColor(value: unknown): AccentColors | undefined {
  const { light, dark, ...others } = Object(typeof value === 'string' ? readText(value) : value) as Readonly<
    Record<string, unknown>
  >
  const isValid = isColorText(light) && isColorText(dark) && !Object.keys(others).length
  return isValid ? { light, dark } : undefined
}

function readText(text: string): object {
  const pair = lightDark.exec(text)?.[1]
  const [light, dark, ...others] = pair === undefined ? [text, text] : splitArguments(pair)
  return others.length ? {} : { light, dark }
}

const isColorText = (text: unknown): text is string =>
  typeof text === 'string' && /\S/.test(text) && !/light-dark\(/i.test(text)

/** Splits at the commas that are not in parentheses. */
function splitArguments(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const char of text) {
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (char === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim())
}
