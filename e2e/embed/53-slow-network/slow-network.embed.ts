import { expect, test } from '#e2e/kit/fixtures.ts'

test('on a slow network the frame responds before its app has loaded: no TIMEOUT, and READY later', async ({
  host,
  page,
}) => {
  let arrive!: () => void
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/assets/main-*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await host.open('53-slow-network')
  await page.evaluate(() => window.tapPorts())
  await host.takeHeart()
  await host.start({ symbol: 'AAPL' })
  await expect.poll(() => page.evaluate(() => window.ports.length), 'hello').toBe(1)
  // Five seconds each: half a minute, three times the loader's timeout for the first message.
  for (let index = 0; index < 6; index++) {
    await host.beat(1)
    // The frame's message arrives as a separate task.
    await page.frames()[1]!.evaluate(() => new Promise((done) => setTimeout(done)))
    await host.settle()
  }
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  expect(await host.receivedPayloads('ERROR')).toEqual([])
  await expect(host.frames).toHaveCount(1)
  arrive()
  await host.ready()
  await host.widget.why.shows('IBM')
  expect(await host.receivedPayloads('ERROR')).toEqual([])
})
