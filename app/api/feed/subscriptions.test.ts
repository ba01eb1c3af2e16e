/** Subscriptions and their synchronisation, tested through the messages of the feed. */
import { beforeEach, describe, expect, test } from 'vitest'
import { open, settle, socket, setUpFeed, subscribe } from './feed.fixture.ts'

setUpFeed()

describe('subscriptions', () => {
  beforeEach(async () => {
    await open()
    socket().accept()
    await settle()
  })

  test('are reference-counted: the last unsubscribe is sent', async () => {
    const stopFirst = await subscribe('AAPL')
    const stopSecond = await subscribe('AAPL', 'KO')
    stopFirst()
    await settle()
    stopSecond()
    await settle()
    expect(socket().sent).toEqual([
      { type: 'subscribe', symbols: ['AAPL'] },
      { type: 'subscribe', symbols: ['KO'] },
      { type: 'unsubscribe', symbols: ['AAPL', 'KO'] },
    ])
  })

  test('cause no message if removed and added again in the same task', async () => {
    const stop = await subscribe('AAPL')
    stop()
    await subscribe('AAPL')
    expect(socket().sent).toEqual([{ type: 'subscribe', symbols: ['AAPL'] }])
  })

  test('never exceed 100 symbols', async () => {
    await subscribe(...Array.from({ length: 120 }, (_, index) => `S${index}`))
    expect((socket().sent[0] as { symbols: string[] }).symbols).toHaveLength(100)
  })

  test('to options are grouped by symbol; beyond 12 in total the oldest are dropped', async () => {
    await subscribe('AAPL', 'AAPL AAPL270115C00240000', 'AAPL AAPL270115P00210000', 'KO KO270115C00070000')
    const unsubscribe = await subscribe('AAPL AAPL270319C00240000')
    unsubscribe()
    await settle()
    expect(socket().sent).toEqual([
      { type: 'subscribe', symbols: ['AAPL'] },
      {
        type: 'subscribe-options',
        symbol: 'AAPL',
        contracts: ['AAPL270115C00240000', 'AAPL270115P00210000'],
      },
      { type: 'subscribe-options', symbol: 'KO', contracts: ['KO270115C00070000'] },
      { type: 'subscribe-options', symbol: 'AAPL', contracts: ['AAPL270319C00240000'] },
      { type: 'unsubscribe-options', symbol: 'AAPL', contracts: ['AAPL270319C00240000'] },
    ])
    await subscribe(...Array.from({ length: 20 }, (_, index) => `F F27011500${index}`))
    const messages = socket().sent.slice(5) as { type: string; symbol: string; contracts: string[] }[]
    expect(messages.map(({ type, symbol, contracts }) => [type, symbol, contracts.length])).toEqual([
      ['unsubscribe-options', 'AAPL', 2],
      ['unsubscribe-options', 'KO', 1],
      ['subscribe-options', 'F', 12],
    ])
  })
})
