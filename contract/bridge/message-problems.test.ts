import { describe, expect, test } from 'vitest'
import { EventType } from './bridge.ts'
import { explainMessage } from './message-problems.ts'

const command = (name: unknown, payload?: unknown) => explainMessage({ type: 'command', name, payload })
const listener = (name: unknown) => explainMessage({ type: 'listener', name })
const theCommands = 'The commands are SET_SYMBOL, SET_THEME, SET_LOCALE, TICKET_RECEIVED, SET_HOLDINGS'
const theEvents =
  'The events are SYMBOL_CHANGED, TRADE_TICKET_EXECUTE, READY, ERROR, CONNECTION, STATE_CHANGED'
const symbolSample = "Expected postMessage('SET_SYMBOL', { symbol: 'AAPL', sentiment: 'Bullish' })"

describe('a command', () => {
  test.each<[unknown, unknown, string]>([
    ['SET_SYMBO', {}, `SET_SYMBO is not a command of the widget: did you mean SET_SYMBOL? ${theCommands}`],
    [
      'SET_SYMBOLS',
      {},
      `SET_SYMBOLS is not a command of the widget: did you mean SET_SYMBOL? ${theCommands}`,
    ],
    ['setTheme', {}, `setTheme is not a command of the widget: did you mean SET_THEME? ${theCommands}`],
    ['RELOAD', {}, `RELOAD is not a command of the widget. ${theCommands}`],
    ['toString', {}, `toString is not a command of the widget. ${theCommands}`],
    ['READY', {}, `READY is an event of the widget, not a command: listen to it with on. ${theCommands}`],
    [undefined, {}, `a name that is undefined is not a command of the widget. ${theCommands}`],
    ['SET_SYMBOL', 'AAPL', `SET_SYMBOL: the payload must be an object of plain values. ${symbolSample}`],
    ['SET_SYMBOL', undefined, `SET_SYMBOL: the payload must be an object of plain values. ${symbolSample}`],
    ['SET_SYMBOL', {}, `SET_SYMBOL: symbol must be a ticker such as AAPL or BRK.B. ${symbolSample}`],
    [
      'SET_SYMBOL',
      { symbol: 'KO', sentiment: 'bullish' },
      `SET_SYMBOL: sentiment must be Bullish, Bearish or Neutral: did you mean Bullish? ${symbolSample}`,
    ],
    [
      'SET_THEME',
      { theme: 'Dark' },
      "SET_THEME: theme must be light, dark, three-panel-light, three-panel-dark or auto: did you mean dark? Expected postMessage('SET_THEME', { theme: 'dark' })",
    ],
    [
      'SET_THEME',
      {},
      "SET_THEME: the payload must have at least one of theme, accentColor, fontFamily, radius, density. Expected postMessage('SET_THEME', { theme: 'dark' })",
    ],
    [
      'SET_THEME',
      { accentcolour: '#000', theme: 'dark' },
      "SET_THEME: accentcolour is no field of this command: did you mean accentColor? Expected postMessage('SET_THEME', { theme: 'dark' })",
    ],
    [
      'SET_THEME',
      { theme: 'dark', accentColor: { light: '#000' }, fontFamily: 7, radius: ' ', density: 'compct' },
      "SET_THEME: accentColor must be an opaque CSS colour such as #0b5fb3, or { light, dark } with one for each; fontFamily must be a list of at most 8 font names, separated by commas, such as Georgia, serif; density must be comfortable or compact: did you mean compact? Expected postMessage('SET_THEME', { theme: 'dark' })",
    ],
    [
      'SET_LOCALE',
      { locale: 7 },
      "SET_LOCALE: locale must be a BCP 47 tag such as fr or pt-BR. Expected postMessage('SET_LOCALE', { locale: 'fr' })",
    ],
    [
      'SET_HOLDINGS',
      { holdings: [{ symbol: 'AAPL', share: 1 }] },
      "SET_HOLDINGS: holdings[0].share is no field of a holding: did you mean shares? Expected postMessage('SET_HOLDINGS', { holdings: [{ symbol: 'AAPL', shares: 200, costBasis: 180.5 }] })",
    ],
    [
      'TICKET_RECEIVED',
      { reference: '1' },
      "TICKET_RECEIVED: ticketId must be the ticketId of the ticket that you respond to. Expected postMessage('TICKET_RECEIVED', { ticketId: ticket.ticketId, reference: 'your own' })",
    ],
    [
      'TICKET_RECEIVED',
      { ticketID: 't' },
      "TICKET_RECEIVED: ticketId must be the ticketId of the ticket that you respond to: did you mean ticketId, not ticketID? Expected postMessage('TICKET_RECEIVED', { ticketId: ticket.ticketId, reference: 'your own' })",
    ],
    [
      'TICKET_RECEIVED',
      { ticketId: 't', reference: 7 },
      "TICKET_RECEIVED: reference must be a string. Expected postMessage('TICKET_RECEIVED', { ticketId: ticket.ticketId, reference: 'your own' })",
    ],
  ])('%s with %o is explained', (name, payload, sentence) => {
    expect(command(name, payload)).toEqual({ code: 'BAD_COMMAND', sentence })
  })

  test.each<[string, unknown]>([
    ['SET_SYMBOL', { symbol: 'brk.b' }],
    ['SET_SYMBOL', { symbol: 'KO', sentiment: 'Neutral' }],
    ['SET_SYMBOL', { symbol: 'KO', sentiment: null, more: 1 }],
    ['SET_THEME', { theme: 'three-panel-light' }],
    ['SET_THEME', { theme: null, accentColor: null, fontFamily: null, radius: null, density: null }],
    ['SET_THEME', { accentColor: 'light-dark(#000, #fff)', radius: '4px', theme: undefined, more: 1 }],
    ['SET_LOCALE', { locale: 'xx' }],
    ['TICKET_RECEIVED', { ticketId: 't', refusal: 'no' }],
  ])('%s with %o is valid', (name, payload) => {
    expect(command(name, payload)).toBeUndefined()
  })

  test('values of SET_THEME that the browser does not support are named', () => {
    const message = { type: 'command', name: 'SET_THEME', payload: { theme: 'dark', radius: '4vw' } }
    expect(explainMessage(message)).toBeUndefined()
    expect(explainMessage(message, (name) => name !== 'radius')!.sentence).toMatch(
      /^SET_THEME: radius must be a length of 0 or more in px, rem or em\. Expected/,
    )
  })

  test('a long name is quoted in part', () => {
    expect(command('x'.repeat(10_000), {})!.sentence.length).toBeLessThan(300)
  })
})

