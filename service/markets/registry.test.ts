/**
 * Tests of the market registry, and of its sources in the configuration, the data folder and the
 * documentation.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDataDir, storedMarketName, storeMarketName } from '#service/server/config/data-dir.ts'
import { readEnvironment } from '#service/server/config/environment.ts'
import { simulatedMarket } from './simulated/simulated.ts'
import { marketName, marketSources, openMarket, parseMarket, registerMarket } from './registry.ts'
import type { MarketChoice, MarketSource } from './source.ts'

const log = () => {}

test('MARKET selects a source', () => {
  expect(parseMarket('simulated')).toEqual({ kind: 'simulated' })
  expect(parseMarket('files:/data')).toEqual({ kind: 'files', folder: '/data' })
})

test.each(['', 'files:', 'Simulated', 'bloomberg'])(
  'MARKET=%j is refused with every accepted form',
  (value) => {
    expect(() => parseMarket(value)).toThrow(
      `MARKET="${value}" cannot be used: expected simulated or files:<folder>`,
    )
  },
)

test('`parseMarket` accepts the stored name of a market, which does not depend on the working directory', () => {
  for (const value of ['simulated', 'files:data']) {
    const name = marketName(parseMarket(value))
    expect(marketName(parseMarket(name))).toBe(name)
  }
  expect(marketName(parseMarket('files:data'))).toBe(`files:${resolve('data')}`)
})

test('opening fails with the name of the source and the reason', async () => {
  const opening = openMarket({ kind: 'files', folder: '/nowhere' } as MarketChoice, { log, purpose: 'serve' })
  await expect(opening).rejects.toThrow(/^MARKET="files:\/nowhere" cannot be used: ./)
})

test('README.md and docs/operating.md name every source', () => {
  for (const document of ['README.md', 'docs/operating.md']) {
    const text = readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8')
    for (const { syntax } of marketSources()) expect(text, document).toContain(`\`${syntax}\``)
  }
})

test('the key of a registered source does not reach the data folder', async () => {
  const key = 'sk_vendor_7f3a'
  type VendorChoice = MarketChoice & { readonly key: string }
  const vendor: MarketSource<VendorChoice> = {
    kind: 'test-vendor',
    syntax: 'test-vendor',
    meaning: 'a vendor with a key',
    opensInWorkers: false,
    parse: (value, readVariable) =>
      value === 'test-vendor' ? { kind: 'test-vendor', key: readVariable('TLS_KEY') ?? '' } : undefined,
    name: () => 'test-vendor',
    open: async () => simulatedMarket({ seed: 1 }),
  }
  onTestFinished(registerMarket(vendor))
  expect(() => registerMarket(vendor)).toThrow('already')

  const folder = mkdtempSync(join(tmpdir(), 'registry-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // `TLS_KEY` contains the vendor's key, because the service refuses unknown variables.
  const { market } = readEnvironment({
    MARKET: 'test-vendor',
    DATA_DIR: folder,
    TLS_KEY: key,
    TLS_CERT: 'certificate.pem',
  })
  expect(market).toMatchObject({ key })
  const { store } = await openDataDir(folder, market)
  storeMarketName(folder, market)
  await store.close()
  expect(storedMarketName(folder)).toBe('test-vendor')
  for (const file of readdirSync(folder))
    expect(readFileSync(join(folder, file), 'latin1')).not.toContain(key)
})
