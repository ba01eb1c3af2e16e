/**
 * Reads what the embedding page says through the port, or an app as JSON (contract/bridge/bridge.ts has the messages). Whatever
 * arrives is read here once; inside, its type is trusted. Apart from contract/bridge/bridge.ts, which the frame's first script
 * ships and which needs none of this.
 */
import type { Command, ToFrame } from './bridge.ts'
import { readHoldings } from './holdings.ts'
import { sentiments } from '../responses/ideas.ts'
import { oneOf, type PageOptions, themes, widgetTypes } from './options.ts'
import { readTicketReceived } from './ticket-answer.ts'
import { canonicalSymbol, symbolPattern } from '../responses/symbols.ts'

type Fields = Readonly<Record<string, unknown>>
/** The fields of an object; of anything else, none. */
const fieldsOf = (value: unknown): Fields => Object(value) as Fields
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A symbol that came from outside, as it is written; undefined where it is no ticker. */
export function readSymbol(value: unknown): string | undefined {
  const symbol = canonicalSymbol(textOf(value))
  return symbolPattern.test(symbol) ? symbol : undefined
}

/** A direction that came from outside; undefined where it is none. */
export const readSentiment = (value: unknown) => oneOf(sentiments, value)

/**
 * The message, its fields of the types they should have; undefined where it is none of ours or makes no sense.
 *
 * A `start` is always one: its `options` are as the page gave them and read by `readOptions`, which can say what is wrong
 * with them. What else is wrong in it, and a `sentiment`, a token or a reason that is none, counts as left out: text is
 * blank then. A `listener` is none here: what listens, and what is wrong with a command, is read later
 * (message-problems.ts).
 */
export function readToFrame(data: unknown): ToFrame | undefined {
  const said = fieldsOf(data)
  const { type } = said
  if (type === 'start') {
    return {
      type,
      widgetType: oneOf(widgetTypes, said['widgetType']) ?? 'pro',
      options: fieldsOf(said['options']) as PageOptions,
      canRenew: said['canRenew'] === true,
      loader: textOf(said['loader']),
    }
  }
  if (type === 'command') return readCommand(said['name'], fieldsOf(said['payload']))
  if (type === 'token') return { type, authToken: textOf(said['authToken']), reason: textOf(said['reason']) }
  return type === 'destroy' || type === 'ping' ? { type } : undefined
}

function readCommand(name: unknown, payload: Fields): Command | undefined {
  if (name === 'SET_SYMBOL') {
    const symbol = readSymbol(payload['symbol'])
    if (symbol)
      return { type: 'command', name, payload: { symbol, sentiment: readSentiment(payload['sentiment']) } }
  } else if (name === 'SET_THEME') {
    const theme = oneOf(themes, payload['theme'])
    if (theme) return { type: 'command', name, payload: { theme } }
  } else if (name === 'SET_LOCALE') {
    const locale = textOf(payload['locale'])
    if (locale) return { type: 'command', name, payload: { locale } }
  } else if (name === 'TICKET_RECEIVED') {
    const answer = readTicketReceived(payload)
    if (answer) return { type: 'command', name, payload: answer }
  } else if (name === 'SET_HOLDINGS') {
    const holdings = readHoldings(payload['holdings'])
    if (holdings) return { type: 'command', name, payload: { holdings } }
  }
  return undefined
}
