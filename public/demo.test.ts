import { optionTable } from '#contract/options.ts'
import { expect, test } from 'vitest'
import { controls, defaults, loadOptions, optionNames, readHash, writeHash } from './options.js'
import { snippet } from './snippet.js'

const config = { service: 'http://widget.localhost:8080', apiKey: 'pk_demo' }

test('the form offers every option of the widget, with the widget’s own defaults', () => {
  const byThePageItself = ['destinationId', 'apiKey', 'authToken', 'getAuthToken']
  expect([...optionNames, ...byThePageItself].toSorted()).toEqual(Object.keys(optionTable).toSorted())

  const rows: Record<string, { kind: unknown; default?: string | boolean }> = optionTable
  for (const { name, default: value } of controls)
    expect([name, value]).toEqual([name, rows[name]?.default ?? ''])
})

test('a shared link brings back the same settings and stays empty where nothing was changed', () => {
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
  'a link with %s opens the page as it is by default',
  (hash) => expect(readHash(hash)).toEqual(defaults()),
)

test('what is passed to load are the options that differ, and no setting of the page itself', () => {
  expect(
    loadOptions({ ...defaults(), showHeader: false, symbol: 'AAPL', stage: '390', auth: 'token' }),
  ).toEqual({
    destinationId: 'widget',
    userId: 'demo-user-1',
    symbol: 'AAPL',
    showHeader: false,
  })
})

test('the code to copy has the key and nothing that is only the default', () => {
  const code = snippet('html', { ...defaults(), showDisclaimer: true }, config)
  expect(code).toContain('<script src="http://widget.localhost:8080/widgetLoader"></script>')
  expect(code).toContain("apiKey: 'pk_demo',")
  expect(code).toContain('showDisclaimer: true,')
  expect(code).not.toContain('showHeader')
  expect(code).not.toContain('stage')
})

test('with the server’s token the code to copy holds no credential at all', () => {
  const code = snippet('html', { ...defaults(), auth: 'token' }, config)
  expect(code).toContain('authToken: await getAuthToken(),')
  expect(code).not.toContain('apiKey')
  expect(code).not.toContain('pk_demo')
})

test('whatever someone types into a field, the code to copy stays one string', () => {
  const code = snippet('html', { ...defaults(), userId: "x'</script><script>alert(1)//\\" }, config)
  expect(code.match(/<\/script>/g)).toHaveLength(2)
  expect(code).toContain(String.raw`userId: 'x\'<\/script><script>alert(1)//\\',`)
})
