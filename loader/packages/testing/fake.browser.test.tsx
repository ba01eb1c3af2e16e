/**
 * The fake replaces the loader that `/react` and `/element` use: no script is loaded, and the frame
 * loads nothing.
 */
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WidgetError } from '#contract/bridge/bridge.ts'
import type { TradeTicket } from '#contract/bridge/trade-ticket.ts'
import { ServiceWidget } from '#loader/packages/react.tsx'
import '#loader/packages/element.ts'
import { type FakeLoader, installFakeLoader, sampleTicket } from './fake.ts'

let fake: FakeLoader
beforeEach(() => {
  fake = installFakeLoader()
})
afterEach(() => {
  vi.restoreAllMocks()
  fake.uninstall()
  document.body.replaceChildren()
})

const src = 'https://widget.example/widgetLoader'

test('a page with the component receives tickets and sends a changed symbol to the widget', async () => {
  const onTradeTicket = vi.fn<(ticket: TradeTicket) => void>()
  const widget = (symbol: string) => (
    <ServiceWidget src={src} apiKey="pk_test_1" userId="u-1" symbol={symbol} onTradeTicket={onTradeTicket} />
  )
  const { rerender, unmount } = await render(widget('AAPL'))
  await expect.poll(() => fake.widgets).toHaveLength(1)
  const ticket = sampleTicket()
  await act(() => fake.latest.emit('TRADE_TICKET_EXECUTE', ticket))
  expect(onTradeTicket).toHaveBeenCalledExactlyOnceWith(ticket)
  await rerender(widget('MSFT'))
  expect(fake.latest.commandsOf('SET_SYMBOL')).toEqual([{ symbol: 'MSFT' }])
  await unmount()
  expect(fake.latest.isDestroyed).toBe(true)
  expect(document.querySelectorAll('iframe, script[src]:not([type])')).toHaveLength(0)
})

test('a page with the element receives events and sends a changed theme', async () => {
  const tag = document.createElement('service-widget')
  for (const [name, value] of Object.entries({ src, 'api-key': 'pk_test_1', 'user-id': 'u-1' }))
    tag.setAttribute(name, value)
  const received: string[] = []
  tag.addEventListener('symbolchanged', ({ detail }) => received.push(detail))
  document.body.append(tag)
  await expect.poll(() => fake.widgets).toHaveLength(1)
  await fake.latest.emit('SYMBOL_CHANGED', 'KO')
  expect(received).toEqual(['KO'])
  tag.setAttribute('theme', 'dark')
  await expect.poll(() => fake.latest.commandsOf('SET_THEME')).toEqual([{ theme: 'dark' }])
})

/** Errors that the widget displays in its frame. */
const inFrameCodes = ['AUTH', 'DOMAIN_NOT_WHITELISTED', 'UNKNOWN_SYMBOL', 'BAD_COMMAND'] as const
const sampleErrorOf = (code: string) => ({
  code,
  message: `${code}: said by a test`,
  docs: `https://widget.example/docs/errors#${code}`,
})

test.each(inFrameCodes)('after %s the component keeps the widget', async (code) => {
  const onError = vi.fn<(error: WidgetError) => void>()
  const { container } = await render(
    <ServiceWidget src={src} apiKey="pk_test_1" userId="u-1" onError={onError} errorFallback="gone" />,
  )
  await expect.poll(() => fake.widgets).toHaveLength(1)
  await act(() => fake.latest.becomeReady())
  await act(() => fake.latest.fail(code))
  expect(fake.latest.isDestroyed).toBe(false)
  expect(container.querySelectorAll('iframe')).toHaveLength(1)
  expect(container.textContent).toBe('')
  expect(JSON.parse(JSON.stringify(onError.mock.calls))).toEqual([[sampleErrorOf(code)]])
})

test.each(inFrameCodes)('after %s the element keeps the widget', async (code) => {
  const tag = document.createElement('service-widget')
  for (const [name, value] of Object.entries({ src, 'api-key': 'pk_test_1', 'user-id': 'u-1' }))
    tag.setAttribute(name, value)
  const received: unknown[] = []
  tag.addEventListener('error', ({ detail }) => received.push(JSON.parse(JSON.stringify(detail))))
  document.body.append(tag)
  await expect.poll(() => fake.widgets).toHaveLength(1)
  await fake.latest.becomeReady()
  await fake.latest.fail(code)
  expect([fake.latest.isDestroyed, tag.failure]).toEqual([false, undefined])
  expect(tag.querySelectorAll('iframe')).toHaveLength(1)
  expect(received).toEqual([sampleErrorOf(code)])
})

test('an error that `load` throws is dispatched as an event, with its message as data', async () => {
  const tag = document.createElement('service-widget')
  for (const [name, value] of Object.entries({ src, 'api-key': 'pk_test_1', 'user-id': 'me@example.com' }))
    tag.setAttribute(name, value)
  const received: unknown[] = []
  tag.addEventListener('error', ({ detail }) => received.push(JSON.parse(JSON.stringify(detail))))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  document.body.append(tag)
  await expect
    .poll(() => received)
    .toMatchObject([
      {
        ...sampleErrorOf('BAD_OPTION'),
        message: expect.stringMatching(/^BAD_OPTION: userId must be a text/),
      },
    ])
  expect(JSON.parse(JSON.stringify(tag.failure))).toMatchObject({ error: received[0] })
})

test('an error of the widget keeps its frame, an error of the loader removes it, and the page receives both', async () => {
  const onError = vi.fn<(error: { code: string }) => void>()
  const { container } = await render(
    <ServiceWidget src={src} apiKey="pk_test_1" userId="u-1" onError={onError} />,
  )
  await expect.poll(() => fake.widgets).toHaveLength(1)
  await act(() => fake.latest.fail('UNKNOWN_SYMBOL'))
  expect(container.querySelectorAll('iframe:not([src])')).toHaveLength(1)
  await act(() => fake.latest.fail('CSP_BLOCKED'))
  expect(container.querySelector('iframe')).toBeNull()
  expect(container.querySelector('[data-code="CSP_BLOCKED"]')).not.toBeNull()
  expect(onError.mock.calls.map(([{ code }]) => code)).toEqual(['UNKNOWN_SYMBOL', 'CSP_BLOCKED'])
})