describe('a listener', () => {
  test.each<[unknown, string]>([
    [
      'symbolChanged',
      `symbolChanged is not an event of the widget: did you mean SYMBOL_CHANGED? ${theEvents}`,
    ],
    ['ready', `ready is not an event of the widget: did you mean READY? ${theEvents}`],
    ['click', `click is not an event of the widget. ${theEvents}`],
    ['SET_SYMBOL', `SET_SYMBOL is a command, not an event: send it with postMessage. ${theEvents}`],
    ['SET_THEME', `SET_THEME is a command, not an event: send it with postMessage. ${theEvents}`],
  ])('to %s is explained', (name, sentence) => {
    expect(listener(name)).toEqual({ code: 'UNKNOWN_EVENT', sentence })
  })

  test('every public name is an event or a command', () => {
    const problems = Object.values(EventType).map((name) => listener(name) ?? command(name, {}))
    for (const problem of problems) expect(problem?.sentence ?? '').not.toContain('is no ')
    expect(Object.values(EventType).filter((name) => !listener(name))).toHaveLength(6)
  })
})

test.each([undefined, null, 7, 'x', {}, { type: 'start' }, { type: 'ping' }])(
  '%o is neither a command nor a listener',
  (message) => {
    expect(explainMessage(message)).toBeUndefined()
  },
)
