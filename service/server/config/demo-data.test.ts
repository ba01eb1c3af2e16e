import { describe, expect, test } from 'vitest'
import { dataEntitlements } from '#contract/responses/data-class.ts'
import { provides, simulatedCapabilities } from '#service/markets/capabilities.ts'
import type { Partner } from '#service/store/accounts.ts'
import { demoDataText, demoEntitlementOf } from './demo-data.ts'
import { readEnvironment } from './environment.ts'

const reachOf = (variables: Record<string, string>) => readEnvironment(variables)

describe('demo accounts without a setting', () => {
  test.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])('may show everything at HOST=%s', (HOST) => {
    expect(demoEntitlementOf(reachOf({ HOST }))).toBe('real-time')
  })

  test('may show everything at the default address', () => {
    expect(demoEntitlementOf(reachOf({}))).toBe('real-time')
  })

  test.each(['0.0.0.0', '::', '192.168.1.7', '10.0.0.1', 'localhost.example.com', '127.0.0.1.nip.io'])(
    'may show nothing at HOST=%s',
    (HOST) => {
      expect(demoEntitlementOf(reachOf({ HOST }))).toBe('none')
    },
  )

  test.each([
    { TRUSTED_PROXIES: '127.0.0.1' },
    { WIDGET_HOST: 'widget.example.com' },
    { GATEWAY_HOST: 'api.example.com' },
    { LEGACY_HOST: 'legacy.example.com' },
  ])('may show nothing behind a proxy, which %o shows', (variables) => {
    expect(demoEntitlementOf(reachOf(variables))).toBe('none')
  })
})

describe('the line of npm start', () => {
  const vendor = {
    source: () => 'Vendor',
    capabilities: () =>
      provides(['quotes', 'chains', 'bars'], {
        source: 'Vendor',
        dataClass: 'delayed',
        delayedSeconds: 900,
        isLicensed: true,
        state: 'working',
      }),
  }
  const accounts = (settings: Partner['settings'] = {}) => ({
    find: async (id: string) => ({ id, name: 'Demo', settings, createdAt: 0, disabledAt: null }),
  })
  const change = 'to change it: npm run --silent admin -- partner set p_demo --data <class>'

  test('says that all data is shown, because only this machine reaches it', async () => {
    expect(await demoDataText({ market: vendor, accounts: accounts() }, reachOf({}))).toBe(
      `all data of Vendor, because only this machine reaches it; ${change}`,
    )
  })

  test('says that no data is shown at another address', async () => {
    const reach = reachOf({ HOST: '0.0.0.0' })
    expect(await demoDataText({ market: vendor, accounts: accounts() }, reach)).toBe(
      `no data of Vendor, because others may reach this address; ${change}`,
    )
  })

  test.each(dataEntitlements)('says what the operator has set: %s', async (data) => {
    const text = await demoDataText({ market: vendor, accounts: accounts({ data }) }, reachOf({}))
    expect(text).toContain(' of Vendor, as set; to change it: ')
    expect(text.startsWith('no data')).toBe(data === 'none')
    expect(text.startsWith('all data')).toBe(data === 'real-time')
    expect(text).not.toContain('\n')
  })

  test('names the variable of the source if nothing is licensed', async () => {
    const market = { source: () => 'simulated', capabilities: () => simulatedCapabilities }
    expect(await demoDataText({ market, accounts: accounts() }, reachOf({ HOST: '0.0.0.0' }))).toBe(
      'simulated, shown to everyone; MARKET selects another source (docs/markets.md)',
    )
  })
})
