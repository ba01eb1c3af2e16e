import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings } from './config-file.ts'
import { readEnvironment } from './environment.ts'
import { redactedValue, variableNames } from './variables.ts'

const folder = mkdtempSync(join(tmpdir(), 'config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'service.conf')
const withFile = (text: string, env: Record<string, string> = {}) => {
  writeFileSync(path, text)
  return { CONFIG_FILE: path, ...env }
}

describe('the file of CONFIG_FILE', () => {
  test('is read, and the environment has precedence', () => {
    const env = withFile('# ours\nPORT=9000\n\nDATA_DIR="/srv/a b"\nHOST=\n', { PORT: '9001' })
    expect(readEnvironment(env)).toMatchObject({ port: 9001, dataDir: '/srv/a b', host: '127.0.0.1' })
    expect(Object.fromEntries(readSettings(env))).toEqual({
      PORT: { value: '9001', from: 'environment' },
      DATA_DIR: { value: '/srv/a b', from: 'file' },
      CONFIG_FILE: { value: path, from: 'environment' },
    })
  })

  test.each([
    ['DATADIR=/x', 'DATADIR is not known; did you mean DATA_DIR?'],
    ['COLOUR=blue', 'COLOUR is not known. The known variables are PORT, HOST'],
    ['PORT 80', 'expected NAME=value on every line'],
    ['CONFIG_FILE=/other', 'it sets CONFIG_FILE'],
  ])('%s stops the start', (text, message) => {
    expect(() => readEnvironment(withFile(text))).toThrow(message)
  })

  test('validates its values like those of the environment', () => {
    expect(() => readEnvironment(withFile('PORT=eighty'))).toThrow('PORT="eighty" cannot be used')
  })

  test('is refused if it does not exist', () => {
    expect(() => readEnvironment({ CONFIG_FILE: join(folder, 'none') })).toThrow('cannot be read')
  })
})

describe('a misspelled variable', () => {
  test.each([
    ['DATADIR', 'DATA_DIR'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
    ['GATEWAY_HSOT', 'GATEWAY_HOST'],
    ['PROT', 'PORT'],
    ['MARKTE', 'MARKET'],
    ['ACCES_LOG', 'ACCESS_LOG'],
  ])('%s is refused with the suggestion %s', (name, intended) => {
    expect(() => readEnvironment({ [name]: '1' })).toThrow(
      `${name} is not a variable of the service. Did you mean ${intended}?`,
    )
  })

  test('an unknown name with the prefix TLS_ is refused', () => {
    expect(() => readEnvironment({ TLS_CERTIFICATE_FILE: 'x' })).toThrow(
      'The TLS variables are TLS_CERT, TLS_KEY, TLS_CLIENT_CA',
    )
  })

  test('unrelated variables are ignored', () => {
    const unrelated = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'HOSTTYPE',
      'PGHOST',
      'PGPORT',
      'XDG_DATA_DIRS',
      'REDIS_PORT',
      'REDIS_PORT_6379_TCP',
    ]
    const env = Object.fromEntries(
      [...unrelated, 'REDIS_SERVICE_HOST', 'TLS_PROXY_SERVICE_HOST'].map((name) => [name, 'x']),
    )
    expect(readEnvironment(env)).toEqual(readEnvironment({}))
    // An empty value counts as unset.
    expect(readEnvironment({ DATADIR: '' })).toEqual(readEnvironment({}))
  })
})

test('a secret in an address is masked', () => {
  expect(redactedValue('DATABASE_URL', 'postgres://u:hunter2@db/x?sslpassword=hunter3&sslmode=require')).toBe(
    'postgres://u:***@db/x?sslpassword=***&sslmode=require',
  )
  expect(redactedValue('REDIS_URL', 'not an address: hunter2')).toBe('***')
  expect(redactedValue('DATA_DIR', '/srv')).toBe('/srv')
})

test('docs/operating.md has every variable', () => {
  const documentation = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
  const table = documentation.slice(
    documentation.indexOf('\n## Environment'),
    documentation.indexOf('\n## The data folder'),
  )
  expect(variableNames.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})
