import { beforeEach, describe, expect, test, vi } from 'vitest'
import { closeCodes, flushMs } from '#contract/feed.ts'
import { stubFetch } from '#app/testing/fake-network.ts'
import {
  FakeSocket,
  live,
  open,
  page,
  paint,
  quote,
  quotes,
  session,
  settle,
  socket,
  setUpFeed,
  stopFeed,
  stopLater,
  subscribe,
} from './feed.fixture.ts'

setUpFeed()

describe('connecting', () => {
  test('sends the instance, and a ticket first if there is no cookie', async () => {
    stubFetch(({ method, path }) =>
      method === 'POST' && path === '/feed/ticket' ? { body: { ticket: 't1' } } : undefined,
    )
    await open(true)
    await vi.waitFor(() => expect(FakeSocket.opened).toHaveLength(1))
    expect(socket().url).toBe('wss://widget.example/feed?instance=abc')
    socket().accept()
    expect(socket().sent[0]).toEqual({ type: 'ticket', ticket: 't1' })
  })

  test('sends existing subscriptions after hello, not before', async () => {
    await subscribe('AAPL', 'MSFT')
    await open()
    expect(socket().sent).toEqual([])
    socket().accept()
    await settle()
    expect(socket().sent).toEqual([{ type: 'subscribe', symbols: ['AAPL', 'MSFT'] }])
  })

  test('renews the session if the ticket is refused', async () => {
    let isRenewed = false
    session.renew.mockImplementation(() => Promise.resolve((isRenewed = true)))
    stubFetch(() => (isRenewed ? { body: { ticket: 't1' } } : 'session-ended'))
    await open(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(session.renew).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(FakeSocket.opened).toHaveLength(1))
  })
})

describe('quotes', () => {
  test('update the store once per animation frame with the latest value', async () => {
    await open()
    socket().accept()
    paint()
    const onChange = vi.fn()
    stopLater(live.subscribe(onChange))
    for (let price = 1; price <= 50; price++) socket().receive(quotes(quote('AAPL', price)))
    expect(onChange).not.toHaveBeenCalled()
    paint()
    expect(onChange).toHaveBeenCalledOnce()
    expect(live.getState().quotes['AAPL']?.last).toBe(50)
  })

  test('of a fast feed change lists once a second, all rows together, and other places five times a second', async () => {
    await open()
    socket().accept()
    socket().receive(quotes(quote('KO', 0), quote('XOM', 0), quote('AAPL', 0)))
    paint()
    const shown = { quotes: [] as number[], lists: [] as Record<string, number>[] }
    stopLater(
      live.subscribe((now, before) => {
        const { AAPL: selected } = now.quotes
        if (selected && selected !== before.quotes['AAPL']) shown.quotes.push(selected.last)
        if (now.listQuotes !== before.listQuotes)
          shown.lists.push(
            Object.fromEntries(Object.values(now.listQuotes!).map(({ symbol, last }) => [symbol, last])),
          )
      }),
    )
    for (let step = 1; step <= 400; step++) {
      await vi.advanceTimersByTimeAsync(10)
      socket().receive(quotes(quote('KO', step), quote('XOM', step), quote('AAPL', step)))
      paint()
      const { quotes: latest, listQuotes } = live.getState()
      expect(step - latest['AAPL']!.last, `step ${step}`).toBeLessThan(20)
      for (const symbol of ['KO', 'XOM', 'AAPL'])
        expect(step - listQuotes![symbol]!.last, `${symbol} ${step}`).toBeLessThan(100)
    }
    expect(shown.lists.map(({ KO: last }) => last)).toEqual([96, 192, 288, 384])
    for (const { KO: last, ...others } of shown.lists) expect(others).toEqual({ XOM: last, AAPL: last })
    expect(shown.quotes.length).toBeLessThanOrEqual(5 * 4 + shown.lists.length)
  })

  test('of messages at the interval of the service are shown at once', async () => {
    await open()
    socket().accept()
    for (let step = 1; step <= 20; step++) {
      socket().receive(quotes(quote('AAPL', step)))
      paint()
      expect(live.getState().quotes['AAPL']?.last).toBe(step)
      await vi.advanceTimersByTimeAsync(flushMs - 30)
    }
  })

  test('of a list that has become quiet show the last trade within a second', async () => {
    await open()
    socket().accept()
    for (const price of [1, 2, 3]) {
      socket().receive(quotes(quote('KO', price)))
      paint()
      await vi.advanceTimersByTimeAsync(50)
    }
    expect(live.getState().quotes['KO']?.last).toBe(1)
    await vi.advanceTimersByTimeAsync(900)
    paint()
    expect(live.getState().quotes['KO']?.last).toBe(3)
  })

  test('of a symbol without one are shown at once, and do not delay those of other symbols', async () => {
    await open()
    socket().accept()
    socket().receive(quotes(quote('KO', 1)))
    paint()
    for (let step = 1; step <= 9; step++) {
      await vi.advanceTimersByTimeAsync(100)
      socket().receive(quotes(quote('KO', 2), quote(`S${step}`, 5)))
      paint()
      expect(live.getState().quotes[`S${step}`]?.last).toBe(5)
    }
    expect(live.getState().quotes['KO']?.last).toBe(1)
    await vi.advanceTimersByTimeAsync(150)
    paint()
    expect(live.getState().quotes['KO']?.last).toBe(2)
  })

  test('of options update the store together with those of symbols', async () => {
    await open()
    socket().accept()
    const option = { id: 'AAPL270115C00240000', bid: 3.8, ask: 3.9, last: null, time: '2026-11-20T20:00:00Z' }
    socket().receive({ type: 'options', seq: 1, options: [option] })
    socket().receive({ type: 'options', seq: 2, options: [{ ...option, bid: 3.85 }] })
    socket().receive(quotes(quote('AAPL', 7)))
    paint()
    expect(live.getState()).toMatchObject({
      options: { [option.id]: { bid: 3.85 } },
      quotes: { AAPL: { last: 7 } },
    })
  })

  test('of options do not replace a newer quote, which a response has brought', async () => {
    await open()
    socket().accept()
    const newer = { id: 'AAPL270115C00240000', bid: 4, ask: 4.1, last: null, time: '2026-11-20T20:00:01Z' }
    live.setState({ options: { [newer.id]: newer } })
    socket().receive({
      type: 'options',
      seq: 1,
      options: [{ ...newer, bid: 3.8, time: '2026-11-20T20:00:00Z' }],
    })
    paint()
    expect(live.getState().options[newer.id]).toEqual(newer)
  })

  test('do not update the store without animation frames, as in a hidden tab', async () => {
    await open()
    socket().accept()
    socket().receive(quotes(quote('AAPL', 7)))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(live.getState().quotes).toEqual({})
  })

  test('are ignored if invalid', async () => {
    await open()
    socket().accept()
    for (const data of ['', 'null', '{"type":"quotes","quotes":[{"symbol":1}]}', '{"type":"other"}'])
      socket().onmessage?.({ data })
    paint()
    expect(live.getState()).toMatchObject({ quotes: {}, connection: 'live' })
  })
})

