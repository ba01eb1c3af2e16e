/**
 * All sentences of the service in English: code → template. Rules and income trades have separate
 * files. The service renders the English texts of its responses with these templates
 * (`renderEnglish`). It also sends code and values (`Message`), so that translations contain
 * templates, never numbers.
 *
 * Templates are i18next's: `{{name}}` is a text, `{{name, format}}` a value in one of the formats
 * below, and a code with a count has the plural forms `code_one` and `code_other`, selected by the
 * value `count`. Codes contain dots, so i18next needs `keySeparator: false`. Directions are
 * separate codes, not values, so that translators see complete sentences.
 *
 * Formats: `price` dollars, $1,234.56; `percent` decimal, 74%; `percent1` decimal, 9.4%; `percent2`
 * decimal, 1.21%; `probability` decimal, never certain, <1%, 68%, >99%; `number` decimal; `count`
 * integer, 1,234; `day` ISO date.
 *
 * An annualised return is followed by `{{mark}}`. If a sentence also works without it, it is
 * enclosed in `[[` and `]]`; annualized.ts handles both.
 */
import { englishNumber } from './english-numbers.ts'
import type { Message } from '#contract/responses/lists/ideas.ts'
import { incomeMessages } from './income-messages.ts'
import { messageFormats, type MessageFormat } from './message-formats.ts'
import { ruleMessages } from './rule-messages.ts'

