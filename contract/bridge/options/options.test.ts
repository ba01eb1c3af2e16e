import { expect, test } from 'vitest'
import { explainOptions } from './option-problems.ts'
import { addressOptions, optionTable, readOptions, readPageOptions } from './options.ts'

const validOptions = { destinationId: 'box', apiKey: 'pk_test', userId: 'u-1' }
const invalidOptions = (options: unknown) => readOptions(options).invalid
const invalidPageOptions = (options: object) => readPageOptions({ widgetType: 'pro', ...options })[1]

test('the required options alone get every default of the table', () => {
  const { options, invalid } = readOptions(validOptions)
  expect(invalid).toEqual([])
  const defaults = Object.entries(optionTable).flatMap(([name, row]) =>
    'default' in row ? [[name, row.default]] : [],
  )
  expect(options).toEqual({ ...validOptions, ...Object.fromEntries(defaults) })
})

test('valid values of every kind are read unchanged, and the ticker is read in upper case', () => {
  const getAuthToken = () => 'token'
  const input = {
    ...validOptions,
    theme: 'dark',
    symbol: ' brk.b ',
    showHeader: false,
    showNewsTab: true,
    shortcuts: false,
    colorConvention: 'red-up',
    colorVision: 'safe',
    density: 'compact',
    locale: 'he',
    width: '50%',
    getAuthToken,
  }
  expect(readOptions(input)).toMatchObject({ invalid: [], options: { ...input, symbol: 'BRK.B' } })
})

test.each(Object.keys(optionTable))('%s of a wrong type is the only problem', (name) => {
  const options =
    name === 'authToken'
      ? { ...validOptions, apiKey: undefined, authToken: 7 }
      : { ...validOptions, [name]: 7 }
  expect(invalidOptions(options)).toEqual([name])
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
])('%s = %o is invalid', (name, value) => {
  const [first] = invalidOptions({ ...validOptions, [name]: value })
  expect(first).toBe(name === 'authToken' ? 'apiKey' : name)
})

test.each([undefined, null, 7, 'pro', [], () => 0])(
  '%o instead of options names everything that is missing, and does not throw',
  (input) => {
    expect(invalidOptions(input)).toEqual(['destinationId', 'userId', 'apiKey'])
  },
)

test.each(['', null, undefined])('an option that is %o counts as omitted and takes its default', (blank) => {
  const { options, invalid } = readOptions({
    ...validOptions,
    theme: blank,
    width: blank,
    showHeader: blank,
    symbol: blank,
    authToken: blank,
  })
  expect(invalid).toEqual([])
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
  [{ destinationId: { nodeType: 1 } }, ['destinationId']],
  [{ destinationId: 7 }, ['destinationId']],
  [{ apiKey: 'sk_live_1' }, ['secretKey']],
  [{ apiKey: undefined, authToken: 'sk_live_1' }, ['secretKey']],
  [{ apiKey: undefined, getAuthToken: String }, []],
  [{ apiKey: undefined }, ['apiKey/authToken']],
  [{ apiKey: undefined, authToken: 't', getAuthToken: String }, []],
  [{ authToken: 't' }, ['apiKey/authToken']],
  [{ apiKey: '' }, ['apiKey/authToken']],
  [{ secretKey: 'sk' }, ['secretKey']],
  [{ theme: 'three-panel-light', widgetType: 'proStrategies' }, []],
  [{ theme: 'light dark' }, ['theme']],
  [{ widgetType: 'toString' }, ['widgetType']],
  [{ userId: 1842 }, ['userId']],
  [{ getAuthToken: 'abc', apiKey: undefined }, ['getAuthToken']],
  [{ apiKey: '', userId: '', theme: 'x' }, ['apiKey/authToken', 'userId', 'theme']],
])('on the page, the change %o makes these options invalid: %o', (change, names) => {
  expect(invalidPageOptions({ ...validOptions, ...change })).toEqual(names)
})

test('the frame accepts the options that the page passes on, without its functions', () => {
  const [options] = readPageOptions({
    widgetType: 'pro',
    ...validOptions,
    showHeader: false,
    getAuthToken: () => 't',
    onClick: () => 0,
  })
  expect(options).toEqual({ widgetType: 'pro', ...validOptions, showHeader: false })
  expect(JSON.parse(JSON.stringify(options))).toEqual(options)
  expect(readOptions(options).invalid).toEqual([])
})

test('on the page, options that JSON cannot represent count as missing, without an exception', () => {
  const circularOptions: Record<string, unknown> = { ...validOptions, widgetType: 'pro' }
  circularOptions['self'] = circularOptions
  expect(readPageOptions(circularOptions)[1]).toEqual(['apiKey/authToken', 'widgetType', 'userId'])
})

