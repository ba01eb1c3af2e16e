import { beforeEach, describe, expect, test, vi } from 'vitest'
import { closeCodes, type ServerFrame } from '#contract/feed.ts'
import { backOff } from '#app/api/back-off.ts'
import {
  live,
  onRevoked,
  open,
  paint,
  quote,
  quotes,
  settle,
  socket,
  setUpFeed,
  subscribe,
} from './feed.fixture.ts'

setUpFeed()

describe('quotes that the partner may not show', () => {
  const refusal = (subject: { symbol: string } | { contract: string }): ServerFrame => ({
    type: 'problem',
    code: 'not-licensed',
    ...subject,
  })
  const contract = 'AAPL270115C00255000'
  const option = { id: contract, bid: 1, ask: 2, last: null, time: '2026-11-20T20:00:00Z' }
  beforeEach(async () => {
    await open()
    socket().accept()
    await settle()
  })

  test('are not requested again on the same connection, and requested on the next', async () => {
    const stop = await subscribe('AAPL')
    socket().receive(refusal({ symbol: 'AAPL' }))
    stop()
    await settle()
    await subscribe('AAPL', 'KO')
    expect(socket().sent, 'no unsubscribe: the server has removed the subscription').toEqual([
      { type: 'subscribe', symbols: ['AAPL'] },
      { type: 'subscribe', symbols: ['KO'] },
    ])
    socket().onclose?.({ code: closeCodes.goingAway })
    await vi.advanceTimersByTimeAsync(backOff(1))
    socket().accept()
    expect(socket().sent).toEqual([{ type: 'subscribe', symbols: ['AAPL', 'KO'] }])
  })

  test('of an option are not requested again', async () => {
    const stop = await subscribe(`AAPL ${contract}`)
    socket().receive(refusal({ contract }))
    paint()
    expect(live.getState().unlicensed).toEqual({ [contract]: true })
    stop()
    await subscribe(`AAPL ${contract}`)
    expect(socket().sent).toEqual([{ type: 'subscribe-options', symbol: 'AAPL', contracts: [contract] }])
  })

  test('are removed from the displayed values, and each removal calls onRevoked', async () => {
    await subscribe('AAPL', 'KO', `AAPL ${contract}`)
    socket().receive(quotes(quote('AAPL', 100), quote('KO', 50)))
    socket().receive({ type: 'options', seq: 1, options: [option] })
    paint()
    socket().receive(refusal({ symbol: 'AAPL' }))
    expect(onRevoked).toHaveBeenCalledTimes(1)
    socket().receive(refusal({ contract }))
    expect(onRevoked).toHaveBeenCalledTimes(2)
    paint()
    expect(live.getState()).toMatchObject({
      quotes: { KO: { last: 50 } },
      options: {},
      unlicensed: { AAPL: true, [contract]: true },
    })
    expect(Object.keys(live.getState().quotes)).toEqual(['KO'])
  })

  test('that were never shown do not cause a call of onRevoked', async () => {
    await subscribe('AAPL')
    socket().receive(refusal({ symbol: 'AAPL' }))
    paint()
    expect(onRevoked).not.toHaveBeenCalled()
    expect(live.getState().unlicensed).toEqual({ AAPL: true })
  })

  test('are shown again once the feed sends them', async () => {
    await subscribe('AAPL')
    socket().receive(refusal({ symbol: 'AAPL' }))
    paint()
    socket().receive(quotes(quote('AAPL', 100)))
    paint()
    expect(live.getState()).toMatchObject({ quotes: { AAPL: { last: 100 } }, unlicensed: {} })
    expect(live.getState().unlicensed).toEqual({})
  })

  test('leave their place within the limit to others', async () => {
    const symbols = Array.from({ length: 101 }, (_, index) => `S${index}`)
    await subscribe(...symbols)
    socket().receive(refusal({ symbol: 'S100' }))
    expect(socket().sent.at(-1)).toEqual({ type: 'subscribe', symbols: ['S0'] })
  })

  test('a problem of another kind changes nothing', async () => {
    await subscribe('AAPL')
    socket().receive({ type: 'problem', code: 'symbol-unknown', symbol: 'AAPL' })
    paint()
    expect(live.getState().unlicensed).toEqual({})
  })
})
