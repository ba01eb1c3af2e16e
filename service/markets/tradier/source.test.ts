import { expect, test } from 'vitest'
import type { OpenMarketOptions } from '#service/markets/source.ts'
import { tradierSource } from './source.ts'

const token = 'tradier-token-4xQz'
const parse = (variables: Record<string, string>) =>
  tradierSource.parse('tradier', (name) => ({ TRADIER_TOKEN: token, ...variables })[name])
const options = (overrides: Partial<OpenMarketOptions> = {}): OpenMarketOptions => ({
  log: () => {},
  purpose: 'serve',
  readText: async (path) =>
    path === 'symbols.txt' ? '# ours\nKO\nbrk-b\n' : Promise.reject(new Error('ENOENT')),
  ...overrides,
})

test('is selected by MARKET=tradier, and its name holds no secret', () => {
  expect(tradierSource.parse('tradier:x', () => undefined)).toBeUndefined()
  const choice = parse({})!
  expect(choice).toMatchObject({ token, host: 'production', riskFreeRate: 0.042 })
  expect(tradierSource.name(choice)).toBe('tradier')
  expect(structuredClone(choice)).toEqual(choice)
})

test.each([
  [{ TRADIER_TOKEN: 'a b' }, 'TRADIER_TOKEN cannot be used'],
  [{ TRADIER_HOST: 'test' }, 'TRADIER_HOST="test" cannot be used: expected production or sandbox'],
  [{ TRADIER_URL: 'ftp://x' }, 'TRADIER_URL cannot be used'],
  [{ RISK_FREE_RATE: '4' }, 'RISK_FREE_RATE="4" cannot be used'],
])('%j is refused with what was expected', (variables, message) =>
  expect(() => parse(variables)).toThrow(message),
)

test('without a token, the error says where to get one', () => {
  expect(() => tradierSource.parse('tradier', () => undefined)).toThrow(
    'TRADIER_TOKEN is not set: MARKET=tradier needs the access token of a Tradier account',
  )
})

test('needs a list of symbols for the scan, unless another source has one', async () => {
  const open = (variables: Record<string, string>, overrides?: Partial<OpenMarketOptions>) =>
    tradierSource.open(parse({ TRADIER_URL: 'http://127.0.0.1:9', ...variables })!, options(overrides))
  await expect(open({})).rejects.toThrow(
    'UNIVERSE_FILE is not set: Tradier lists no symbols for the nightly scan. Set it to a text file',
  )
  await expect(open({ UNIVERSE_FILE: 'nowhere.txt' })).rejects.toThrow('ENOENT')

  const market = await open({ UNIVERSE_FILE: 'symbols.txt' })
  expect(await market.universe()).toEqual(['BRK.B', 'KO'])
  await market.close()
  const part = await open({}, { needsUniverse: false })
  expect(await part.universe()).toEqual([])
  await part.close()
})

test('a scan of 6,000 symbols takes 15 hours', () => {
  const { calls, perMinute, note } = tradierSource.plan!(6000)
  expect(calls / perMinute! / 60).toBe(15)
  expect(note).toContain('one call per expiration')
})
