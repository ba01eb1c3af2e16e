import { addressOptions, optionTable } from '#contract/bridge/options.ts'
import { transformWithOxc } from 'vite'
import { describe, expect, test } from 'vitest'
import { controls, defaults, loadOptions, optionNames, readHash, writeHash } from './options.js'
import { addressOptions as nativeAddressOptions } from './snippet-native.js'
import { kinds, snippet } from './snippet.js'
import { states } from './states.js'
import { linkToState } from './state-links.js'

const config = { service: 'http://widget.localhost:8080', apiKey: 'pk_demo' }

test('the form offers every option of the widget, with the widget’s own defaults', () => {
  // Holdings are never part of a link: the playground passes them by command.
  const setByThePage = ['destinationId', 'apiKey', 'authToken', 'getAuthToken', 'holdings']
  expect([...optionNames, ...setByThePage].toSorted()).toEqual(Object.keys(optionTable).toSorted())

  const rows: Record<string, { kind: unknown; default?: string | boolean }> = optionTable
  for (const { name, default: value } of controls)
    expect([name, value]).toEqual([name, rows[name]?.default ?? ''])
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
    showNewsTab: true,
  }
  expect(writeHash(settings)).toBe('type=proStrategies&theme=dark&auth=token&stage=390&showNewsTab=true')
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
test.each(['html', 'element'])('a malicious field value cannot end the script of the %s code', (kind) => {
  const code = snippet(kind, { ...defaults(), userId: maliciousText }, config)
  expect(code.match(/<\/script>/g)).toHaveLength(
    snippet(kind, defaults(), config).match(/<\/script>/g)!.length,
  )
})

test.each(['react', 'next', 'react-native'])(
  'the %s code has valid syntax, also with a malicious field value',
  async (kind) => {
    for (const settings of [
      defaults(),
      { ...defaults(), userId: maliciousText, theme: 'dark', showHeader: false, acknowledgesTickets: true },
      { ...defaults(), auth: 'token', type: 'proStrategies' },
    ]) {
      const code = snippet(kind, settings, config).replace("'use client'", '')
      const { errors } = await transformWithOxc(code, `${kind}.tsx`, { lang: 'tsx' }).then(
        () => ({ errors: [] as unknown[] }),
        (error: unknown) => ({ errors: [error] }),
      )
      expect(errors).toEqual([])
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
      if (code.includes(name)) expect(code).toContain(`const ${name} = `)
  }
})

test('only code with a key of the demo has a note to replace the key', () => {
  for (const kind of ['html', 'react', 'next', 'vue', 'element']) {
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
