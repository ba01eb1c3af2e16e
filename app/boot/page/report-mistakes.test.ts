/** The errors that the page receives for its invalid commands and listeners. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeMailbox } from '#app/bridge/mailbox.ts'
import { makeState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import { useTicketResponses } from '#app/state/order/ticket-responses.ts'
import type { App } from '#app/boot/app.ts'
import { reportMistakes } from './report-mistakes.ts'

const instance = 'abcdef0123456789'

function open() {
  /** Errors with a line on the console, and all errors. */
  const reported: string[][] = []
  const errors: string[] = []
  const pageMessages = makeMailbox(() => undefined)
  const state = makeState()
  const app = {
    state,
    instance,
    pageMessages,
    page: {
      reportError: (...error: string[]) => {
        reported.push(error)
        errors.push(error.join(': '))
      },
      emit: (_: string, { message }: { message: string }) => errors.push(message),
    },
  } as unknown as App
  return {
    reported,
    errors: () => errors,
    subscribedEvents: () => [...useHost.of(state).getState().subscribedEvents],
    ticketResponses: () => useTicketResponses.of(state).getState(),
    start: () => reportMistakes(app),
    command: (name: string, payload?: unknown) => pageMessages.accept({ type: 'command', name, payload }, ''),
    listener: (name: string, payload?: boolean) =>
      pageMessages.accept({ type: 'listener', name, payload }, ''),
  }
}

beforeEach(() => {
  const entries = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  })
  vi.stubGlobal('location', { origin: 'https://widget.example' })
})
afterEach(() => vi.unstubAllGlobals())

test('reports mistakes that the page made before and after the start, and ignores valid messages', async () => {
  const page = open()
  page.command('SET_SYMBOL', { symbol: 'KO', sentiment: 'bullish' })
  page.command('SET_SYMBOL', { symbol: 'KO' })
  page.listener('READY')
  page.listener('ready')
  page.start()
  page.command('SET_TEHME', { theme: 'dark' })
  page.command('SET_THEME', { theme: 'dark' })
  page.command('SET_THEME', { radius: '4px', accentColor: null, fontFamily: 'Georgia' })
  page.command('SET_THEME', { radius: '4vw', fontFamily: 'url(x)' })
  page.command('TICKET_RECEIVED', { ticketId: 't', reference: '7' })
  await expect.poll(() => page.reported).toHaveLength(4)
  expect(page.reported.map(([code]) => code)).toEqual([
    'BAD_COMMAND',
    'UNKNOWN_EVENT',
    'BAD_COMMAND',
    'BAD_COMMAND',
  ])
  expect(page.reported.pop()![1]).toMatch(
    /^SET_THEME: fontFamily must be a list .*; radius must be a length .* Expected/,
  )
  expect(page.reported.map(([, text]) => /did you mean (\w+)/.exec(text!)![1])).toEqual([
    'Bullish',
    'READY',
    'SET_THEME',
  ])
})

test('records the page’s responses to tickets, also those from before the start, until it is stopped', async () => {
  const page = open()
  page.command('TICKET_RECEIVED', { ticketId: 'a', reference: ' A-1 ' })
  const stop = page.start()
  page.command('TICKET_RECEIVED', { ticketId: 'b', refusal: 'No.' })
  page.command('TICKET_RECEIVED', { ticketId: '' })
  await expect
    .poll(() => page.ticketResponses())
    .toEqual({
      a: { ticketId: 'a', reference: 'A-1' },
      b: { ticketId: 'b', refusal: 'No.' },
    })
  stop()
  page.command('TICKET_RECEIVED', { ticketId: 'c' })
  expect(page.ticketResponses()).not.toHaveProperty('c')
})

test('records the events that the page listens to, in any order', async () => {
  const page = open()
  page.listener('READY')
  page.start()
  await expect.poll(() => page.subscribedEvents()).toEqual(['READY'])
  page.listener('TRADE_TICKET_EXECUTE')
  page.listener('READY')
  expect(page.subscribedEvents()).toEqual(['READY', 'TRADE_TICKET_EXECUTE'])
})

test('reports every refused command, and has each sentence on the console once', async () => {
  const page = open()
  page.start()
  const holdings = (shares: unknown) =>
    page.command('SET_HOLDINGS', { holdings: [{ symbol: 'AAPL', shares }] })
  holdings(-1)
  holdings('12')
  page.command('SET_HOLDINGS', { holdings: [{ symbol: 'AAPL', shares: 300 }] })
  holdings('300')
  await expect.poll(() => page.errors()).toHaveLength(3)
  expect(new Set(page.errors())).toEqual(
    new Set([expect.stringMatching(/^BAD_COMMAND: SET_HOLDINGS: holdings\[0\]\.shares/)]),
  )
  expect(page.reported, 'with the console').toHaveLength(1)
})

test('ignores the messages that the loader repeats after a reload, and reports later ones', async () => {
  const first = open()
  const stop = first.start()
  first.command('SET_THEME', { theme: 'pink' })
  await expect.poll(() => first.errors()).toHaveLength(1)

  const reloaded = open()
  reloaded.command('SET_THEME', { theme: 'pink' })
  reloaded.start()
  await Promise.resolve()
  await Promise.resolve()
  reloaded.command('NEWS', {})
  reloaded.command('SET_THEME', { theme: 'blue' })
  await expect.poll(() => reloaded.errors()).toHaveLength(2)
  expect(reloaded.errors()[0]).toContain('NEWS is not a command')
  expect(reloaded.reported, 'the console has the theme from before the reload').toHaveLength(1)

  stop()
  const restarted = open()
  restarted.command('SET_THEME', { theme: 'pink' })
  restarted.start()
  await expect.poll(() => restarted.reported).toHaveLength(1)
})

test('a flood of mistakes causes 30 errors at once, then one a second', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const page = open()
  page.start()
  for (let index = 0; index < 100; index++) page.command(`NAME_${index}`, {})
  await expect.poll(() => page.reported.length).toBe(30)
  await vi.dynamicImportSettled()
  expect(page.errors()).toHaveLength(30)
  now.mockReturnValue(2000)
  for (let index = 0; index < 100; index++) page.command('NAME_0', {})
  await expect.poll(() => page.errors().length).toBe(32)
  now.mockRestore()
})

test('reports a callback that is no function, and accepts the functions of new and older loaders', async () => {
  const page = open()
  page.start()
  page.listener('READY', false)
  page.listener('CONNECTION')
  page.listener('SYMBOL_CHANGED', true)
  await expect
    .poll(() => page.reported)
    .toEqual([['BAD_OPTION', "on('SYMBOL_CHANGED', callback): callback must be a function"]])
})
