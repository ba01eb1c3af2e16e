/// <reference types="vite/client" />
/** The whole app: what is above the first idea on a phone, the notices of one cause, and the primary actions. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { makeState } from '#app/state/app-state.ts'
import { useLive } from '#app/state/live.ts'
import { connectEnvironment, startWholeApp, type StartedApp } from './whole-app.fixture.ts'

const app = makeState()
let started: StartedApp | undefined
let disconnect: (() => void) | undefined
beforeAll(async () => {
  await page.viewport(1440, 900)
  disconnect = await connectEnvironment()
  started = await startWholeApp(app, { locale: 'en' })
  for (const part of ['.how-card', '.why-marks', '.what-lists-tabs', '.market-tone'])
    await vi.waitFor(() => expect(document.querySelector(part), part).not.toBeNull(), { timeout: 30_000 })
}, 90_000)
afterAll(() => {
  started?.stop()
  disconnect?.()
})
const live = useLive.of(app)
beforeEach(() => page.viewport(1440, 900))

const visible = (selector: string, root: ParentNode = document) =>
  [...root.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility())

test('on a phone, the first idea starts above 150 px', async () => {
  await page.viewport(390, 844)
  document.querySelector<HTMLElement>('#tab-what')!.click()
  await expect.poll(() => visible('[data-idea]').length).toBeGreaterThan(0)
  expect(visible('[data-idea]')[0]!.getBoundingClientRect().top).toBeLessThan(150)
  // What has moved or is folded is still on screen.
  for (const control of [
    '.search input',
    '.data-status',
    '.market-tone',
    '.what-more',
    '.panel-what .panel-meta',
  ])
    expect(visible(control).length, control).toBe(1)
})

test('each panel has one primary action at most, in each list', async () => {
  for (const list of ['income', 'holdings', 'ideas']) {
    document.querySelector<HTMLElement>(`.what-lists-tabs [data-value=${list}]`)!.click()
    await expect
      .poll(() => document.querySelector<HTMLElement>('[data-panel=what]')!.dataset['state'])
      .not.toBe('loading')
    for (const panel of document.querySelectorAll<HTMLElement>('[data-panel]'))
      expect(
        visible('.button-primary', panel).length,
        `${panel.dataset['panel']}, ${list}`,
      ).toBeLessThanOrEqual(1)
  }
  expect(visible('[data-panel=how] .button-primary')).toHaveLength(1)
})

/** Notices in the panels: boxes, warnings and reasons. Chips about the contract, such as its earnings, are not. */
const notices = () =>
  visible(
    '.banner, [data-status=stale], [data-status=paused], [data-panel] :is(.note-inline, .how-blocked, .why-price ~ .chip-warn)',
  ).map(({ className }) => className)

test.each([
  ['a lost connection', { connection: 'offline', stale: true }, ['data-status', 'banner']],
  ['a source that does not respond', { connection: 'live', stale: true }, ['data-status']],
  ['a pause', { pausedSince: Date.parse('2026-11-20T15:30:00Z') }, ['data-status']],
] as const)('%s has one notice, and its explanation if there is one', async (_, state, expected) => {
  const before = live.getState()
  live.setState({ lastMessageAt: Date.parse('2026-11-20T15:30:00Z'), ...state })
  try {
    await expect.poll(notices).toEqual(expected)
    if ('stale' in state) {
      // The price has its time.
      await expect.poll(() => visible('.why-price ~ .chip')[0]?.textContent).toMatch(/Last price · .* ET$/)
    }
  } finally {
    live.setState(before, true)
  }
})