export const messages = {
  ...ruleMessages,
  // Liquidity of a symbol's options.
  'liquidity.1': 'Very Liquid',
  'liquidity.2': 'Somewhat Liquid',
  'liquidity.3': 'Not Liquid',

  // Relation of an idea to the market's trend.
  'tone.bullish-with':
    'The market ({{benchmark}}) is in a bullish six-month trend: this bullish idea goes with it.',
  'tone.bearish-with':
    'The market ({{benchmark}}) is in a bearish six-month trend: this bearish idea goes with it.',
  'tone.bullish-against':
    'The market ({{benchmark}}) is in a bearish six-month trend: this bullish idea goes against it, so its signals count for less.',
  'tone.bearish-against':
    'The market ({{benchmark}}) is in a bullish six-month trend: this bearish idea goes against it, so its signals count for less.',

  // Summary of Why.
  'why.bullish.both-levels':
    '{{company}} ({{symbol}}) is in a bullish trend with a technical rank of {{rank, count}} out of 10. At {{price, price}}, the nearest support is {{support, price}} and the nearest resistance {{resistance, price}}.',
  'why.bullish.support-only':
    '{{company}} ({{symbol}}) is in a bullish trend with a technical rank of {{rank, count}} out of 10. At {{price, price}}, the nearest support is {{support, price}} and there is no nearby resistance above it.',
  'why.bullish.resistance-only':
    '{{company}} ({{symbol}}) is in a bullish trend with a technical rank of {{rank, count}} out of 10. At {{price, price}}, the nearest resistance is {{resistance, price}} and there is no nearby support below it.',
  'why.bullish.no-levels':
    '{{company}} ({{symbol}}) is in a bullish trend with a technical rank of {{rank, count}} out of 10, at {{price, price}}.',
  'why.bearish.both-levels':
    '{{company}} ({{symbol}}) is in a bearish trend with a technical rank of {{rank, count}} out of 10. At {{price, price}}, the nearest resistance is {{resistance, price}} and the nearest support {{support, price}}.',
  'why.bearish.support-only':
    '{{company}} ({{symbol}}) is in a bearish trend with a technical rank of {{rank, count}} out of 10. At {{price, price}}, the nearest support is {{support, price}} and there is no nearby resistance above it.',
  'why.bearish.resistance-only':
    '{{company}} ({{symbol}}) is in a bearish trend with a technical rank of {{rank, count}} out of 10. At {{price, price}}, the nearest resistance is {{resistance, price}} and there is no nearby support below it.',
  'why.bearish.no-levels':
    '{{company}} ({{symbol}}) is in a bearish trend with a technical rank of {{rank, count}} out of 10, at {{price, price}}.',
  'why.neutral.both-levels':
    '{{company}} ({{symbol}}) shows no clear trend and has a technical rank of {{rank, count}} out of 10. At {{price, price}}, it trades between support at {{support, price}} and resistance at {{resistance, price}}.',
  'why.neutral.support-only':
    '{{company}} ({{symbol}}) shows no clear trend and has a technical rank of {{rank, count}} out of 10. At {{price, price}}, the nearest support is {{support, price}} and there is no nearby resistance above it.',
  'why.neutral.resistance-only':
    '{{company}} ({{symbol}}) shows no clear trend and has a technical rank of {{rank, count}} out of 10. At {{price, price}}, the nearest resistance is {{resistance, price}} and there is no nearby support below it.',
  'why.neutral.no-levels':
    '{{company}} ({{symbol}}) shows no clear trend and has a technical rank of {{rank, count}} out of 10, at {{price, price}}.',

  // The same for an unranked symbol.
  'why.bullish.both-levels.unranked':
    '{{company}} ({{symbol}}) is in a bullish trend. At {{price, price}}, the nearest support is {{support, price}} and the nearest resistance {{resistance, price}}.',
  'why.bullish.support-only.unranked':
    '{{company}} ({{symbol}}) is in a bullish trend. At {{price, price}}, the nearest support is {{support, price}} and there is no nearby resistance above it.',
  'why.bullish.resistance-only.unranked':
    '{{company}} ({{symbol}}) is in a bullish trend. At {{price, price}}, the nearest resistance is {{resistance, price}} and there is no nearby support below it.',
  'why.bullish.no-levels.unranked': '{{company}} ({{symbol}}) is in a bullish trend, at {{price, price}}.',
  'why.bearish.both-levels.unranked':
    '{{company}} ({{symbol}}) is in a bearish trend. At {{price, price}}, the nearest resistance is {{resistance, price}} and the nearest support {{support, price}}.',
  'why.bearish.support-only.unranked':
    '{{company}} ({{symbol}}) is in a bearish trend. At {{price, price}}, the nearest support is {{support, price}} and there is no nearby resistance above it.',
  'why.bearish.resistance-only.unranked':
    '{{company}} ({{symbol}}) is in a bearish trend. At {{price, price}}, the nearest resistance is {{resistance, price}} and there is no nearby support below it.',
  'why.bearish.no-levels.unranked': '{{company}} ({{symbol}}) is in a bearish trend, at {{price, price}}.',
  'why.neutral.both-levels.unranked':
    '{{company}} ({{symbol}}) shows no clear trend. At {{price, price}}, it trades between support at {{support, price}} and resistance at {{resistance, price}}.',
  'why.neutral.support-only.unranked':
    '{{company}} ({{symbol}}) shows no clear trend. At {{price, price}}, the nearest support is {{support, price}} and there is no nearby resistance above it.',
  'why.neutral.resistance-only.unranked':
    '{{company}} ({{symbol}}) shows no clear trend. At {{price, price}}, the nearest resistance is {{resistance, price}} and there is no nearby support below it.',
  'why.neutral.no-levels.unranked': '{{company}} ({{symbol}}) shows no clear trend, at {{price, price}}.',

  ...incomeMessages,
} as const

type Template = keyof typeof messages
/** A message's code: its template's key without the plural form. */
export type MessageCode = Template extends infer K
  ? K extends `${infer Base}_${'one' | 'other'}`
    ? Base
    : K
  : never

type TemplateOf<C extends MessageCode> = C extends Template
  ? (typeof messages)[C]
  : `${C}_other` extends Template
    ? (typeof messages)[`${C}_other`]
    : never
type Placeholders<T extends string> = T extends `${string}{{${infer Inside}}}${infer Rest}`
  ? Inside | Placeholders<Rest>
  : never
type NameOf<P extends string> = P extends `${infer Name}, ${string}` ? Name : P
type ValueOf<P extends string> = P extends `${string}, day`
  ? string
  : P extends `${string}, ${string}`
    ? number
    : string
/** The values that a template names: unformatted numbers, and days as `YYYY-MM-DD`. */
export type MessageParams<C extends MessageCode> = {
  [P in Placeholders<TemplateOf<C>> as NameOf<P>]: ValueOf<P>
}

/**
 * Creates a message. The compiler checks that the values are exactly those that the template names.
 */
