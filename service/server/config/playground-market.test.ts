import { describe, expect, test } from 'vitest'
import type { Key } from '#service/store/keys.ts'
import { readEnvironment } from './environment.ts'
import { playgroundMarketOf, reportPlayground } from './playground-market.ts'

const marketOf = (variables: Record<string, string>) => playgroundMarketOf(readEnvironment(variables))

describe('the market of the playground', () => {
  test('is the simulated one of a service that only this machine reaches', () => {
    expect(marketOf({})).toBe('configured')
    expect(marketOf({ HOST: '::1', MARKET: 'simulated' })).toBe('configured')
  })

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '192.168.1.7' },
    { TRUSTED_PROXIES: '127.0.0.1' },
    { WIDGET_HOST: 'widget.example.com' },
    { MARKET: 'files:/srv/recordings' },
    { MARKET: 'massive', MASSIVE_API_KEY: 'key-of-massive' },
  ])('is the test market with %o, unless PLAYGROUND_MARKET says otherwise', (variables) => {
    expect(marketOf(variables)).toBe('test')
    expect(marketOf({ ...variables, PLAYGROUND_MARKET: 'configured' })).toBe('configured')
  })

  test('is that of PLAYGROUND_MARKET, which has two values', () => {
    expect(marketOf({ PLAYGROUND_MARKET: 'test' })).toBe('test')
    expect(() => marketOf({ PLAYGROUND_MARKET: 'live' })).toThrow(
      'PLAYGROUND_MARKET="live" cannot be used: expected test or configured.',
    )
  })
})

describe('the log at the start', () => {
  const apiKey = 'pk_demo_playground'
  const linesOf = async (
    variables: Record<string, string>,
    key: Partial<Key> | undefined = { revokedAt: null },
  ) => {
    const lines: unknown[] = []
    await reportPlayground(
      readEnvironment(variables),
      { apiKey },
      {
        log: (level, event, fields) => void lines.push({ level, event, ...fields }),
        keys: { find: async (id) => (id === apiKey ? (key as Key | undefined) : undefined) },
      },
    )
    return lines
  }

  test('warns of a key that everybody can use to read the configured market', async () => {
    const open = { event: 'playground-open', apiKey }
    expect(await linesOf({ HOST: '0.0.0.0', PLAYGROUND_MARKET: 'configured' })).toEqual([
      { level: 'warn', market: 'simulated', ...open },
    ])
    expect(await linesOf({})).toEqual([{ level: 'info', market: 'simulated', ...open }])
  })

  test('says that the key reads the test market, and nothing of a revoked key', async () => {
    expect(await linesOf({ HOST: '0.0.0.0' })).toEqual([
      { level: 'info', event: 'playground-limited', apiKey, market: 'test' },
    ])
    expect(await linesOf({ HOST: '0.0.0.0' }, { revokedAt: 1 })).toEqual([])
    expect(await linesOf({}, { revokedAt: 1 })).toEqual([])
  })
})
