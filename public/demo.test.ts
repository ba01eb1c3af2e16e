import { readFileSync } from 'node:fs'
import { addressOptions, optionTable, readOptions } from '#contract/bridge/options/options.ts'
import { transformWithOxc } from 'vite'
import { describe, expect, test } from 'vitest'
import {
  controls,
  defaults,
  loadOptions,
  optionNames,
  readHash,
  sampleHoldings,
  writeHash,
} from './options.js'
import { addressOptions as nativeAddressOptions } from './snippet-native.js'
import { snippetVariants } from './snippet-variants.ts'
import { kinds, snippet } from './snippet.js'
import { loadQueue } from './snippet-web.js'
import { states } from './states.js'
import { linkToState } from './state-links.js'

const config = { service: 'http://widget.localhost:8080', apiKey: 'pk_demo' }

test('the form offers every option of the widget, with the widget’s own defaults', () => {
  // The state is part of links only.
  const setByThePage = ['destinationId', 'apiKey', 'authToken', 'getAuthToken', 'state']
  expect([...optionNames, ...setByThePage].toSorted()).toEqual(Object.keys(optionTable).toSorted())

  const rows: Record<string, { kind: unknown; default?: string | boolean }> = optionTable
  // A link has only the switch of the sample holdings, never a user's positions.
  for (const { name, default: value } of controls)
    expect([name, value]).toEqual([name, name === 'holdings' ? false : (rows[name]?.default ?? '')])
})

test('the sample holdings are correct', () => {
  const { holdings } = loadOptions({ ...defaults(), holdings: true })
  expect(holdings).toEqual(sampleHoldings)
  expect(readOptions({ destinationId: 'i', userId: 'u', apiKey: 'k', holdings })).toMatchObject({
    invalid: [],
    options: { holdings: sampleHoldings },
  })
})

test('code to copy has no user id that could be shipped unnoticed', () => {
  for (const { kind } of kinds) expect(snippet(kind, defaults(), config)).not.toContain('demo-user-1')
  for (const kind of ['react', 'next']) expect(snippet(kind, defaults(), config)).toContain('userId={userId}')
  expect(snippet('vue', defaults(), config)).toContain(':user-id="userId"')
  for (const kind of ['html', 'html-async', 'element', 'swift', 'kotlin', 'react-native'])
    expect(snippet(kind, defaults(), config)).toContain('stable-id-of-this-user')
  // A user of the test market selects a state, so the code keeps it.
  for (const { kind } of kinds.filter(({ title }) => !/CSP|Server/.test(title)))
    expect(snippet(kind, { ...defaults(), userId: 'test-empty' }, config)).toContain('test-empty')
})

test.each(['swift', 'kotlin', 'react-native'])(
  'the %s code listens to tickets and answers each of them',
  (kind) => {
    const code = (acknowledgesTickets: boolean) =>
      snippet(kind, { ...defaults(), acknowledgesTickets }, config)
    expect(code(false)).toMatch(/listener\W.*TRADE_TICKET_EXECUTE/)
    expect(code(false)).not.toContain('TICKET_RECEIVED')
    expect(code(true)).toMatch(/TICKET_RECEIVED/)
    expect(code(true)).toContain('your own id')
    // A local service has no https.
    expect(code(true)).not.toContain('https')
  },
)

test('the queue of the documentation is that of the code', () => {
  const page = readFileSync(`${import.meta.dirname}/../docs/embedding.md`, 'utf8')
  expect(page).toContain(loadQueue.replaceAll('\n', '\n  '))
  expect(snippet('html-async', defaults(), config)).toContain(loadQueue.replaceAll('\n', '\n  '))
})

test('the code of native apps puts the options of the first paint into the address', () => {
  expect(nativeAddressOptions).toEqual([...addressOptions])
})

test('a shared link restores the same settings, and is empty for the default settings', () => {
  expect(writeHash(defaults())).toBe('')
  const settings = {
    ...defaults(),
    type: 'proStrategies',
    theme: 'dark',
    auth: 'token',
    stage: '390',
    state: `1_AAPL_${'x'.repeat(500)}`,
    showNewsTab: true,
  }
  expect(writeHash(settings)).toBe(
    `type=proStrategies&theme=dark&auth=token&stage=390&state=${settings.state}&showNewsTab=true`,
  )
  expect(readHash(`#${writeHash(settings)}`)).toEqual(settings)
})

test.each(['theme=neon', 'stage=1e9', 'stage=-5', 'auth=%00', 'unknown=1', '=', 'type=pro%27);alert(1)//'])(
  'a link with %s opens the page with the default settings',
  (hash) => expect(readHash(hash)).toEqual(defaults()),
)

test('load receives only the options that differ from the defaults, and no setting of the page itself', () => {
  expect(
    loadOptions({ ...defaults(), showHeader: false, symbol: 'AAPL', stage: '390', auth: 'token' }),
  ).toEqual({
    destinationId: 'widget',
    userId: 'demo-user-1',
    symbol: 'AAPL',
    showHeader: false,
  })
})

test('the code to copy has the key and no option with its default value', () => {
  const code = snippet('html', { ...defaults(), showDisclaimer: true }, config)
  expect(code).toContain('<script src="http://widget.localhost:8080/widgetLoader"></script>')
  expect(code).toContain("apiKey: 'pk_demo',")
  expect(code).toContain('showDisclaimer: true,')
  expect(code).not.toContain('showHeader')
  expect(code).not.toContain('stage')
})