export const message = <C extends MessageCode>(code: C, params: MessageParams<C>): Message => ({
  code,
  params,
})

const dollars = englishNumber({ style: 'currency', minDecimals: 2, maxDecimals: 2 })
const percent = englishNumber({ style: 'percent', minDecimals: 0, maxDecimals: 0 })
const percent1 = englishNumber({ style: 'percent', minDecimals: 1, maxDecimals: 1 })
const percent2 = englishNumber({ style: 'percent', minDecimals: 2, maxDecimals: 2 })
const number = englishNumber({ style: 'decimal', minDecimals: 0, maxDecimals: 2 })
const count = englishNumber({ style: 'decimal', minDecimals: 0, maxDecimals: 0 })
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** Formats a day like Intl in English, but faster, because a day needs no time zone. */
const dayText = (day: string): string =>
  `${months[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8, 10))}, ${day.slice(0, 4)}`
const plural = new Intl.PluralRules('en-US')

const formatters: Record<MessageFormat, (value: string | number) => string> = {
  price: (value) => dollars(Number(value)),
  percent: (value) => percent(Number(value)),
  percent1: (value) => percent1(Number(value)),
  percent2: (value) => percent2(Number(value)),
  probability: (value) => {
    const probability = Number(value)
    return probability < 0.01
      ? `<${percent(0.01)}`
      : probability > 0.99
        ? `>${percent(0.99)}`
        : percent(probability)
  },
  number: (value) => number(Number(value)),
  count: (value) => count(Number(value)),
  day: (value) => dayText(String(value)),
}

const templates: Readonly<Record<string, string>> = messages
const isFormat = (name: string): name is MessageFormat => (messageFormats as readonly string[]).includes(name)

/**
 * Returns the English text of a message. A message that is unknown to an older client of a newer
 * service is rendered as its code, which can be looked up.
 */
export const renderEnglish = ({ code, params }: Message): string => textOf(partsFor({ code, params }), params)

/**
 * Renders messages that differ only in the values named in `variableNames`: the common part is
 * rendered once. `variableNames` must not contain `count`, which selects the plural form.
 */
export const renderEnglishWith = (
  { code, params }: Message,
  variableNames: ReadonlySet<string>,
): ((values: Message['params']) => string) => {
  const parts: (string | Placeholder)[] = []
  for (const part of partsFor({ code, params })) {
    const text =
      typeof part === 'string' || !variableNames.has(part.name) ? textOf([part], params) : undefined
    if (text === undefined) parts.push(part)
    else if (typeof parts.at(-1) === 'string') parts.push(`${parts.pop() as string}${text}`)
    else parts.push(text)
  }
  return (values) => textOf(parts, values)
}

const partsFor = ({ code, params }: Message): readonly (string | Placeholder)[] => {
  const form = typeof params['count'] === 'number' ? `${code}_${plural.select(params['count'])}` : code
  const template = templates[form] ?? templates[code]
  return template === undefined ? [code] : partsOf(template)
}

const textOf = (parts: readonly (string | Placeholder)[], params: Message['params']): string => {
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part
      continue
    }
    const value = params[part.name]
    text += value === undefined ? part.source : part.format ? formatters[part.format](value) : String(value)
  }
  return text
}

/** A placeholder of a template. */
type Placeholder = {
  readonly source: string
  readonly name: string
  readonly format: MessageFormat | undefined
}

/** Cache of parsed templates: there are a few hundred, and each response renders some. */
const parsedTemplates = new Map<string, readonly (string | Placeholder)[]>()

const partsOf = (template: string): readonly (string | Placeholder)[] => {
  let parts = parsedTemplates.get(template)
  if (!parts) {
    // Removes only the marks: the English text of a response includes the optional annualised return.
    parts = template
      .replaceAll(/\[\[|\]\]/g, '')
      .split(/(\{\{\w+(?:, \w+)?\}\})/)
      .map((part) => {
        const [source, name, format] = /^\{\{(\w+)(?:, (\w+))?\}\}$/.exec(part) ?? []
        if (source === undefined || name === undefined) return part
        return { source, name, format: format !== undefined && isFormat(format) ? format : undefined }
      })
    parsedTemplates.set(template, parts)
  }
  return parts
}
