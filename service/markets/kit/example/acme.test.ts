import { marketSuite } from '#service/markets/market.suite.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { acmeKey, acmeUrl, createAcmeServer } from './acme.fixture.ts'
import { openAcme } from './example-source.ts'

const clock = () => new Date('2026-11-20T18:00:00Z')
const choice = { kind: 'acme', key: acmeKey, url: acmeUrl, riskFreeRate: 0.04 }

marketSuite('acme', async () => {
  const { fetch } = createAcmeServer(simulatedMarket({ seed: 1, clock }))
  return openAcme(choice, { log: () => {}, clock, fetch })
})