test('the frame’s address contains no secret and no user', () => {
  for (const name of ['apiKey', 'authToken', 'secretKey', 'userId', 'symbol', 'getAuthToken'])
    expect(addressOptions).not.toContain(name)
  for (const name of addressOptions) expect(optionTable).toHaveProperty(name)
})

test('an invalid option takes its default, so that the widget still starts', () => {
  const { options } = readOptions({
    ...validOptions,
    theme: 'neon',
    density: 'tiny',
    shortcuts: 'no',
    symbol: 'A B',
  })
  expect(options).toMatchObject({ theme: 'light', density: 'comfortable', shortcuts: true })
  expect(options).not.toHaveProperty('symbol')
})

const userIdSentence =
  'userId must be a text that is not empty and has no blanks and no @, such as "1842": a stable identifier, no number, no name and no e-mail address'
test.each([
  [{ colorConvention: 'blue-up' }, 'colorConvention must be green-up or red-up'],
  [{ colorVision: true }, 'colorVision must be default or safe'],
  [{ density: 'Compact' }, 'density must be comfortable or compact: did you mean compact?'],
  [
    { theme: 'Dark' },
    'theme must be light, dark, three-panel-light, three-panel-dark or auto: did you mean dark?',
  ],
  [{ tab: 'where' }, 'tab must be what, why or how'],
  [{ shortcuts: 'off' }, 'shortcuts must be true or false, without quotes'],
  [{ showHeader: 'false' }, 'showHeader must be true or false, without quotes: write false and not "false"'],
  [{ symbol: 'A B' }, 'symbol must be a ticker such as AAPL or BRK.B'],
  [{ locale: 7 }, 'locale must be a non-empty string'],
  [{ height: 600 }, 'height must be a CSS size with its unit, such as 600px or 100%: did you mean "600px"?'],
  [{ getAuthToken: 'fetchToken' }, 'getAuthToken must be a function that returns a new one-time token'],
  [{ destinationId: null }, 'destinationId is required'],
  [{ userId: 'a@b.c' }, userIdSentence],
  [{ userId: ' ' }, userIdSentence],
  [
    { authToken: 't' },
    'apiKey (with a capital K) or authToken is required, and only one of the two; a function getAuthToken alone is enough',
  ],
  [
    { secretKey: 'sk' },
    expect.stringMatching(/^secretKey, .* must never be in a page: keep it on your server/),
  ],
  [{ apiKey: 'sk_test_1' }, expect.stringMatching(/^secretKey, or any key that begins with sk_, must never/)],
  [{ symbl: 'AAPL' }, 'symbl is not an option of the widget: did you mean symbol?'],
  [{ userID: 'u-1' }, 'userID is not an option of the widget: did you mean userId?'],
  [{ api_key: 'pk' }, 'api_key is not an option of the widget: did you mean apiKey?'],
  [{ shwoHeader: true }, 'shwoHeader is not an option of the widget: did you mean showHeader?'],
  [{ autosize: true }, 'autosize is not an option of the widget'],
  [{ toString: 'x' }, 'toString is not an option of the widget'],
  [
    { density: 1, shortcuts: 1 },
    'shortcuts must be true or false, without quotes; density must be comfortable or compact',
  ],
])('%o is explained: %s', (change, text) => {
  const input = { ...validOptions, ...change }
  expect(explainOptions(input, readOptions(input).invalid)).toEqual(text)
})

test('options that the loader adds, and a function in place of credentials, are valid', () => {
  expect(invalidOptions({ ...validOptions, widgetType: 'pro' })).toEqual([])
  expect(invalidOptions({ ...validOptions, apiKey: undefined, getAuthToken: () => 't' })).toEqual([])
})

test('a userId has 256 characters at most, as in the service', () => {
  expect(invalidOptions({ ...validOptions, userId: 'u'.repeat(256) })).toEqual([])
  const long = { ...validOptions, userId: 'u'.repeat(257) }
  expect(invalidOptions(long)).toEqual(['userId'])
  expect(explainOptions(long, ['userId'])).toContain('256 characters')
})

test('colours and fonts, which are checked when they are shown, are explained', () => {
  expect(explainOptions({ accentColor: 7, fontFamily: ';' }, ['accentColor', 'fontFamily'])).toBe(
    'accentColor must be an opaque CSS colour such as #0b5fb3, or { light, dark } with one for each; fontFamily must be a list of at most 8 font names, separated by commas, such as Georgia, serif',
  )
})

test('a size that the browser does not know is invalid and takes its default', () => {
  const isSize = (value: string) => /^[0-9]+(px|%)$/.test(value)
  const input = { ...validOptions, width: '80%', height: '600' }
  const { options, invalid } = readOptions(input, isSize)
  expect(invalid).toEqual(['height'])
  expect(options).toMatchObject({ width: '80%', height: '768px' })
  expect(explainOptions(input, invalid)).toBe(
    'height must be a CSS size with its unit, such as 600px or 100%: did you mean "600px"?',
  )
})
