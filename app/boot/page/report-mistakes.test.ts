/** The errors that the page receives for its invalid commands and listeners. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeMailbox } from '#app/bridge/mailbox.ts'
import { makeState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import type { App } from '#app/boot/app.ts'
import { reportMistakes } from './report-mistakes.ts'

const instance = 'abcdef0123456789'

function open() {
  const reported: string[][] = []
  const pageMessages = makeMailbox(() => undefined)
  const state = makeState()
  const app = {
    state,
    instance,
    pageMessages,
    page: { reportError: (...error: string[]) => reported.push(error) },
  } as unknown as App
  return {
    reported,
    subscribedEvents: () => [...useHost.of(state).getState().subscribedEvents],
    start: () => reportMistakes(app),
    command: (name: string, payload?: unknown) => pageMessages.accept({ type: 'command', name, payload }, ''),
    listener: (name: string) => pageMessages.accept({ type: 'listener', name }, ''),
  }
}

beforeEach(() => {
  const entries = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  })
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
  page.command('TICKET_RECEIVED', { ticketId: 't', reference: '7' })
  await expect.poll(() => page.reported).toHaveLength(3)
  expect(page.reported.map(([code]) => code)).toEqual(['BAD_COMMAND', 'UNKNOWN_EVENT', 'BAD_COMMAND'])
  expect(page.reported.map(([, text]) => /did you mean (\w+)/.exec(text!)![1])).toEqual([
    'Bullish',
    'READY',
    'SET_THEME',
  ])
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

test('reports each mistake once, also after a reload of the frame, until the widget is destroyed', async () => {
  const makeMistakes = ({ command }: ReturnType<typeof open>) => {
    for (let count = 0; count < 3; count++) command('SET_THEME', { theme: 'pink' })
    command('SET_LOCALE', {})
  }
  const first = open()
  const stop = first.start()
  makeMistakes(first)
  await expect.poll(() => first.reported).toHaveLength(2)

  const reloaded = open()
  reloaded.start()
  makeMistakes(reloaded)
  reloaded.command('SET_THEME', { theme: 'blue' })
  reloaded.command('NEWS', {})
  await expect.poll(() => reloaded.reported).toHaveLength(1)
  expect(reloaded.reported[0]![1]).toContain('NEWS is not a command')

  stop()
  const restarted = open()
  restarted.start()
  makeMistakes(restarted)
  await expect.poll(() => restarted.reported).toHaveLength(2)
})

test('reports at most 30 mistakes', async () => {
  const page = open()
  page.start()
  for (let index = 0; index < 100; index++) page.command(`NAME_${index}`, {})
  await expect.poll(() => page.reported.length).toBeGreaterThan(0)
  await vi.dynamicImportSettled()
  expect(page.reported).toHaveLength(30)
})
