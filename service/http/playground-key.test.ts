/** The market that the published key of the playground reads, with the requests of a program. */
import { expect, test, vi } from 'vitest'
import type { FullTradeIdeas } from '#contract/responses/lists/full-ideas.ts'
import { ensurePlayground } from '#service/access/demo.ts'
import type { PlaygroundMarket } from '#service/shared/config.ts'
import { batchOf, syntheticIdea } from '#service/testing/ideas.ts'
import { bearer, dataPath, makeTestService, partnerOrigin } from '#service/testing/test-service.ts'

// The first request waits for the scan of the test market.
vi.setConfig({ testTimeout: 60_000 })

/** Opens a session with the published key, and reads the ideas by bearer token and by cookie. */
async function readIdeas(playgroundMarket: PlaygroundMarket) {
  const testService = await makeTestService({ playgroundMarket })
  const { service, store } = testService
  await store.batches.publish(batchOf(syntheticIdea('AAPL')))
  const { operator } = service.access
  const apiKey = await ensurePlayground({ store, operator, hash: service.hash }, [partnerOrigin])
  const issued = await testService.post('/Token', { apiKey, userId: 'user-1' })
  const { access_token: token } = (await issued.json()) as { access_token: string }
  const body = { origin: partnerOrigin, instance: 'instance-9' }
  const opened = await testService.post('/setCookie', body, bearer(token))
  expect(opened.status).toBe(200)
  const cookie = {
    Cookie: opened.headers.get('set-cookie')!.split(';')[0]!,
    'Widget-Instance': 'instance-9',
    'Sec-Fetch-Site': 'same-origin',
  }
  const symbolsFor = async (headers: Record<string, string>) => {
    const response = await testService.get(`${dataPath}/what/tradeideas`, headers)
    return ((await response.json()) as FullTradeIdeas).tradeIdeas.map(({ symbol }) => symbol)
  }
  // The second request by cookie is served without a store query.
  const read = [await symbolsFor(bearer(token)), await symbolsFor(cookie), await symbolsFor(cookie)]
  return { read, demo: await symbolsFor(bearer((await testService.session()).token)) }
}

test('the key of the playground reads the configured market if it is set so', async () => {
  expect(await readIdeas('configured')).toEqual({ read: [['AAPL'], ['AAPL'], ['AAPL']], demo: ['AAPL'] })
})

test('the key of the playground reads the test market otherwise, and the demo the configured one', async () => {
  const { read, demo } = await readIdeas('test')
  for (const symbols of read) {
    expect(symbols.length).toBeGreaterThanOrEqual(5)
    expect(symbols).not.toContain('AAPL')
  }
  expect(demo).toEqual(['AAPL'])
})