describe('a lost connection', () => {
  test('keeps the quotes, is reopened, and subscribes again', async () => {
    await subscribe('AAPL')
    await open()
    socket().accept()
    socket().receive(quotes(quote('AAPL', 7)))
    paint()
    socket().onclose?.({ code: 1006 })
    expect(live.getState()).toMatchObject({
      connection: 'reconnecting',
      stale: false,
      quotes: { AAPL: { last: 7 } },
    })
    await vi.advanceTimersByTimeAsync(500)
    expect(FakeSocket.opened).toHaveLength(2)
    socket().accept()
    await settle()
    paint()
    expect(socket().sent).toEqual([{ type: 'subscribe', symbols: ['AAPL'] }])
    expect(live.getState().connection).toBe('live')
  })

  test('does not take quotes along that came right before it: the list must not show older prices', async () => {
    await subscribe('KO', 'XOM')
    await open()
    socket().accept()
    socket().receive(quotes(quote('KO', 7)))
    paint()
    socket().receive(quotes(quote('KO', 8), quote('XOM', 9)))
    socket().onclose?.({ code: 1006 })
    expect(live.getState()).toMatchObject({
      connection: 'reconnecting',
      quotes: { KO: { last: 8 }, XOM: { last: 9 } },
    })
  })

  test('keeps quotes back while the user has paused the updates', async () => {
    await open()
    socket().accept()
    socket().receive(quotes(quote('KO', 7)))
    paint()
    live.setState({ pausedSince: 1 })
    socket().receive(quotes(quote('KO', 8)))
    socket().onclose?.({ code: 1006 })
    expect(live.getState().quotes['KO']?.last).toBe(7)
    live.setState({ pausedSince: undefined })
    paint()
    await vi.advanceTimersByTimeAsync(900)
    paint()
    expect(live.getState().quotes['KO']?.last).toBe(8)
  })

  test('is detected after two missed heartbeats', async () => {
    await open()
    socket().accept()
    paint()
    await vi.advanceTimersByTimeAsync(29_000)
    socket().receive({ type: 'heartbeat' })
    await vi.advanceTimersByTimeAsync(29_000)
    expect(FakeSocket.opened).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(FakeSocket.opened[0]?.closed).toBe(true)
    expect(FakeSocket.opened).toHaveLength(2)
  })

  test('is retried with growing delays, and immediately when the browser goes online', async () => {
    await open()
    for (const delay of [500, 1000, 2000]) {
      socket().onclose?.({ code: 1006 })
      const before = FakeSocket.opened.length
      await vi.advanceTimersByTimeAsync(delay - 1)
      expect(FakeSocket.opened).toHaveLength(before)
      await vi.advanceTimersByTimeAsync(1)
      expect(FakeSocket.opened).toHaveLength(before + 1)
    }
    socket().onclose?.({ code: 1006 })
    const before = FakeSocket.opened.length
    page.dispatchEvent(new Event('online'))
    await settle()
    expect(FakeSocket.opened).toHaveLength(before + 1)
  })

  test.each([closeCodes.sessionEnded, closeCodes.unauthenticated])(
    'renews the session first if closed with %i',
    async (code) => {
      await open()
      socket().accept()
      socket().onclose?.({ code })
      await vi.advanceTimersByTimeAsync(500)
      expect(session.renew).toHaveBeenCalledOnce()
      expect(FakeSocket.opened).toHaveLength(2)
    },
  )

  test('is retried if renewing the session fails temporarily', async () => {
    session.renew.mockResolvedValueOnce(false)
    await open()
    socket().onclose?.({ code: closeCodes.sessionEnded })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(FakeSocket.opened).toHaveLength(2)
    socket().onclose?.({ code: closeCodes.sessionEnded })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(session.renew).toHaveBeenCalledTimes(2)
    socket().accept()
    paint()
    expect(live.getState().connection).toBe('live')
  })

  test('is not reopened if the session has ended', async () => {
    session.isSessionOver = true
    session.renew.mockResolvedValue(false)
    await open()
    socket().accept()
    paint()
    socket().onclose?.({ code: closeCodes.sessionEnded })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(FakeSocket.opened).toHaveLength(1)
    expect(live.getState()).toMatchObject({ connection: 'offline', stale: true })
  })
})

