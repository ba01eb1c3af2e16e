/** Explains mistakes in the page's commands and listeners. Loaded only after a mistake. */
import type { LoaderErrorCode, WidgetCommand } from './bridge.ts'
import { readSentiment, readSymbol } from './bridge-messages.ts'
import { alternatives } from './error-sentences.ts'
import { explainHoldings } from './holdings-problems.ts'
import { readHoldings } from './holdings.ts'
import { hasForm, type LiveOption, liveOptions } from './options/live-options.ts'
import { sentiments } from '#contract/responses/lists/ideas.ts'
import { didYouMean, nearestName } from './nearest-name.ts'
import { explainOptions } from './options/option-problems.ts'
import { oneOf } from './options/options.ts'
import { widgetEvents } from './widget-events.ts'

export type MessageProblem = { code: LoaderErrorCode; sentence: string }

type Payload = Readonly<Record<string, unknown>>
/** Returns whether the widget can show a value that is not null. By default only its form is checked. */
type SupportsLook = (name: LiveOption, value: unknown) => boolean

/** For each command a sample payload, and a check that explains a mistake (undefined if the payload is valid). */
const commands: Record<
  WidgetCommand,
  { sample: string; explainPayload: (payload: Payload, supports?: SupportsLook) => string | undefined }
> = {
  SET_SYMBOL: {
    sample: "{ symbol: 'AAPL', sentiment: 'Bullish' }",
    explainPayload({ symbol, sentiment }) {
      if (!readSymbol(symbol)) return 'symbol must be a ticker such as AAPL or BRK.B'
      return sentiment === undefined || sentiment === null || readSentiment(sentiment)
        ? undefined
        : `sentiment must be ${alternatives(sentiments)}${didYouMean(sentiment, sentiments)}`
    },
  },
  SET_THEME: {
    sample: "{ theme: 'dark' }",
    explainPayload: explainSetTheme,
  },
  SET_LOCALE: {
    sample: "{ locale: 'fr' }",
    explainPayload: ({ locale }) =>
      typeof locale === 'string' && locale ? undefined : 'locale must be a BCP 47 tag such as fr or pt-BR',
  },
  TICKET_RECEIVED: {
    sample: "{ ticketId: ticket.ticketId, reference: 'your own' }",
    explainPayload({ ticketId, reference, refusal, ...otherFields }) {
      if (typeof ticketId !== 'string' || !ticketId) {
        const [misspelt] = Object.keys(otherFields).filter((name) => nearestName(name, ['ticketId']))
        const suggestion = misspelt === undefined ? '' : `: did you mean ticketId, not ${misspelt}?`
        return `ticketId must be the ticketId of the ticket that you respond to${suggestion}`
      }
      const invalidField = Object.entries({ reference, refusal }).find(
        ([, value]) => value !== undefined && value !== null && typeof value !== 'string',
      )
      return invalidField && `${invalidField[0]} must be a string`
    },
  },
  SET_HOLDINGS: {
    sample: "{ holdings: [{ symbol: 'AAPL', shares: 200, costBasis: 180.5 }] }",
    explainPayload: ({ holdings }) =>
      holdings === null || readHoldings(holdings) ? undefined : explainHoldings(holdings),
  },
}
const commandNames = Object.keys(commands)

/**
 * Checks a raw message of the page. Returns undefined if it is valid, or neither a command nor a listener.
 *
 * @param supports checks colours, fonts and radii of SET_THEME, which only a browser can
 */
export function explainMessage(message: unknown, supports?: SupportsLook): MessageProblem | undefined {
  const { type, name, payload } = Object(message) as Payload
  if (type === 'command') return explainCommand(name, payload, supports)
  return type === 'listener' ? explainListener(name, payload) : undefined
}

function explainCommand(
  name: unknown,
  payload: unknown,
  supports?: SupportsLook,
): MessageProblem | undefined {
  const code = 'BAD_COMMAND'
  const label = describeName(name)
  if (!Object.hasOwn(commands, label)) {
    const explanation = oneOf(widgetEvents, label)
      ? `${label} is an event of the widget, not a command: listen to it with on`
      : `${label} is not a command of the widget${didYouMean(label, commandNames)}`
    return { code, sentence: `${withFullStop(explanation)} The commands are ${commandNames.join(', ')}` }
  }
  const { sample, explainPayload } = commands[label as WidgetCommand]
  const mistake =
    payload !== null && typeof payload === 'object' && !Array.isArray(payload)
      ? explainPayload(payload as Payload, supports)
      : 'the payload must be an object of plain values'
  return mistake === undefined
    ? undefined
    : { code, sentence: `${label}: ${withFullStop(mistake)} Expected postMessage('${label}', ${sample})` }
}

function explainSetTheme(payload: Payload, supports: SupportsLook = hasForm): string | undefined {
  const [misspelt] = Object.keys(payload).filter(
    (name) => !oneOf(liveOptions, name) && nearestName(name, liveOptions),
  )
  const invalid = liveOptions.filter((name) => {
    const value = payload[name] ?? null
    return value !== null && !(hasForm(name, value) && supports(name, value))
  })
  if (invalid.length) return explainOptions(payload, invalid)
  if (misspelt !== undefined)
    return `${misspelt} is no field of this command${didYouMean(misspelt, liveOptions)}`
  const hasField = liveOptions.some((name) => payload[name] !== undefined)
  return hasField ? undefined : `the payload must have at least one of ${liveOptions.join(', ')}`
}

function explainListener(name: unknown, isWithoutFunction: unknown): MessageProblem | undefined {
  const label = describeName(name)
  if (oneOf(widgetEvents, label))
    return isWithoutFunction === true
      ? { code: 'BAD_OPTION', sentence: `on('${label}', callback): callback must be a function` }
      : undefined
  const explanation = commandNames.includes(label)
    ? `${label} is a command, not an event: send it with postMessage`
    : `${label} is not an event of the widget${didYouMean(label, widgetEvents)}`
  return {
    code: 'UNKNOWN_EVENT',
    sentence: `${withFullStop(explanation)} The events are ${widgetEvents.join(', ')}`,
  }
}

/** A name for quotation in a message, shortened. */
const describeName = (name: unknown) =>
  typeof name === 'string' && name ? name.slice(0, 60) : `a name that is ${describeInvalidName(name)}`
const describeInvalidName = (name: unknown) =>
  name === '' ? 'empty' : name === undefined ? 'undefined' : `of type ${typeof name}`

/** Adds the final full stop, unless the sentence ends with a question mark. */
const withFullStop = (sentence: string) => (sentence.endsWith('?') ? sentence : `${sentence}.`)
