import { expect, test } from 'vitest'
import { demoOrigins, readEnvironment } from './environment.ts'

test('has its defaults', () => {
  expect(readEnvironment({ PATH: '/bin', PORT: ' ' })).toEqual({
    port: 8080,
    demoPort: 8081,
    host: '127.0.0.1',
    dataDir: '.data',
    market: { kind: 'simulated' },
    trustedProxies: [],
    hosts: { gateway: null, legacy: null, widget: null },
  })
})

test('reads what is set', () => {
  expect(
    readEnvironment({
      PORT: '0',
      DEMO_PORT: '0',
      HOST: '::',
      DATA_DIR: '/data',
      MARKET: 'files:../x',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      WIDGET_HOST: 'Widget.Example.com:8443',
    }),
  ).toMatchObject({
    port: 0,
    host: '::',
    dataDir: '/data',
    market: { kind: 'files', folder: '../x' },
    trustedProxies: ['10.0.0.0/8', '::1'],
    hosts: { widget: 'widget.example.com:8443' },
  })
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['DEMO_PORT', '0x50'],
  ['DEMO_PORT', '8080'],
  ['MARKET', 'nyse'],
  ['MARKET', 'files:'],
  ['HOST', 'a b'],
  ['GATEWAY_HOST', 'https://api.example.com'],
  ['LEGACY_HOST', 'a/b'],
  ['TRUSTED_PROXIES', '10.0.0.1, proxy.example.com'],
  ['DATABASE_URL', 'postgres://localhost/x'],
  ['REDIS_URL', 'redis://localhost'],
])('%s=%s stops the start with one line that names it', (name, value) => {
  expect(() => readEnvironment({ [name]: value })).toThrow(new RegExp(`${name}[^\n]*$`))
})

test('a secret in DATABASE_URL is not repeated', () => {
  expect(() => readEnvironment({ DATABASE_URL: 'postgres://u:hunter2@db/x' })).toThrow(/^((?!hunter2).)*$/)
})

test('the demo site is listed under its three names', () => {
  expect(demoOrigins(9000)).toEqual([
    'http://localhost:9000',
    'http://127.0.0.1:9000',
    'http://partner.localhost:9000',
  ])
})
