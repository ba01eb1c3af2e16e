/** The fake loader without a browser: tests of a page's own code that need no service. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sealState } from '#contract/bridge/state-text.ts'
import { TradeTicketSchema } from '#contract/bridge/ticket.ts'
import { parse } from 'valibot'
import type { WidgetInstance } from '#loader/widget.ts'
import { type FakeLoader, installFakeLoader, sampleError, sampleTicket } from './fake.ts'

let page: { serviceWidgetLoader?: FakeLoader['loader'] }
let fake: FakeLoader
beforeEach(() => {
  page = {}
  fake = installFakeLoader({ window: page })
})
afterEach(() => fake.uninstall())

const options = { destinationId: 'ideas', apiKey: 'pk_test_1', userId: 'u-1' }
const load = (changes: object = {}) => page.serviceWidgetLoader!.load('pro', { ...options, ...changes })
const payloadsOf = (widget: WidgetInstance, name: 'ERROR' | 'READY' | 'TRADE_TICKET_EXECUTE') => {
  const payloads: unknown[] = []
  widget.on(name, (payload: unknown) => payloads.push(payload))
  return payloads
}

test('records loads and commands', () => {
  const widget = load({ symbol: 'AAPL' })
  widget.postMessage('SET_SYMBOL', { symbol: 'MSFT', sentiment: 'Bullish' })
  widget.postMessage('SET_THEME', { theme: 'dark' })
  widget.postMessage('SET_SYMBOL', { symbol: 'NVDA' })
  expect(fake.loads).toEqual([{ widgetType: 'pro', options: { ...options, symbol: 'AAPL' } }])
  expect(fake.latest.options.symbol).toBe('AAPL')
  expect(fake.latest.commandsOf('SET_SYMBOL').map(({ symbol }) => symbol)).toEqual(['MSFT', 'NVDA'])
  expect(fake.latest.commands[1]).toEqual({ name: 'SET_THEME', payload: { theme: 'dark' } })
})

test('becomes ready once, on demand, and calls later listeners too', async () => {
  const ready = vi.fn<(widget: WidgetInstance) => void>()
  const widget = page.serviceWidgetLoader!.load('pro', options, ready)
  await Promise.resolve()
  expect(ready).not.toHaveBeenCalled()
  await fake.latest.becomeReady()
  expect(ready).toHaveBeenCalledExactlyOnceWith(widget)
  const latePayloads = payloadsOf(widget, 'READY')
  await Promise.resolve()
  expect(latePayloads).toEqual([expect.any(Date)])
})

test('becomes ready automatically if the test requests it', async () => {
  const other: typeof page = {}
  installFakeLoader({ window: other, autoReady: true })
  const ready = payloadsOf(other.serviceWidgetLoader!.load('pro', options), 'READY')
  await Promise.resolve()
  await Promise.resolve()
  expect(ready).toHaveLength(1)
})

test('sends a ticket to its listeners until they unsubscribe', async () => {
  const widget = load()
  const tickets: unknown[] = []
  const unsubscribe = widget.on('TRADE_TICKET_EXECUTE', (ticket) => tickets.push(ticket))
  expect(fake.latest.listensTo('TRADE_TICKET_EXECUTE')).toBe(true)
  const ticket = sampleTicket({ symbol: 'KO' })
  await fake.latest.emit('TRADE_TICKET_EXECUTE', ticket)
  unsubscribe()
  expect(fake.latest.listensTo('TRADE_TICKET_EXECUTE')).toBe(false)
  await fake.latest.emit('TRADE_TICKET_EXECUTE', sampleTicket())
  expect(tickets).toEqual([ticket])
})

test('the sample ticket matches the contract', () => {
  const ticket = sampleTicket()
  expect(parse(TradeTicketSchema, ticket)).toEqual(ticket)
})

test('each sample ticket has its own id, so that a page that drops repeated tickets receives all of them', () => {
  expect(new Set([sampleTicket(), sampleTicket(), sampleTicket()].map(({ ticketId }) => ticketId)).size).toBe(
    3,
  )
})

test('the frame of a widget loads no page, which happy-dom would report as an error', () => {
  const frame = { srcdoc: undefined as string | undefined, remove: () => undefined }
  const box = { ownerDocument: { createElement: () => frame }, appendChild: (child: unknown) => child }
  const document = { readyState: 'complete', getElementById: () => box }
  const other = { document } as unknown as typeof page
  installFakeLoader({ window: other })
  other.serviceWidgetLoader!.load('pro', options)
  expect(frame.srcdoc).toBe('')
})

test.each([
  ['a personal userId', { userId: 'me@example.com' }, 'userId'],
  ['a number as userId', { userId: 1842 }, 'userId'],
  ['no credential', { apiKey: undefined }, 'apiKey/authToken'],
  ['both credentials', { authToken: 't' }, 'apiKey/authToken'],
  ['an unknown theme', { theme: 'neon' }, 'theme'],
  ['a token in place of its function', { apiKey: undefined, getAuthToken: 'abc' }, 'getAuthToken'],
  ['a secret in the page', { secretKey: 'sk_test_1', userId: 'a b' }, 'userId,secretKey'],
])('refuses %s as the loader does, with its message', (_, changes, names) => {
  let thrown: unknown
  try {
    load(changes)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(Error)
  expect(thrown).toMatchObject({
    name: 'ServiceWidgetError',
    code: 'BAD_OPTION',
    message: `BAD_OPTION: ${names}`,
    docs: 'https://widget.example/docs/errors#BAD_OPTION',
  })
  expect(fake.widgets).toEqual([])
  expect(fake.loads).toMatchObject([{ error: thrown }])
})

test('reports an option that only the frame refuses, and keeps the widget', async () => {
  const errors = payloadsOf(load({ density: 'tight', accentColor: { light: '#000' } }), 'ERROR')
  await Promise.resolve()
  expect(errors).toMatchObject([
    { code: 'BAD_OPTION', message: expect.stringMatching(/density .*; accentColor must/) },
  ])
  expect(fake.latest.isDestroyed).toBe(false)
})

test('sends DESTINATION_NOT_FOUND if the page has no such element', async () => {
  const document = { readyState: 'complete', getElementById: () => null }
  const other = { document } as unknown as typeof page
  installFakeLoader({ window: other })
  const errors = payloadsOf(other.serviceWidgetLoader!.load('pro', options), 'ERROR')
  await Promise.resolve()
  expect(errors).toMatchObject([{ code: 'DESTINATION_NOT_FOUND' }])
})

test('refuses unknown commands and events, and records none of them', async () => {
  const widget = load()
  const errors = payloadsOf(widget, 'ERROR')
  widget.postMessage('SET_THEME', { theme: 'neon' as 'dark' })
  widget.postMessage('OPEN_DOOR' as 'SET_LOCALE', { locale: 'de' })
  widget.on('ORDERED' as 'READY', () => undefined)
  await new Promise((done) => {
    setTimeout(done, 0)
  })
  expect(errors).toMatchObject([{ code: 'BAD_COMMAND' }, { code: 'BAD_COMMAND' }, { code: 'UNKNOWN_EVENT' }])
  expect(fake.latest.commands).toEqual([])
})

test('a second widget in the same destination destroys the first one, which then emits nothing', async () => {
  const first = load()
  const tickets = payloadsOf(first, 'TRADE_TICKET_EXECUTE')
  load()
  const [destroyed, current] = fake.widgets
  await destroyed!.emit('TRADE_TICKET_EXECUTE', sampleTicket())
  expect(tickets).toEqual([])
  expect([destroyed!.isDestroyed, current!.isDestroyed]).toEqual([true, false])
  expect(page.serviceWidgetLoader!.diagnose()).toHaveLength(2)
})

test('requests a token from the page like the frame, and rejects with the page’s reason', async () => {
  load({ apiKey: undefined, authToken: 't-1', getAuthToken: async () => 't-2' })
  await expect(fake.latest.askForToken()).resolves.toBe('t-2')
  load({ apiKey: undefined, authToken: 't-1', getAuthToken: () => Promise.reject(new Error('503')) })
  await expect(fake.latest.askForToken()).rejects.toThrow('503')
})

test('emits an error on demand', async () => {
  const errors = payloadsOf(load(), 'ERROR')
  await fake.latest.fail('AUTH')
  expect(errors).toMatchObject([{ code: 'AUTH', docs: sampleError('AUTH').docs }])
})

test('uninstall removes the fake loader from the page', () => {
  fake.uninstall()
  expect(page).toEqual({})
})

test('getState returns the option and then the last reported state; a damaged one is BAD_OPTION', async () => {
  const state = sealState('AAPL')
  const widget = load({ state })
  expect(widget.getState()).toBe(state)
  await fake.latest.emit('STATE_CHANGED', sealState('KO'))
  expect(widget.getState()).toBe(sealState('KO'))
  const errors = payloadsOf(load({ state: `${state}x` }), 'ERROR')
  await Promise.resolve()
  await Promise.resolve()
  expect(errors).toMatchObject([
    { code: 'BAD_OPTION', message: expect.stringContaining('cut off or changed') as string },
  ])
})
