import { expect, test } from '#e2e/kit/fixtures.ts'

test('an interrupted feed reconnects automatically and subscribes again', async ({ host, page, site }) => {
  let connections = 0
  const disconnects: (() => void)[] = []
  await page.routeWebSocket(/\/feed/, (socket) => {
    connections++
    const server = socket.connectToServer()
    disconnects.push(() => void Promise.all([socket.close({ code: 1012 }), server.close()]))
  })
  await host.openReady('51-feed', { symbol: 'AAPL' })
  await expect.poll(() => connections).toBe(1)
  disconnects[0]!()
  await expect.poll(() => connections, { timeout: 15_000 }).toBeGreaterThan(1)
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.why.shows('IBM')
  expect(await host.receivedPayloads('ERROR')).toEqual([])
  // /readyz responds with 503 until the first scan has finished; any other line would be a request of the widget.
  const failures = site
    .log()
    .split('\n')
    .filter((line) => line.includes('"request-failed"') && !line.includes('"route":"readyz"'))
  expect(failures).toEqual([])
})
