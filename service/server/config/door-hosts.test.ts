import { expect, test } from 'vitest'
import { missingDoorHosts } from './door-hosts.ts'
import { readEnvironment } from './environment.ts'

const all = { GATEWAY_HOST: 'api.example.com', LEGACY_HOST: 'old.example.com', WIDGET_HOST: 'w.example.com' }

test.each([
  ['the default', {}, []],
  ['a local name', { HOST: 'LocalHost' }, []],
  ['another local address', { HOST: '127.0.0.2' }, []],
  ['the local address of IPv6', { HOST: '::1' }, []],
  ['all addresses', { HOST: '0.0.0.0' }, ['GATEWAY_HOST', 'LEGACY_HOST', 'WIDGET_HOST']],
  [
    'a name that begins like a local address',
    { HOST: '127.example.com', ...all, LEGACY_HOST: '' },
    ['LEGACY_HOST'],
  ],
  ['all addresses, with every host', { HOST: '::', ...all }, []],
])('the missing hosts of doors for %s', (_, env, missing) => {
  expect(missingDoorHosts(readEnvironment(env))).toEqual(missing)
})
