import { describe, expect, test } from 'vitest'
import { bridgeNamespace, type Init, isSupported, readInit } from './bridge.ts'
import { readToFrame as parseMessageToFrame } from './bridge-messages.ts'

const id = '0123456789abcdef0123456789abcdef'
const init = { ns: bridgeNamespace, type: 'init', id, protocol: 1 }
const garbage = [undefined, null, 0, true, '', 'start', [], {}, () => 'start', Symbol('start')]

describe('an init', () => {
  test('is recognised, with later fields', () => {
    expect(readInit({ ...init, more: 1 }, id)).toEqual({ ...init, more: 1 })
  })

  test.each([
    ['ns', 'other'],
    ['type', 'hello'],
    ['id', 'other'],
    ['id', undefined],
  ])('with %s %o is ignored', (field, value) => {
    expect(readInit({ ...init, [field]: value }, id)).toBeUndefined()
  })

  test.each([undefined, null, 'x', {}, 0])('with the protocol %o is not supported', (protocol) => {
    expect(isSupported({ ...init, protocol } as Init)).toBe(false)
  })

  test.each([
    [1, undefined, true],
    [2, undefined, true],
    [2, 1, true],
    [3, 2, false],
  ])('with protocol %o and min %o is supported: %s', (protocol, min, expected) => {
    expect(isSupported({ ...init, protocol, min } as Init)).toBe(expected)
  })

  test.each(garbage)('that is %o is ignored', (data) => {
    expect(readInit(data, id)).toBeUndefined()
  })
})

const start = {
  type: 'start',
  widgetType: 'proStrategies',
  options: { userId: 'u', theme: 'dark', symbol: 7 },
  canRenew: true,
  loader: '1.2.3',
}
const command = (name: string, payload: unknown) => ({ type: 'command', name, payload })

describe('a message', () => {
  test.each<[unknown]>([
    [start],
    [command('SET_SYMBOL', { symbol: 'BRK.B' })],
    [command('SET_SYMBOL', { symbol: 'AAPL', sentiment: 'Bearish' })],
    [command('SET_THEME', { theme: 'three-panel-light' })],
    [command('SET_LOCALE', { locale: 'pt-BR' })],
    [{ type: 'token', authToken: 'once', reason: '' }],
    [{ type: 'token', authToken: '', reason: 'signed out' }],
    [{ type: 'destroy' }],
    [{ type: 'ping' }],
  ])('that is valid is parsed: %o', (message) => {
    expect(parseMessageToFrame(message)).toEqual(message)
    expect(
      parseMessageToFrame({ ...(message as object), more: 1 }),
      'unknown fields of later versions are dropped',
    ).toEqual(message)
  })

  test.each<[unknown]>([
    ...garbage.map((value): [unknown] => [value]),
    [{ type: 'none' }],
    [{ type: {} }],
    [command('toString', {})],
    [{ type: 'command' }],
    ...['SET_SYMBOL', 'SET_LOCALE'].flatMap((name) =>
      [undefined, null, 'x', {}].map((payload): [unknown] => [command(name, payload)]),
    ),
    ...['', '   ', 'has space', 'A'.repeat(16), '<b>', 7, null].map((symbol): [unknown] => [
      command('SET_SYMBOL', { symbol, sentiment: 'Bullish' }),
    ]),
    ...['', 7, null].map((locale): [unknown] => [command('SET_LOCALE', { locale })]),
  ])('that is invalid is ignored: %o', (message) => {
    expect(parseMessageToFrame(message)).toBeUndefined()
  })

  test.each(['pink', 'DARK', 7, '', undefined])(
    'the invalid theme %o is dropped, and other fields of SET_THEME are kept unparsed',
    (theme) => {
      expect(parseMessageToFrame(command('SET_THEME', { theme, radius: 7, accentColor: null }))).toEqual(
        command('SET_THEME', { radius: 7, accentColor: null }),
      )
    },
  )

  test('the theme null is the default', () => {
    expect(parseMessageToFrame(command('SET_THEME', { theme: null }))).toEqual(
      command('SET_THEME', { theme: 'light' }),
    )
  })

  test('a symbol is trimmed and converted to upper case', () => {
    expect(parseMessageToFrame(command('SET_SYMBOL', { symbol: ' brk.b ' }))).toEqual(
      command('SET_SYMBOL', { symbol: 'BRK.B' }),
    )
  })

  test.each(['Sideways', 'bullish', 7, null])(
    'the invalid sentiment %o is dropped, and the command is accepted',
    (sentiment) => {
      expect(parseMessageToFrame(command('SET_SYMBOL', { symbol: 'KO', sentiment }))).toEqual(
        command('SET_SYMBOL', { symbol: 'KO' }),
      )
    },
  )

  test.each([
    ['widgetType', 'max', 'pro'],
    ['widgetType', undefined, 'pro'],
    ['options', null, {}],
    ['options', undefined, {}],
    ['canRenew', 'yes', false],
    ['loader', 7, ''],
  ])('a start whose %s is %o is parsed with %o', (field, value, expected) => {
    expect(parseMessageToFrame({ ...start, [field]: value })).toEqual({ ...start, [field]: expected })
  })

  test.each(['authToken', 'reason'])('a %s that is not a string counts as empty', (field) => {
    const token = { type: 'token', authToken: 'once', reason: 'signed out' }
    expect(parseMessageToFrame({ ...token, [field]: 7 })).toEqual({ ...token, [field]: '' })
  })
})

test('SET_HOLDINGS with null takes the list away, and undefined is invalid', () => {
  const read = (holdings: unknown) =>
    parseMessageToFrame({ type: 'command', name: 'SET_HOLDINGS', payload: { holdings } })
  expect(read(null)).toMatchObject({ payload: { holdings: null } })
  expect(read(undefined)).toBeUndefined()
})
