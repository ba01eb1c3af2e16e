/** The entry points on a server: importing and rendering them has no side effects. */
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadServiceWidget, type WidgetOptions } from './module.ts'
import { ServiceWidget, type ServiceWidgetProps } from './react.tsx'

const options: WidgetOptions = { destinationId: 'ideas', apiKey: 'k', userId: 'u' }

test('the tests run without a browser', () => {
  expect([typeof window, typeof document, typeof HTMLElement]).toEqual([
    'undefined',
    'undefined',
    'undefined',
  ])
})

test('the loader on a server creates widgets that do nothing', async () => {
  const loader = await loadServiceWidget({ src: 'https://widget.example/widgetLoader' })
  const widget = loader.load('pro', options, () => expect.unreachable())
  const unsubscribe = widget.on(widget.EventType.READY, () => expect.unreachable())
  unsubscribe()
  widget.postMessage('SET_SYMBOL', { symbol: 'AAPL' })
  widget.destroyWidget()
  expect(loader.EventType.TRADE_TICKET_EXECUTE).toBe('TRADE_TICKET_EXECUTE')
  expect(loader.diagnose()).toHaveLength(1)
})

test('the component renders its placeholder on a server, without credentials', () => {
  const html = renderToString(
    createElement(ServiceWidget, {
      src: 'https://widget.example/widgetLoader',
      apiKey: 'pk_secret',
      userId: 'user-77',
      className: 'ideas',
    }),
  )
  expect(html).toBe(
    '<div class="ideas"><svg display="block" width="0" height="768px" aria-hidden="true"></svg><div></div></div>',
  )
})

test('the page’s placeholder content is rendered on the server, with the widget’s height', () => {
  const html = renderToString(
    createElement(ServiceWidget, {
      src: 's',
      apiKey: 'k',
      userId: 'u',
      height: 'auto',
      fallback: 'One moment',
    }),
  )
  expect(html).toBe('<div><div style="min-height:768px;display:flow-root">One moment</div><div></div></div>')
})

test.each([600, 0, '600', ' ', true, null, {}, ['600px']])(
  'a height of %j, which is no CSS size, renders with the default height',
  (height) => {
    const props = { src: 's', apiKey: 'k', userId: 'u', height } as unknown as ServiceWidgetProps
    expect(renderToString(createElement(ServiceWidget, props))).toContain('height="768px"')
  },
)

test.each([
  ['src', undefined],
  ['src', Symbol('src')],
  ['style', 'color: red'],
  ['getAuthToken', 'abc'],
  ['onError', 5],
  ['theme', {}],
  ['holdings', 1n],
  ['radius', 1n],
])('a %s of %o does not throw on the server', (name, value) => {
  const props = { src: 's', apiKey: 'k', userId: 'u', [name]: value } as unknown as ServiceWidgetProps
  expect(renderToString(createElement(ServiceWidget, props))).toContain('height="768px"')
})

test('React’s tools show the name of the component', () => {
  expect(ServiceWidget.displayName).toBe('ServiceWidget')
})

test('the element’s module may be imported on a server', async () => {
  await expect(import('./element.ts')).resolves.toBeDefined()
})

/** Checked by `tsc`: props that must compile, and props that must not. */
export const types: ServiceWidgetProps[] = [
  { src: 's', userId: 'u', authToken: 't', getAuthToken: async () => 't' },
  { src: 's', userId: 'u', getAuthToken: () => 't', locale: 'de' },
  { src: 's', userId: 'u', apiKey: 'k', locale: 'fr-CA', height: 'auto', loading: 'lazy', tab: 'why' },
  {
    src: 's',
    userId: 'u',
    apiKey: 'k',
    acknowledgesTickets: true,
    onTradeTicket: async () => ({ reference: '1' }),
  },
  // @ts-expect-error -- two credentials
  { src: 's', userId: 'u', apiKey: 'k', authToken: 't' },
  // @ts-expect-error -- a key together with a token function
  { src: 's', userId: 'u', apiKey: 'k', getAuthToken: () => 't' },
  // @ts-expect-error -- no credential
  { src: 's', userId: 'u' },
  // @ts-expect-error -- not a ticket response
  { src: 's', userId: 'u', apiKey: 'k', onTradeTicket: () => ({ order: '1' }) },
  { src: 's', userId: 'u', apiKey: 'k', type: 'proStrategies', theme: 'dark', sentiment: 'Bullish' },
  { src: 's', userId: 'u', apiKey: 'k', onTradeTicket: ({ optionLegs }) => void optionLegs[0]?.strike },
  // @ts-expect-error -- the component sets the destination
  { src: 's', userId: 'u', apiKey: 'k', destinationId: 'x' },
  // @ts-expect-error -- no such theme
  { src: 's', userId: 'u', apiKey: 'k', theme: 'neon' },
  // @ts-expect-error -- no user
  { src: 's', apiKey: 'k' },
  // @ts-expect-error -- a symbol is a string
  { src: 's', userId: 'u', apiKey: 'k', onSymbolChanged: (symbol: number) => symbol },
]
