import { expect, test } from 'vitest'
import { demoOrigins, readEnvironment } from './environment.ts'

test('variables that are not set have their defaults', () => {
  expect(readEnvironment({ PATH: '/bin', PORT: ' ' })).toEqual({
    port: 8080,
    demoPort: 8081,
    host: '127.0.0.1',
    dataDir: '.data',
    releasesDir: expect.stringMatching(/\/releases$/) as string,
    pepperFile: '.data/pepper',
    recordKeyFile: '.data/record-key.json',
    recordData: 'none',
    databaseUrl: null,
    redisUrl: null,
    tls: null,
    connections: { max: 20_000, feeds: 10_000, feedsPerAddress: 500, keepAliveMs: 60_000 },
    accessLog: false,
    telemetry: null,
    market: { kind: 'simulated' },
    playgroundMarket: null,
    commission: 0.65,
    trustedProxies: [],
    hosts: { gateway: null, legacy: null, widget: null },
  })
})

test('variables that are set replace the defaults', () => {
  expect(
    readEnvironment({
      PORT: '0',
      DEMO_PORT: '0',
      HOST: '::',
      DATA_DIR: '/data',
      RELEASES_DIR: '/releases',
      MARKET: 'files:../x',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      WIDGET_HOST: 'Widget.Example.com:8443',
      DATABASE_URL: 'postgres:///options?host=/run/postgresql',
      REDIS_URL: 'rediss://cache:6380/2',
      TLS_CERT: 'a.crt',
      TLS_KEY: 'a.key',
      TLS_CLIENT_CA: 'ca.crt',
      ACCESS_LOG: '1',
      RECORD_KEY_FILE: '/keys/record.json',
      RECORD_DATA: 'end-of-day',
      MAX_CONNECTIONS: '501',
      KEEP_ALIVE_SECONDS: '90',
    }),
  ).toMatchObject({
    port: 0,
    host: '::',
    dataDir: '/data',
    releasesDir: '/releases',
    pepperFile: '/data/pepper',
    databaseUrl: 'postgres:///options?host=/run/postgresql',
    redisUrl: 'rediss://cache:6380/2',
    tls: { certificate: 'a.crt', key: 'a.key', clientCa: 'ca.crt' },
    accessLog: true,
    recordKeyFile: '/keys/record.json',
    recordData: 'end-of-day',
    connections: { max: 501, feeds: 250, feedsPerAddress: 250, keepAliveMs: 90_000 },
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
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'db.example.com'],
  ['REDIS_URL', 'localhost'],
  ['TLS_CERT', 'a.crt'],
  ['TLS_KEY', 'a.key'],
  ['TLS_CLIENT_CA', 'ca.crt'],
  ['ACCESS_LOG', 'yes'],
  ['MAX_CONNECTIONS', '0'],
  ['MAX_CONNECTIONS', '1e4'],
  // No connection would be left for a request.
  ['MAX_FEEDS', '20000'],
  ['MAX_FEEDS_PER_ADDRESS', '10001'],
  ['KEEP_ALIVE_SECONDS', '-1'],
  ['KEEP_ALIVE_SECONDS', '5m'],
  ['COMMISSION', '$1'],
  ['COMMISSION', '-0.65'],
  ['COMMISSION', '100'],
])('%s=%s stops the start with one line that names it', (name, value) => {
  expect(() => readEnvironment({ [name]: value })).toThrow(new RegExp(`${name}[^\n]*$`))
})

test('COMMISSION is in dollars per contract, and may be 0', () => {
  expect(readEnvironment({ COMMISSION: '0' }).commission).toBe(0)
  expect(readEnvironment({ COMMISSION: '1.05' }).commission).toBe(1.05)
})

test('feeds that would leave no connection for a request are refused with the reason', () => {
  expect(() => readEnvironment({ MAX_CONNECTIONS: '100', MAX_FEEDS: '100' })).toThrow(
    'MAX_FEEDS="100" cannot be used: expected fewer than MAX_CONNECTIONS, 1 to 99.',
  )
})

test('a secret in DATABASE_URL is not repeated', () => {
  expect(() => readEnvironment({ DATABASE_URL: 'postgre://u:hunter2@db/x' })).toThrow(/^((?!hunter2).)*$/)
})

test('the demo site has three origins', () => {
  expect(demoOrigins(9000)).toEqual([
    'http://localhost:9000',
    'http://127.0.0.1:9000',
    'http://partner.localhost:9000',
  ])
})
