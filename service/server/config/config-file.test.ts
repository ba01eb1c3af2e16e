import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings } from './config-file.ts'
import { readEnvironment } from './environment.ts'
import { shownValue, variableNames } from './variables.ts'

const folder = mkdtempSync(join(tmpdir(), 'config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'service.conf')
const withFile = (text: string, given: Record<string, string> = {}) => {
  writeFileSync(path, text)
  return { CONFIG_FILE: path, ...given }
}

describe('the file of CONFIG_FILE', () => {
  test('is read, and the environment has precedence', () => {
    const given = withFile('# ours\nPORT=9000\n\nDATA_DIR="/srv/a b"\nHOST=\n', { PORT: '9001' })
    expect(readEnvironment(given)).toMatchObject({ port: 9001, dataDir: '/srv/a b', host: '127.0.0.1' })
    expect(Object.fromEntries(readSettings(given))).toEqual({
      PORT: { value: '9001', from: 'environment' },
      DATA_DIR: { value: '/srv/a b', from: 'file' },
      CONFIG_FILE: { value: path, from: 'environment' },
    })
  })

  test.each([
    ['DATADIR=/x', 'DATADIR is not known; did you mean DATA_DIR?'],
    ['COLOUR=blue', 'COLOUR is not known. Known are PORT, HOST'],
    ['PORT 80', 'expected NAME=value on every line'],
    ['CONFIG_FILE=/other', 'names itself'],
  ])('%s stops the start', (text, why) => {
    expect(() => readEnvironment(withFile(text))).toThrow(why)
  })

  test('its values are validated like the environment’s', () => {
    expect(() => readEnvironment(withFile('PORT=eighty'))).toThrow('PORT="eighty" cannot be used')
  })

  test('must exist', () => {
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
  ])('%s is no %s', (name, meant) => {
    expect(() => readEnvironment({ [name]: '1' })).toThrow(
      `${name} is no variable of the service: did you mean ${meant}?`,
    )
  })

  test('a name with a prefix of the service is refused if unknown', () => {
    expect(() => readEnvironment({ TLS_CERTIFICATE_FILE: 'x' })).toThrow(
      'which has TLS_CERT, TLS_KEY, TLS_CLIENT_CA',
    )
  })

  test('unrelated variables are ignored', () => {
    const others = [
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
    const given = Object.fromEntries(
      [...others, 'REDIS_SERVICE_HOST', 'TLS_PROXY_SERVICE_HOST'].map((name) => [name, 'x']),
    )
    expect(readEnvironment(given)).toEqual(readEnvironment({}))
    // An empty value counts as unset.
    expect(readEnvironment({ DATADIR: '' })).toEqual(readEnvironment({}))
  })
})

test('a secret in an address is masked', () => {
  expect(shownValue('DATABASE_URL', 'postgres://u:hunter2@db/x?sslpassword=hunter3&sslmode=require')).toBe(
    'postgres://u:***@db/x?sslpassword=***&sslmode=require',
  )
  expect(shownValue('REDIS_URL', 'not an address: hunter2')).toBe('***')
  expect(shownValue('DATA_DIR', '/srv')).toBe('/srv')
})

test('docs/operating.md has every variable', () => {
  const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
  const table = page.slice(page.indexOf('\n## Environment'), page.indexOf('\n## The data folder'))
  expect(variableNames.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})
