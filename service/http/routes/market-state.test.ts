/** State of the market's kinds of data in `/readyz` and `/metrics`. */
import { beforeEach, expect, test } from 'vitest'
import { provides, type Capabilities, type Provision } from '#service/markets/capabilities.ts'
import { batch } from '#service/store/store.fixture.ts'
import { makeTestService } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

let testService: TestService
beforeEach(async () => {
  testService = await makeTestService()
  await testService.store.batches.publish({
    ...batch('b1'),
    dateOfScan: testService.market.now().toISOString(),
    scores: [{ symbol: 'AAPL', score: 1 }],
  })
})

const provisionOf = (source: string, state: Provision['state']): Provision => ({
  source,
  dataClass: 'delayed',
  delayedSeconds: 900,
  isLicensed: true,
  state,
})
const setCapabilities = (capabilities: Capabilities) =>
  Object.assign(testService.market, { capabilities: () => capabilities })
const seriesOf = async () =>
  (await (await testService.get('/metrics')).text())
    .split('\n')
    .filter((line) => line.startsWith('service_market_part_state{'))

test('/readyz has the source and the state of each kind of data, and null if there is none', async () => {
  setCapabilities({
    ...provides(['quotes', 'bars'], provisionOf('Massive', 'working')),
    chains: provisionOf('Tradier', 'working'),
  })
  const { market } = (await (await testService.get('/readyz')).json()) as { market: unknown }
  expect(market).toEqual({
    state: 'open',
    simulated: true,
    parts: {
      quotes: { source: 'Massive', state: 'working' },
      chains: { source: 'Tradier', state: 'working' },
      bars: { source: 'Massive', state: 'working' },
      profiles: null,
      dividends: null,
      earnings: null,
      news: null,
      volatility: null,
    },
  })
})

test('a vendor that fails or refuses access is named, and the node stays ready', async () => {
  setCapabilities({
    ...provides(['quotes', 'bars'], provisionOf('Massive', 'denied')),
    chains: provisionOf('Tradier', 'failing'),
    news: provisionOf('Newsroom', 'working'),
  })
  testService.market.frame = { ...testService.market.frame, stale: true }
  const response = await testService.get('/readyz')
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    status: 'ready',
    market: {
      stale: true,
      failingParts: ['quotes', 'chains', 'bars'],
      parts: { chains: { source: 'Tradier', state: 'failing' } },
    },
  })
})

test('/metrics has 1 for the present state of each kind of data, and follows it', async () => {
  setCapabilities(provides(['chains'], provisionOf('Tradier', 'failing')))
  expect(await seriesOf()).toEqual([
    'service_market_part_state{capability="chains",source="Tradier",state="working"} 0',
    'service_market_part_state{capability="chains",source="Tradier",state="failing"} 1',
    'service_market_part_state{capability="chains",source="Tradier",state="denied"} 0',
  ])
  setCapabilities(provides(['quotes'], provisionOf('Massive', 'working')))
  expect(await seriesOf()).toEqual([
    'service_market_part_state{capability="quotes",source="Massive",state="working"} 1',
    'service_market_part_state{capability="quotes",source="Massive",state="failing"} 0',
    'service_market_part_state{capability="quotes",source="Massive",state="denied"} 0',
  ])
})
