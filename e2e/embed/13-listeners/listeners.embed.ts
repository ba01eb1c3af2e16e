import { expect, test } from '#e2e/kit/fixtures.ts'

test('an exception in a listener is reported to the page and affects no other listener', async ({
  host,
  page,
}) => {
  await host.open('13-listeners')
  await page.evaluate(() => {
    const widget = window.serviceWidgetLoader!.load('pro', window.options())
    widget.on('READY', () => {
      throw Error('the page’s own')
    })
    window.widget = window.recordEvents(widget)
  })
  await host.ready()
  expect(host.uncaughtErrors).toEqual(['the page’s own'])
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await expect.poll(() => host.receivedPayloads('SYMBOL_CHANGED')).toContain('IBM')
})

test(
  'a listener may unsubscribe itself and others, and a late listener still receives READY',
  { tag: '@extended' },
  async ({ host, page }) => {
    await host.openReady('13-listeners', { symbol: 'AAPL' })
    const isReadyReceived = await page.evaluate(async () => {
      const received: string[] = []
      const stop = window.widget.on('SYMBOL_CHANGED', (symbol) => {
        received.push(`once ${symbol}`)
        stop()
        stopOther()
      })
      const stopOther = window.widget.on('SYMBOL_CHANGED', (symbol) => received.push(`other ${symbol}`))
      Object.assign(window, { received })
      return new Promise((done) => window.widget.on('READY', (when) => done(when instanceof Date)))
    })
    expect(isReadyReceived).toBe(true)
    await host.send('SET_SYMBOL', { symbol: 'IBM' })
    // Reported once the service confirms the symbol; a symbol replaced before that is not reported.
    await expect.poll(() => host.receivedPayloads('SYMBOL_CHANGED')).toContain('IBM')
    await host.send('SET_SYMBOL', { symbol: 'MSFT' })
    await expect.poll(() => host.receivedPayloads('SYMBOL_CHANGED')).toContain('MSFT')
    expect(await page.evaluate(() => (window as unknown as { received: string[] }).received)).toEqual([
      'once IBM',
    ])
  },
)
