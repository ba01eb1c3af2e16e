import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { tradingDaysUpTo } from '#service/markets/calendar.ts'
import type { Capability } from '#service/markets/capabilities.ts'
import { marketSuite } from '#service/markets/market.suite.ts'
import { osiSymbol } from '#service/markets/osi.ts'
import {
  marketName,
  marketSources,
  openMarket,
  opensInWorkers,
  parseMarket,
  registerMarket,
} from '#service/markets/registry.ts'
import type { MarketChoice, MarketSource, OpenMarketOptions } from '#service/markets/source.ts'
import { partOf, type Part } from './part.fixture.ts'

const log = () => {}
const scratchFolder = mkdtempSync(join(tmpdir(), 'composed-'))
afterAll(() => rmSync(scratchFolder, { recursive: true }))

type AcmeChoice = MarketChoice & { readonly key: string }

/** Registers a vendor with a key in TLS_KEY. `opened` are its markets with their options. */
function registerVendor(kind: string, capabilities: readonly Capability[], failure?: string) {
  const opened: { part: Part; options: OpenMarketOptions }[] = []
  const source: MarketSource<AcmeChoice> = {
    kind,
    syntax: kind,
    meaning: 'a vendor',
    opensInWorkers: false,
    parse: (value, readVariable) =>
      value === kind ? { kind, key: readVariable('TLS_KEY') ?? '' } : undefined,
    name: () => kind,
    open: async (_choice, options) => {
      if (failure) throw new Error(failure)
      const part = partOf({ name: kind, capabilities })
      opened.push({ part, options })
      return part
    },
  }
  onTestFinished(registerMarket(source))
  return opened
}

/** A folder of one day with two symbols: bars only, or chains only. */
function makeFolder(kind: 'bars' | 'chains'): string {
  const folder = mkdtempSync(join(scratchFolder, `${kind},`))
  const day = '2026-08-21'
  mkdirSync(join(folder, kind === 'bars' ? `bars-2026_${day}` : `chains-${day}`))
  for (const [index, symbol] of ['AAA', 'SPY'].entries()) {
    const price = 100 + index
    const lines = tradingDaysUpTo(day, 40).map(
      (date) => `${date},${price},${price + 1},${price - 1},${price},900`,
    )
    const quotes = (['call', 'put'] as const).map((side) => ({
      symbol: osiSymbol(symbol, '2026-09-18', side, 100),
      expiration: '2026-09-18',
      side,
      strike: 100,
      bid: 1,
      ask: 1.2,
      last: 1.1,
      volume: 5,
      openInterest: 40,
    }))
    if (kind === 'bars')
      writeFileSync(
        join(folder, `bars-2026_${day}/${symbol}.csv`),
        `date,open,high,low,close,volume\n${lines.join('\n')}\n`,
      )
    else
      writeFileSync(
        join(folder, `chains-${day}/${symbol}.json`),
        JSON.stringify({ symbol, underlyingPrice: price, quotes }),
      )
  }
  return folder
}

const twoFolders = () => `bars:files:${makeFolder('bars')},chains:files:${makeFolder('chains')}`

marketSuite('recorded bars and recorded chains', async () =>
  openMarket(parseMarket(twoFolders()), { log, purpose: 'serve' }),
)

test('the folders’ paths may contain commas, and the name selects the same sources again', async () => {
  const value = twoFolders()
  const choice = parseMarket(value)
  expect(marketName(choice)).toBe(value)
  expect(parseMarket(marketName(choice))).toEqual(choice)
  const market = await openMarket(choice, { log, purpose: 'serve' })
  expect((await market.bars('AAA'))?.close.at(-1)).toBe(100)
  expect((await market.chain('AAA'))?.contracts).toHaveLength(2)
  expect(market.source()).toBe('recorded')
  await market.close()
})

test('a source that several kinds of data name is opened once, and closed once', async () => {
  const acme = registerVendor('acme', ['bars', 'quotes', 'chains'])
  const other = registerVendor('other', ['news'])
  const choice = parseMarket('bars:acme,chains:acme,news:other,quotes:acme')
  const market = await openMarket(choice, { log, purpose: 'serve' })
  expect([acme.length, other.length]).toEqual([1, 1])
  await market.close()
  expect([acme[0]!.part.closes(), other[0]!.part.closes()]).toEqual([1, 1])
})

