/**
 * Parses messages of the embedding page through the port, or of a native app as JSON
 * (contract/bridge/bridge.ts defines them). Messages are parsed only here; the rest of the app
 * trusts their types. Separate from contract/bridge/bridge.ts, which the frame's bootstrap script
 * includes.
 */
import type { Command, ToFrame } from './bridge.ts'
import { readHoldings } from './holdings.ts'
import { sentiments } from '#contract/responses/lists/ideas.ts'
import { oneOf, optionTable, type PageOptions, themes, widgetTypes } from './options/options.ts'
import { canonicalSymbol, symbolPattern } from '#contract/responses/symbols.ts'

type Fields = Readonly<Record<string, unknown>>
/** The fields of an object; empty for other values. */
const fieldsOf = (value: unknown): Fields => Object(value) as Fields
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Parses a symbol from outside to its canonical form; undefined if it is not a ticker. */
export function readSymbol(value: unknown): string | undefined {
  const symbol = canonicalSymbol(textOf(value))
  return symbolPattern.test(symbol) ? symbol : undefined
}

/** Parses a direction from outside; undefined for other values. */
export const readSentiment = (value: unknown) => oneOf(sentiments, value)

/**
 * Parses a message; undefined if it is unknown or malformed.
 *
 * A `start` is always valid: its `options` are passed through for `readOptions`, which can explain
 * mistakes. Other invalid fields count as absent: an invalid `sentiment` is undefined, an invalid
 * token or reason is an empty text. Fields of SET_THEME other than the theme are parsed when they are shown, and TICKET_RECEIVED
 * (ticket-response.ts) when the panels are loaded. A `listener` is not accepted here: listeners and mistakes in
 * commands are handled later (message-problems.ts).
 */
export function readToFrame(data: unknown): ToFrame | undefined {
  const fields = fieldsOf(data)
  const { type } = fields
  if (type === 'start') {
    return {
      type,
      widgetType: oneOf(widgetTypes, fields['widgetType']) ?? 'pro',
      options: fieldsOf(fields['options']) as PageOptions,
      canRenew: fields['canRenew'] === true,
      loader: textOf(fields['loader']),
    }
  }
  if (type === 'command') return readCommand(fields['name'], fieldsOf(fields['payload']))
  if (type === 'token')
    return { type, authToken: textOf(fields['authToken']), reason: textOf(fields['reason']) }
  return type === 'destroy' || type === 'ping' ? { type } : undefined
}

function readCommand(name: unknown, payload: Fields): Command | undefined {
  if (name === 'SET_SYMBOL') {
    const symbol = readSymbol(payload['symbol'])
    if (symbol)
      return { type: 'command', name, payload: { symbol, sentiment: readSentiment(payload['sentiment']) } }
  } else if (name === 'SET_THEME') {
    const { theme, ...looks } = payload
    const knownTheme = theme === null ? optionTable.theme.default : oneOf(themes, theme)
    return { type: 'command', name, payload: knownTheme ? { ...looks, theme: knownTheme } : looks }
  } else if (name === 'SET_LOCALE') {
    const locale = textOf(payload['locale'])
    if (locale) return { type: 'command', name, payload: { locale } }
  } else if (name === 'SET_HOLDINGS') {
    const holdings = payload['holdings'] === null ? null : readHoldings(payload['holdings'])
    if (holdings !== undefined) return { type: 'command', name, payload: { holdings } }
  }
  return undefined
}
