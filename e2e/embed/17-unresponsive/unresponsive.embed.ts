import { expect, test } from '#e2e/kit/fixtures.ts'

test('a frame that hangs is reloaded once with its state, and removed the second time', async ({
  host,
  page,
}) => {
  // A mute frame accepts its port and never sends pong.
  let remainingMuteLoads = 0
  await page.route('**/widget?*', (route) =>
    remainingMuteLoads-- > 0
      ? route.fulfill({
          contentType: 'text/html',
          body: `<script>parent.postMessage({ ns: 'service-widget', type: 'hello', id: name, protocol: 1, min: 1, app: '0' }, '*')</script>`,
        })
      : route.continue(),
  )
  remainingMuteLoads = 1
  await host.open('17-unresponsive')
  await page.evaluate(() => window.recordPorts())
  await host.controlHeartbeat()
  await host.start({ symbol: 'IBM' })
  await expect.poll(() => page.evaluate(() => window.ports.length)).toBe(1)
  await host.heartbeat(3)
  expect(await host.receivedPayloads('ERROR')).toEqual([])
  await host.heartbeat(1)
  expect(await host.error()).toMatchObject({ code: 'FRAME_LOST' })
  await host.ready()
  await host.widget.why.shows('IBM')

  // The frame stops responding a second time.
  await host.page
    .frames()
    .find((frame) => frame.url().includes('/widget?'))!
    .evaluate(() => {
      Object.defineProperty(MessagePort.prototype, 'postMessage', { value: () => undefined })
    })
  await host.heartbeat(4)
  expect(await host.error(2)).toMatchObject({ code: 'FRAME_LOST' })
  await expect(host.box()).toHaveText('ERROR FRAME_LOST')
  await expect(host.frames).toHaveCount(0)
})

test(
  'a frame that responds, or is on a hidden page, is never reported as lost',
  { tag: '@extended' },
  async ({ host, page }) => {
    await host.open('17-unresponsive')
    await host.controlHeartbeat()
    await host.start()
    await host.ready()
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, value: true }))
    await host.heartbeat(20)
    await page.evaluate(() => Reflect.deleteProperty(document, 'hidden'))
    for (let index = 0; index < 6; index++) {
      await host.heartbeat(1)
      // The frame's message arrives as a separate task.
      await host.widget.root.evaluate(() => new Promise((done) => setTimeout(done)))
      await host.settle()
    }
    expect(await host.receivedPayloads('ERROR')).toEqual([])
    await expect(host.frames).toHaveCount(1)
  },
)