test('all sources are closed, even if one of them cannot be', async () => {
  const acme = registerVendor('acme', ['bars', 'quotes', 'chains'])
  const other = registerVendor('other', ['news'])
  const market = await openMarket(parseMarket('bars:acme,news:other'), { log, purpose: 'serve' })
  acme[0]!.part.close = async () => {
    throw new Error('the socket is stuck')
  }
  await expect(market.close()).rejects.toThrow('the socket is stuck')
  expect(other[0]!.part.closes()).toBe(1)
})

test('a part opens without a list of symbols, which another part may have; a single source needs it', async () => {
  const acme = registerVendor('acme', ['bars', 'quotes', 'chains'])
  registerVendor('other', ['news'])
  await openMarket(parseMarket('bars:acme,news:other'), { log, purpose: 'serve' })
  await openMarket(parseMarket('bars:acme'), { log, purpose: 'serve' })
  expect(acme.map(({ options }) => options.needsUniverse)).toEqual([false, undefined])
})

test('scan workers open a composition only if they may open each of its sources', () => {
  registerVendor('acme', ['chains'])
  expect(opensInWorkers(parseMarket('bars:simulated,chains:files:/data'))).toBe(true)
  expect(opensInWorkers(parseMarket('bars:simulated,chains:acme'))).toBe(false)
})

test('a key reaches its source, and not the name', () => {
  registerVendor('acme', ['chains'])
  const choice = parseMarket('bars:simulated,chains:acme', () => 'sk_acme_7f3a')
  expect(choice).toMatchObject({ parts: [{}, { choice: { key: 'sk_acme_7f3a' } }] })
  expect(marketName(choice)).toBe('bars:simulated,chains:acme')
})

describe('a value that cannot be used', () => {
  test.each([
    ['bars:', '"" is not a source of bars; expected simulated or files:<folder>'],
    ['bars:simulated,chains:bloomberg', '"bloomberg" is not a source of chains; expected simulated or'],
    ['bars:simulated,greeks:simulated', '"simulated,greeks:simulated" is not a source of bars'],
    ['bars:simulated,chains:bars:simulated', '"bars:simulated" is not a source of chains'],
    ['bars:simulated,bars:files:/data', 'bars is named twice; expected one source for it'],
  ])('%s is refused with the part and what was expected', (value, reason) => {
    expect(() => parseMarket(value)).toThrow(`MARKET="${value}" cannot be used: ${reason}`)
  })

  test('the error lists the kinds of data', () => {
    expect(() => parseMarket('bars:bloomberg')).toThrow(
      'before each source one of quotes, chains, bars, profiles, dividends, earnings, news, volatility with a colon.',
    )
  })

  test('a part that cannot be opened is named, and the others are closed', async () => {
    const acme = registerVendor('acme', ['bars', 'quotes'])
    registerVendor('other', ['chains'], 'OTHER_TOKEN is not set: see your account page.')
    const opening = openMarket(parseMarket('bars:acme,chains:other'), { log, purpose: 'serve' })
    await expect(opening).rejects.toThrow(
      'MARKET="bars:acme,chains:other" cannot be used: other: OTHER_TOKEN is not set: see your account page.',
    )
    expect(acme[0]!.part.closes()).toBe(1)
  })

  test('sources without chains are refused, and closed', async () => {
    const acme = registerVendor('acme', ['bars', 'quotes'])
    const opening = openMarket(parseMarket('bars:acme'), { log, purpose: 'serve' })
    await expect(opening).rejects.toThrow(
      'MARKET="bars:acme" cannot be used: no source provides chains; add a part such as chains:<source>',
    )
    expect(acme[0]!.part.closes()).toBe(1)
  })
})

test('the description names every kind of data', () => {
  const { meaning } = marketSources().find(({ kind }) => kind === 'composed')!
  expect(meaning).toContain('quotes, chains, bars, profiles, dividends, earnings, news, volatility')
})
