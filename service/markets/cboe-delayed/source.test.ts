import { expect, onTestFinished, test } from 'vitest'
import { createCboeStandIn, standInSymbols } from './stand-in.fixture.ts'
import { cboeDelayedSource } from './source.ts'

const settings = { UNIVERSE_FILE: '/etc/universe.txt', HOST: '127.0.0.1' }
const parse = (values: Readonly<Record<string, string>>) =>
  cboeDelayedSource.parse('cboe', (name) => values[name])

test.each(['127.0.0.1', '127.9.8.7', '::1', 'localhost'])(
  'can be evaluated on this machine, at %s',
  (host) => {
    expect(parse({ ...settings, HOST: host })).toMatchObject({ kind: 'cboe' })
  },
)

test.each(['0.0.0.0', '::', '192.168.1.4', 'widgets.example.com', '127.0.0.1.example.com'])(
  'is refused at %s, because the quotes may not be redistributed',
  (host) => {
    expect(() => parse({ ...settings, HOST: host })).toThrow(
      `MARKET=cboe cannot be used with HOST="${host}": Cboe's delayed quotes may not be redistributed`,
    )
  },
)

test('needs a universe unless another source may list one, and leaves other values to other sources', async () => {
  const { UNIVERSE_FILE: _, ...others } = settings
  const options = { log: () => {}, purpose: 'serve' } as const
  await expect(cboeDelayedSource.open(parse(others)!, options)).rejects.toThrow(
    'UNIVERSE_FILE is not set: Cboe lists no symbols for the nightly scan',
  )
  const part = await cboeDelayedSource.open(parse(others)!, { ...options, needsUniverse: false })
  expect(await part.universe()).toEqual([])
  await part.close()
  expect(parse(settings)).toMatchObject({ universeFile: '/etc/universe.txt', riskFreeRate: 0.042 })
  expect(cboeDelayedSource.parse('cboe-eod:/data', () => undefined)).toBeUndefined()
  expect(cboeDelayedSource.plan?.(6000)).toMatchObject({ calls: 6000, perMinute: 60 })
})

test('CBOE_URL leads to a stand-in over HTTP', async () => {
  const server = await createCboeStandIn(new Date()).listen()
  onTestFinished(server.stop)
  const choice = parse({ ...settings, CBOE_URL: server.url })!
  const market = await cboeDelayedSource.open(choice, {
    log: () => {},
    purpose: 'serve',
    readText: async () => `# evaluation\n${standInSymbols.join('\n')}\n`,
  })
  onTestFinished(() => market.close())
  expect(await market.universe()).toEqual(standInSymbols)
  expect(market.benchmark()).toBe('SPY')
  expect((await market.chain('SPY'))!.contracts.length).toBeGreaterThan(50)
})

test('a universe file with a line that is no symbol stops the start', async () => {
  const opening = cboeDelayedSource.open(parse(settings)!, {
    log: () => {},
    purpose: 'serve',
    readText: async () => 'AAPL\nnot a symbol\n',
  })
  await expect(opening).rejects.toThrow('/etc/universe.txt:2: "not a symbol" is not a symbol')
})
