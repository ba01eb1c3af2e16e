/** The errors that the page receives for its invalid commands and listeners. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeMailbox } from '#app/bridge/mailbox.ts'
import { makeState } from '#app/state/app-state.ts'
import { useHost } from '#app/state/host.ts'
import type { App } from '#app/boot/app.ts'
import { tellMistakes } from './mistakes.ts'

const instance = 'abcdef0123456789'

function open() {
  const told: string[][] = []
  const remarks = makeMailbox(() => undefined)
  const state = makeState()
  const app = {
    state,
    instance,
    remarks,
    page: { fail: (...words: string[]) => told.push(words) },
  } as unknown as App
  return {
    told,
    listens: () => [...useHost.of(state).getState().listens],
    start: () => tellMistakes(app),
    command: (name: string, payload?: unknown) => remarks.take({ type: 'command', name, payload }, ''),
    listener: (name: string) => remarks.take({ type: 'listener', name }, ''),
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

test('mistakes are told in words, also those made before anybody looked; what is right is not', async () => {
  const page = open()
  page.command('SET_SYMBOL', { symbol: 'KO', sentiment: 'bullish' })
  page.command('SET_SYMBOL', { symbol: 'KO' })
  page.listener('READY')
  page.listener('ready')
  page.start()
  page.command('SET_TEHME', { theme: 'dark' })
  page.command('SET_THEME', { theme: 'dark' })
  page.command('TICKET_RECEIVED', { ticketId: 't', reference: '7' })
  await expect.poll(() => page.told).toHaveLength(3)
  expect(page.told.map(([code]) => code)).toEqual(['BAD_COMMAND', 'UNKNOWN_EVENT', 'BAD_COMMAND'])
  expect(page.told.map(([, words]) => /did you mean (\w+)/.exec(words!)![1])).toEqual([
    'Bullish',
    'READY',
    'SET_THEME',
  ])
})

test('which events the page listens to is known, whatever their order', async () => {
  const page = open()
  page.listener('READY')
  page.start()
  await expect.poll(() => page.listens()).toEqual(['READY'])
  page.listener('TRADE_TICKET_EXECUTE')
  page.listener('READY')
  expect(page.listens()).toEqual(['READY', 'TRADE_TICKET_EXECUTE'])
})

test('each mistake is told once, also to a frame that was reloaded, until the widget is gone', async () => {
  const say = ({ command }: ReturnType<typeof open>) => {
    for (let time = 0; time < 3; time++) command('SET_THEME', { theme: 'pink' })
    command('SET_LOCALE', {})
  }
  const first = open()
  const stop = first.start()
  say(first)
  await expect.poll(() => first.told).toHaveLength(2)

  const reloaded = open()
  reloaded.start()
  say(reloaded)
  reloaded.command('SET_THEME', { theme: 'blue' })
  reloaded.command('NEWS', {})
  await expect.poll(() => reloaded.told).toHaveLength(1)
  expect(reloaded.told[0]![1]).toContain('NEWS is no command')

  stop()
  const next = open()
  next.start()
  say(next)
  await expect.poll(() => next.told).toHaveLength(2)
})

test('a page in a loop is told thirty mistakes and no more', async () => {
  const page = open()
  page.start()
  for (let at = 0; at < 100; at++) page.command(`NAME_${at}`, {})
  await expect.poll(() => page.told.length).toBeGreaterThan(0)
  await vi.dynamicImportSettled()
  expect(page.told).toHaveLength(30)
})
