import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Quote } from '#contract/feed.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import type { LogFields } from '#service/shared/log.ts'
import { acmeKey, acmeUrl, createAcmeServer } from './acme.fixture.ts'
import { acmeSource, openAcme } from './example-source.ts'

/** A Friday, in the session. */
const friday = Date.parse('2026-11-20T18:00:00Z')

beforeEach(() => void vi.useFakeTimers({ now: friday }))
afterEach(() => void vi.useRealTimers())

function open({ key = acmeKey } = {}) {
  const clock = () => new Date(Math.max(friday, Date.now()))
  const server = createAcmeServer(simulatedMarket({ seed: 1, clock }))
  const lines: { event: string; fields: LogFields | undefined }[] = []
  const choice = { kind: 'acme', key, url: acmeUrl, riskFreeRate: 0.04 }
  const market = openAcme(choice, {
    log: (_level, event, fields) => lines.push({ event, fields }),
    clock,
    fetch: server.fetch,
  })
  return { market, server, lines }
}

test('MARKET=acme needs the key, and its name does not contain it', () => {
  const read = (values: Record<string, string>) => acmeSource.parse('acme', (name) => values[name])
  expect(() => read({})).toThrow(EnvironmentError)
  const choice = read({ ACME_KEY: acmeKey })!
  expect(choice).toMatchObject({ url: 'https://api.acme.example', riskFreeRate: 0.042 })
  expect(acmeSource.name(choice)).toBe('acme')
  expect(acmeSource.parse('simulated', () => undefined)).toBeUndefined()
})

test('symbols without options or bars are known, with empty data', async () => {
  const { market } = open()
  expect(await market.chain('KO')).toMatchObject({ symbol: 'KO', contracts: [] })
  expect((await market.bars('F'))?.date).toEqual([])
  expect(await market.profile('F')).toMatchObject({ companyName: 'F Inc.' })
})

test('all watched symbols are polled in one call', async () => {
  const { market, server } = open()
  const quotes: Quote[] = []
  const stop = market.watch(['AAPL', 'KO', 'NO-SUCH'], (quote) => quotes.push(quote))
  await vi.advanceTimersByTimeAsync(11_000)
  const calls = server.requests.filter((request) => request.startsWith('/v1/quotes'))
  expect(new Set(calls)).toEqual(new Set(['/v1/quotes?symbols=AAPL%2CKO%2CNO-SUCH']))
  expect(calls.length).toBeGreaterThanOrEqual(3)
  expect(new Set(quotes.map(({ symbol }) => symbol))).toEqual(new Set(['AAPL', 'KO']))
  stop()
  await market.close()
})

test('a refused key is one line for the operator, without the key', async () => {
  const { market, lines } = open({ key: 'wrong-key-99' })
  await expect(market.chain('AAPL')).rejects.toThrow('check ACME_KEY, and that its plan includes options')
  await expect(market.profile('AAPL')).rejects.toThrow('acme refuses access to /v1/symbols (401')
  expect(lines.map(({ event }) => event)).toEqual(['market-access-denied'])
  expect(JSON.stringify(lines)).not.toContain('wrong-key-99')
  expect(market.capabilities().chains).toMatchObject({
    state: 'denied',
    dataClass: 'delayed',
    isLicensed: true,
  })
})

test('the last good chain is served while Acme fails, with its own time', async () => {
  const { market, server } = open()
  const chain = (await market.chain('AAPL'))!
  server.status = 503
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  const later = market.chain('AAPL')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await later).toEqual(chain)
  vi.restoreAllMocks()
})
