import { expect, test } from '#e2e/kit/fixtures.ts'

test('on a slow network the frame responds before its app has loaded: no TIMEOUT, and READY later', async ({
  host,
  page,
}) => {
  let releaseApp!: () => void
  const released = new Promise<void>((resolve) => (releaseApp = resolve))
  await page.route('**/assets/main-*.js', async (route) => {
    await released
    await route.continue()
  })
  await host.open('53-slow-network')
  await page.evaluate(() => window.recordPorts())
  await host.controlHeartbeat()
  await host.start({ symbol: 'AAPL' })
  await expect.poll(() => page.evaluate(() => window.ports.length), 'hello').toBe(1)
  // Six heartbeats stand for half a minute, three times the loader's timeout for the first message.
  for (let index = 0; index < 6; index++) {
    await host.heartbeat(1)
    // The frame's message arrives as a separate task.
    await page.frames()[1]!.evaluate(() => new Promise((done) => setTimeout(done)))
    await host.settle()
  }
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  expect(await host.receivedPayloads('ERROR')).toEqual([])
  await expect(host.frames).toHaveCount(1)
  releaseApp()
  await host.ready()
  await host.widget.why.shows('IBM')
  expect(await host.receivedPayloads('ERROR')).toEqual([])
})