describe('staleness', () => {
  test('takes the time of the last message from the market’s clock, if the market has one', async () => {
    await open()
    socket().accept()
    const now = '2026-07-08T15:00:00.000Z'
    socket().receive({ type: 'market', state: 'open', delayedSeconds: 0, simulated: true, asOf: null, now })
    paint()
    expect(live.getState().lastMessageAt).toBe(Date.parse(now))
    socket().receive({ type: 'heartbeat' })
    paint()
    expect(live.getState().lastMessageAt, 'every frame uses the market’s clock').toBe(Date.parse(now))
  })

  test('marks the data stale while the source does not respond, since the last message before that', async () => {
    await open()
    socket().accept()
    paint()
    const lastData = live.getState().lastMessageAt
    const market = { type: 'market', state: 'open', delayedSeconds: 0, simulated: false, asOf: null } as const
    await vi.advanceTimersByTimeAsync(1000)
    socket().receive({ ...market, stale: true })
    paint()
    expect(live.getState()).toMatchObject({ connection: 'live', stale: true, lastMessageAt: lastData })
    await vi.advanceTimersByTimeAsync(1000)
    socket().receive({ type: 'heartbeat' })
    paint()
    expect(live.getState(), 'a heartbeat brings no data').toMatchObject({
      stale: true,
      lastMessageAt: lastData,
    })
    socket().receive(market)
    paint()
    expect(live.getState().stale).toBe(false)
    expect(live.getState().lastMessageAt).toBeGreaterThan(lastData!)
  })

  test('marks the data stale after 5 s, and live again with the first message', async () => {
    await open()
    socket().accept()
    paint()
    socket().onclose?.({ code: 1006 })
    await vi.advanceTimersByTimeAsync(4900)
    expect(live.getState().stale).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(live.getState().stale).toBe(true)
    socket().accept()
    paint()
    expect(live.getState()).toMatchObject({ stale: false, connection: 'live' })
  })
})

test('closes the socket for the back/forward cache and opens it on return', async () => {
  await open()
  socket().accept()
  page.dispatchEvent(new Event('pagehide'))
  expect(socket().closed).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSocket.opened).toHaveLength(1)
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await settle()
  expect(FakeSocket.opened).toHaveLength(2)
})

test('closes when stopped and never reconnects', async () => {
  await open()
  socket().accept()
  stopFeed()
  expect(socket().closed).toBe(true)
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSocket.opened).toHaveLength(1)
})

describe('paused by the user', () => {
  const last = () => live.getState().quotes['AAPL']?.last
  beforeEach(async () => {
    await open()
    socket().accept()
    await subscribe('AAPL')
    socket().receive(quotes(quote('AAPL', 100)))
    paint()
  })

  test('keeps the displayed quotes, and shows the latest ones on resumption', () => {
    const { lastMessageAt } = live.getState()
    live.setState({ pausedSince: lastMessageAt! })
    vi.setSystemTime(Date.now() + 60_000)
    for (const price of [101, 102]) {
      socket().receive(quotes(quote('AAPL', price)))
      paint()
    }
    expect([last(), live.getState().lastMessageAt]).toEqual([100, lastMessageAt])
    live.setState({ pausedSince: undefined })
    paint()
    expect(last()).toBe(102)
    expect(live.getState().lastMessageAt).toBe(Date.now())
  })

  test('removes a quote that may no longer be shown at once', () => {
    live.setState({ pausedSince: 0 })
    socket().receive({ type: 'problem', code: 'not-licensed', symbol: 'AAPL' })
    paint()
    expect([last(), live.getState().unlicensed]).toEqual([undefined, { AAPL: true }])
  })
})
