/** Tests that every transport must pass. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bridgeNamespace } from '#contract/bridge/bridge.ts'
import {
  sideFactories,
  type EmbeddingSide,
  listener,
  prepareFrame,
  restoreFrame,
  start,
  startWidget,
  stopWidget,
} from './embedding-side.fixture.ts'

beforeEach(prepareFrame)
afterEach(restoreFrame)

describe.each(Object.entries(sideFactories))('%s', (_name, createSide) => {
  let side: EmbeddingSide
  beforeEach(() => {
    side = createSide()
  })

  test('sends hello first, then passes the options and credentials of `start` to the app', async () => {
    await startWidget(side)
    expect(side.sent).toEqual([
      {
        ns: bridgeNamespace,
        type: 'hello',
        id: expect.stringMatching(/^[\w-]{4,64}$/),
        protocol: 1,
        min: 1,
        app: expect.stringMatching(/^\d+\.\d+\.\d+/),
      },
    ])
    expect(listener.start.mock.calls[0]!.slice(0, 2)).toEqual([start, side.origin])
  })

  test('ignores a second start', async () => {
    await startWidget(side)
    side.post({ ...start, widgetType: 'pro' })
    side.post({ type: 'ping' })
    await expect.poll(() => side.sent).toContainEqual({ type: 'pong' })
    expect(listener.start).toHaveBeenCalledOnce()
  })

  test('handles commands and destroy in order, and responds to pings', async () => {
    await startWidget(side)
    const order: string[] = []
    listener.command.mockImplementation((command) => order.push(command.name))
    listener.destroy.mockImplementation(() => order.push('destroy'))
    const symbol = { type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'MSFT', sentiment: 'Bearish' } }
    side.post(symbol)
    side.post({ type: 'command', name: 'SET_THEME', payload: { theme: 'dark' } })
    side.post({ type: 'ping' })
    side.post({ type: 'destroy' })
    await expect.poll(() => order).toEqual(['SET_SYMBOL', 'SET_THEME', 'destroy'])
    expect(listener.command.mock.calls[0]).toEqual([symbol])
    await expect.poll(() => side.sent).toContainEqual({ type: 'pong' })
  })

  test('sends ready once, and events and errors as they occur', async () => {
    const page = await startWidget(side)
    page.ready()
    page.ready()
    page.emit('SYMBOL_CHANGED', 'MSFT')
    page.reportError('AUTH', 'no')
    await expect.poll(() => side.sent.length).toBe(4)
    expect(side.sent.slice(1)).toEqual([
      { type: 'ready', state: 'ready' },
      { type: 'event', name: 'SYMBOL_CHANGED', payload: 'MSFT' },
      {
        type: 'event',
        name: 'ERROR',
        payload: { code: 'AUTH', message: 'AUTH: no', docs: `${location.origin}/docs/errors#AUTH` },
      },
    ])
  })

  test('requests a token and passes on the token or the reason of a refusal', async () => {
    const page = await startWidget(side)
    const token = page.requestToken()
    await expect.poll(() => side.sent).toContainEqual({ type: 'need-token' })
    side.post({ type: 'token', authToken: 'fresh' })
    await expect(token).resolves.toBe('fresh')
    const refused = page.requestToken()
    side.post({ type: 'token', reason: 'signed out' })
    await expect(refused).rejects.toThrow('signed out')
  })

  test('ignores invalid messages', async () => {
    await startWidget(side)
    side.sendInvalid(side.post)
    side.post({ type: 'ping' })
    await expect.poll(() => side.sent).toContainEqual({ type: 'pong' })
    expect(listener.start).toHaveBeenCalledOnce()
    expect(listener.command).not.toHaveBeenCalled()
    expect(listener.destroy).not.toHaveBeenCalled()
  })

  test('neither receives nor sends after it was stopped', async () => {
    const page = await startWidget(side)
    stopWidget()
    page.emit('SYMBOL_CHANGED', 'MSFT')
    side.post({ type: 'destroy' })
    // Messages keep their order per port only. A stopped widget confirms nothing, so this round trip through another
    // port gives the earlier messages time to arrive.
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = resolve
      port2.postMessage(0)
    })
    expect(side.sent).toHaveLength(1)
    expect(listener.destroy).not.toHaveBeenCalled()
  })
})
