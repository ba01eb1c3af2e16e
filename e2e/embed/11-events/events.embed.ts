import * as v from 'valibot'
import type { WidgetError } from '#contract/bridge/bridge.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

const price = v.pipe(v.number(), v.finite(), v.minValue(0))
/** A copy of spec 2.5 and contract/bridge/bridge.ts, so that payloads that deviate fail here. */
const Ticket = v.strictObject({
  symbol: v.pipe(v.string(), v.regex(/^[A-Z.]{1,6}$/)),
  strategyName: v.pipe(v.string(), v.minLength(3)),
  price: v.pipe(v.number(), v.finite()),
  optionLegs: v.pipe(
    v.array(
      v.strictObject({
        ask: price,
        bid: price,
        price,
        quantity: v.pipe(v.number(), v.integer()),
        expiry: v.pipe(v.string(), v.isoDate()),
        strike: price,
        legType: v.picklist(['Call', 'Put']),
        id: v.pipe(v.string(), v.minLength(10)),
      }),
    ),
    v.minLength(1),
  ),
  securityLegs: v.array(
    v.strictObject({ ask: price, bid: price, price, quantity: v.number(), symbol: v.string() }),
  ),
  disclosureVersion: v.pipe(v.string(), v.isoDate()),
  ticketId: v.pipe(v.string(), v.uuid()),
  time: v.pipe(v.string(), v.isoTimestamp()),
  simulated: v.boolean(),
  dataAsOf: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  orderType: v.literal('limit'),
  limit: v.pipe(v.number(), v.finite()),
})
const Failure = v.strictObject({
  name: v.optional(v.string()),
  code: v.string(),
  message: v.pipe(v.string(), v.minLength(1)),
  docs: v.pipe(v.string(), v.url()),
  errorId: v.optional(v.string()),
})

test('every event and command arrives with a payload of the documented shape', async ({ host }) => {
  await host.openReady('11-events', { symbol: 'AAPL', locale: 'en' })
  const [ready] = await host.receivedPayloads('READY')
  expect(ready).toBeInstanceOf(Date)

  await host.send('SET_SYMBOL', { symbol: 'MSFT', sentiment: 'Bearish' })
  expect(v.parse(v.string(), await host.waitForEvent('SYMBOL_CHANGED'))).toBe('MSFT')
  await host.widget.how.shows('MSFT')

  await host.send('SET_THEME', { theme: 'dark' })
  await expect(host.widget.root).toHaveAttribute('data-theme', 'dark')
  await host.send('SET_LOCALE', { locale: 'de' })
  await expect(host.widget.root).toHaveAttribute('lang', 'de')
  await host.send('SET_LOCALE', { locale: 'en' })
  await expect(host.widget.root).toHaveAttribute('lang', 'en')

  const ticket = await host.trade()
  if (ticket) expect(v.parse(Ticket, ticket).symbol).toBe('MSFT')
})

test(
  'an ERROR of the frame and an ERROR of the loader have the same form',
  { tag: '@extended' },
  async ({ host, site }) => {
    await host.open('11-events')
    await host.start({ symbol: '???' })
    const fromApp = v.parse(Failure, await host.error())
    await host.start({ destinationId: 'nowhere' })
    const fromLoader = v.parse(Failure, await host.error(2))
    expect([fromApp.docs, fromLoader.docs]).toEqual([
      `${site.widgetOrigin}/docs/errors#BAD_OPTION`,
      `${site.widgetOrigin}/docs/errors#DESTINATION_NOT_FOUND`,
    ])
    for (const { docs, code, message } of [fromApp, fromLoader]) {
      expect(message).toMatch(new RegExp(`^${code}: .{20,}`))
      const page = await fetch(docs.replace('widget.localhost', 'localhost'))
      expect(await page.text()).toContain(`id="${code}"`)
    }
  },
)

test('invalid commands have no effect, and each causes an ERROR', async ({ host }) => {
  await host.openReady('11-events', { symbol: 'AAPL', theme: 'light' })
  for (const payload of [{ symbol: '<img>' }, { symbol: 5 }, {}, { symbol: 'A'.repeat(16) }])
    await host.send('SET_SYMBOL', payload)
  await host.send('SET_THEME', { theme: 'neon' })
  await host.send('SET_LOCALE', { locale: 'xx' })
  // Commands keep their order: when this one has arrived, so have the others.
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.why.shows('IBM')
  await expect.poll(() => host.receivedPayloads('SYMBOL_CHANGED')).toEqual(['IBM'])
  await expect(host.widget.root).toHaveAttribute('data-theme', 'light')
  // Each of the first four is reported. An unknown language is no error: the nearest one is used.
  await host.waitForEvent('ERROR', 5)
  const errors = (await host.receivedPayloads('ERROR')) as WidgetError[]
  expect(errors.map(({ code, message }) => [code, message.split('. ')[0]])).toEqual([
    ...Array.from({ length: 4 }, () => [
      'BAD_COMMAND',
      'BAD_COMMAND: SET_SYMBOL: symbol must be a ticker such as AAPL or BRK.B',
    ]),
    [
      'BAD_COMMAND',
      'BAD_COMMAND: SET_THEME: theme must be light, dark, three-panel-light, three-panel-dark or auto',
    ],
  ])
})