test.each(kinds.map(({ kind }) => kind))(
  'with the server’s token, the %s code contains no credential',
  (kind) => {
    const code = snippet(kind, { ...defaults(), auth: 'token' }, config)
    expect(code).not.toContain('pk_demo')
    expect(code).not.toMatch(/sk_/)
  },
)

const maliciousText = `x'</script><script>alert(1)//\\ "{$y}`
test.each(['html', 'html-async', 'element'])(
  'a malicious field value cannot end the script of the %s code',
  (kind) => {
    const code = snippet(kind, { ...defaults(), userId: maliciousText }, config)
    expect(code.match(/<\/script>/g)).toHaveLength(
      snippet(kind, defaults(), config).match(/<\/script>/g)!.length,
    )
  },
)

/** The default settings, each choice of each control alone, and combinations that change the code. */
const allSettings = () => [
  ...snippetVariants(),
  { ...defaults(), userId: maliciousText, theme: 'dark', showHeader: false, acknowledgesTickets: true },
  { ...defaults(), accentColor: 'light-dark(#826c00, #ffd400)' },
]
/** The scripts of a page's code; for a module the code itself. */
const scriptsOf = (kind: string, code: string) =>
  /html|element/.test(kind)
    ? [...code.matchAll(/<script(?: type="module")?>(.*?)<\/script>/gs)].map(([, script = '']) => script)
    : code.split(/(?=\/\/ app\/ideas\/ideas)/)

test.each(['html', 'html-async', 'element', 'react', 'next', 'react-native'])(
  'the %s code has valid syntax for every choice, also with a malicious field value',
  async (kind) => {
    for (const settings of allSettings())
      for (const script of scriptsOf(kind, snippet(kind, settings, config))) {
        const errors = await transformWithOxc(script, `${kind}.tsx`, { lang: 'tsx' }).then(
          () => [],
          (error: unknown) => [error],
        )
        expect(errors, script).toEqual([])
      }
  },
)

test.each(kinds.map(({ kind }) => kind).filter((kind) => kind !== 'policy' && kind !== 'server'))(
  'the %s code contains the chosen settings',
  (kind) => {
    const code = snippet(kind, { ...defaults(), theme: 'dark', showNewsTab: true, symbol: 'AAPL' }, config)
    for (const text of [/dark/, /show-?news-?tab/i, /AAPL/]) expect(code).toMatch(text)
    expect(snippet(kind, defaults(), config)).not.toMatch(/show-?news-?tab/i)
  },
)

test('two accents are an object in JavaScript, and a text in attributes and native apps', () => {
  const settings = { ...defaults(), accentColor: 'light-dark(#826c00, #ffd400)' }
  const code = (kind: string) => snippet(kind, settings, config)
  for (const kind of ['html', 'html-async'])
    expect(code(kind)).toContain("accentColor: { light: '#826c00', dark: '#ffd400' },")
  for (const kind of ['react', 'next'])
    expect(code(kind)).toContain("accentColor={{ light: '#826c00', dark: '#ffd400' }}")
  for (const kind of ['element', 'vue'])
    expect(code(kind)).toContain('accent-color="light-dark(#826c00, #ffd400)"')
  for (const kind of ['swift', 'kotlin', 'react-native'])
    expect(code(kind)).toContain('light-dark(#826c00, #ffd400)')
  const single = snippet('react', { ...defaults(), accentColor: '#826c00' }, config)
  expect(single).toContain('accentColor="#826c00"')
})

test('the code of a web view has no page options and no key', () => {
  const settings = { ...defaults(), height: '600px', width: '50%', loading: 'lazy', density: 'compact' }
  for (const kind of ['swift', 'kotlin', 'react-native']) {
    const code = snippet(kind, settings, config)
    expect(code).not.toMatch(/600px|50%|lazy|pk_demo/)
    expect(code).toContain('/widget?toplevel=1&type=pro&density=compact')
  }
})

test.each(['swift', 'kotlin', 'react-native'])('the %s code links the complete listing', (kind) => {
  expect(snippet(kind, defaults(), config)).toContain('http://widget.localhost:8080/docs/mobile')
})

test.each(['react', 'next', 'vue'])('the %s code defines every function that it calls', (kind) => {
  for (const acknowledgesTickets of [false, true]) {
    const code = snippet(kind, { ...defaults(), acknowledgesTickets }, config)
    for (const name of ['openOrderForm', 'sendToOrderForm'])
      if (code.includes(name)) expect(code).toContain(`const ${name}: TicketHandler = `)
  }
})

test('only code with a key of the demo has a note to replace the key', () => {
  for (const kind of ['html', 'html-async', 'react', 'next', 'vue', 'element']) {
    expect(snippet(kind, defaults(), { ...config, isDemoKey: true })).toContain('your own')
    expect(snippet(kind, defaults(), config)).not.toContain('your own key')
    expect(snippet(kind, { ...defaults(), auth: 'token' }, { ...config, isDemoKey: true })).not.toContain(
      'your own key',
    )
  }
})

describe('the link to a state', () => {
  const empty = states.find(({ scenario }) => scenario === 'empty')!
  const service = 'https://widgets.example'
  test('with a test key is on this page', () => {
    const link = linkToState(empty, { place: 'partner', service, apiKey: 'pk', testKey: 'pk_test_1' })
    expect(link?.href).toBe('#market=test&userId=test-empty')
  })
  test('without a test key is missing on this page, and is the scenario in the workbench', () => {
    expect(linkToState(empty, { place: 'partner', service, apiKey: 'pk' })).toBeUndefined()
    expect(linkToState(empty, { place: 'workbench', service, apiKey: 'pk' })?.href).toBe('#scenario=empty')
  })
})
