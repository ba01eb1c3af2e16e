/** The entry points on a server: importing and rendering does nothing, and nothing waits. */
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadServiceWidget, type WidgetOptions } from './module.ts'
import { ServiceWidget, type ServiceWidgetProps } from './react.tsx'

const options: WidgetOptions = { destinationId: 'ideas', apiKey: 'k', userId: 'u' }

test('there is no browser here', () => {
  expect([typeof window, typeof document, typeof HTMLElement]).toEqual([
    'undefined',
    'undefined',
    'undefined',
  ])
})

test('the loader on a server makes widgets that do nothing', async () => {
  const loader = await loadServiceWidget({ src: 'https://widget.example/widgetLoader' })
  const widget = loader.load('pro', options, () => expect.unreachable())
  const off = widget.on(widget.EventType.READY, () => expect.unreachable())
  off()
  widget.postMessage('SET_SYMBOL', { symbol: 'AAPL' })
  widget.destroyWidget()
  expect(loader.EventType.TRADE_TICKET_EXECUTE).toBe('TRADE_TICKET_EXECUTE')
  expect(loader.diagnose()).toHaveLength(1)
})

test('the component renders its place on a server, without credentials', () => {
  const html = renderToString(
    createElement(ServiceWidget, {
      src: 'https://widget.example/widgetLoader',
      apiKey: 'pk_secret',
      userId: 'user-77',
      className: 'ideas',
    }),
  )
  expect(html).toBe('<div class="ideas"></div>')
})

test('the element’s module may be imported on a server', async () => {
  await expect(import('./element.ts')).resolves.toBeDefined()
})

/** Checked by `tsc`: what compiles is what partners may write. */
export const types: ServiceWidgetProps[] = [
  { src: 's', userId: 'u', authToken: 't', getAuthToken: async () => 't' },
  { src: 's', userId: 'u', apiKey: 'k', type: 'proStrategies', theme: 'dark', sentiment: 'Bullish' },
  { src: 's', userId: 'u', apiKey: 'k', onTradeTicket: ({ optionLegs }) => void optionLegs[0]?.strike },
  // @ts-expect-error -- the component finds its own place
  { src: 's', userId: 'u', apiKey: 'k', destinationId: 'x' },
  // @ts-expect-error -- no such theme
  { src: 's', userId: 'u', apiKey: 'k', theme: 'neon' },
  // @ts-expect-error -- who is it
  { src: 's', apiKey: 'k' },
  // @ts-expect-error -- a symbol is a string
  { src: 's', userId: 'u', apiKey: 'k', onSymbolChanged: (symbol: number) => symbol },
]
