import { expect, test } from 'vitest'
import { optionTable, readOptions, readPageOptions } from './options.ts'

const base = { destinationId: 'box', apiKey: 'pk_test', userId: 'u-1' }
const refused = (given: unknown) => readOptions(given).problems.map(({ option }) => option)
const refusedOnPage = (given: object) =>
  readPageOptions({ widgetType: 'pro', ...given })[1]
    .split(' ')
    .filter(Boolean)

test('the least a partner may pass gets every default of the table', () => {
  const { options, problems } = readOptions(base)
  expect(problems).toEqual([])
  const defaults = Object.entries(optionTable).flatMap(([name, row]) =>
    'default' in row ? [[name, row.default]] : [],
  )
  expect(options).toEqual({ ...base, ...Object.fromEntries(defaults) })
})

test('every kind of value is read as it was given, the ticker in upper case', () => {
  const getAuthToken = () => 'token'
  const given = {
    ...base,
    theme: 'dark',
    symbol: ' brk.b ',
    showHeader: false,
    showNewsTab: true,
    locale: 'he',
    width: '50%',
    getAuthToken,
  }
  expect(readOptions(given)).toMatchObject({ problems: [], options: { ...given, symbol: 'BRK.B' } })
})

test.each(Object.keys(optionTable))('%s of a wrong kind is the one problem', (name) => {
  const wrong = name === 'authToken' ? { ...base, apiKey: undefined, authToken: 7 } : { ...base, [name]: 7 }
  expect(refused(wrong)).toEqual([name])
})

test.each([
  ['theme', 'neon'],
  ['symbol', 'AAPL; DROP'],
  ['symbol', 'ABCDEFGHIJKLMNOP'],
  ['userId', 'jane@bank.test'],
  ['userId', 'Jane Doe'],
  ['userId', '   '],
  ['destinationId', ''],
  ['destinationId', null],
  ['secretKey', 'sk_live_1'],
  ['authToken', 'both credentials'],
])('%s = %o is refused', (name, value) => {
  const [first] = refused({ ...base, [name]: value })
  expect(first).toBe(name === 'authToken' ? 'apiKey' : name)
})

test.each([undefined, null, 7, 'pro', [], () => 0])(
  '%o instead of options names everything that is missing, and does not throw',
  (given) => {
    expect(refused(given)).toEqual(['destinationId', 'userId', 'apiKey'])
  },
)

test.each(['', null, undefined])('an option that is %o is left out and takes its default', (blank) => {
  const { options, problems } = readOptions({
    ...base,
    theme: blank,
    width: blank,
    showHeader: blank,
    symbol: blank,
    authToken: blank,
  })
  expect(problems).toEqual([])
  expect(options).toMatchObject({ theme: 'light', width: '100%', showHeader: true })
  expect(options).not.toHaveProperty('symbol')
})

test.each([
  [{}, []],
  [{ widgetType: 'basic' }, ['widgetType']],
  [{ widgetType: undefined }, ['widgetType']],
  [{ theme: 'neon' }, ['theme']],
  [{ theme: '' }, []],
  [{ userId: 'a@b.c' }, ['userId']],
  [{ userId: undefined }, ['userId']],
  [{ destinationId: null }, ['destinationId']],
  [{ authToken: 't' }, ['apiKey/authToken']],
  [{ apiKey: '' }, ['apiKey/authToken']],
  [{ secretKey: 'sk' }, ['secretKey']],
  [{ apiKey: '', userId: '', theme: 'x' }, ['apiKey/authToken', 'userId', 'theme']],
])('on the page, %o is refused for %o', (change, names) => {
  expect(refusedOnPage({ ...base, ...change })).toEqual(names)
})

test('what the page accepts and passes on is what the frame reads, functions left behind', () => {
  const [options] = readPageOptions({
    widgetType: 'pro',
    ...base,
    showHeader: false,
    getAuthToken: () => 't',
    onClick: () => 0,
  })
  expect(options).toEqual({
    widgetType: 'pro',
    ...base,
    width: '100%',
    height: '768px',
    theme: 'light',
    locale: '',
    showHeader: false,
  })
  expect(JSON.parse(JSON.stringify(options))).toEqual(options)
  expect(readOptions(options).problems).toEqual([])
})
