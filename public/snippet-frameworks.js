/** Generates code for React, Next.js, Vue and the custom element, which use the npm package. */
import { attribute, byToken, chosenOptions, indented, literal, typeOf } from './snippet-text.js'
import { fetchToken } from './snippet-web.js'

/** `showHeader` → `show-header`. @param {string} name */
const kebab = (name) => name.replace(/[A-Z]/g, (char) => `-${char.toLowerCase()}`)

/** Formats a JSX prop: a text in quotes, or in braces if it contains characters that quotes cannot. @param {[string, string | boolean]} prop */
const prop = ([name, value]) =>
  typeof value === 'string' && !/["\\{}<>&]/.test(value)
    ? `${name}="${value}"`
    : `${name}={${literal(value)}}`

/** @param {import('./options.js').Settings} settings @param {import('./snippet.js').Config} config */
function props(settings, config) {
  const { userId, ...rest } = chosenOptions(settings)
  const type = typeOf(settings)
  return [
    `src="${config.service}/widgetLoader"`,
    ...(type === 'pro' ? [] : [prop(['type', type])]),
    byToken(settings) ? 'getAuthToken={getAuthToken}' : prop(['apiKey', config.apiKey]),
    prop(['userId', userId ?? '']),
    ...Object.entries(rest).map(prop),
  ]
}

/** @param {import('./options.js').Settings} settings */
const tokenOf = (settings) =>
  byToken(settings)
    ? `// Your server calls POST /Auth with its secret key and passes the one-time token on.
const getAuthToken = ${fetchToken}

`
    : ''

/** The page's ticket handler, and its name. @param {import('./options.js').Settings} settings */
const ticketHandlerOf = (settings) =>
  settings['acknowledgesTickets'] === true
    ? {
        name: 'sendToOrderForm',
        code: `// Yours: keep the ticket, and answer with your own number for it.
const sendToOrderForm = async (ticket) => ({ reference: 'your own id' })

`,
      }
    : {
        name: 'openOrderForm',
        code: `// Yours: a ticket is not an order; show it to the user, who confirms it.
const openOrderForm = (ticket) => console.log(ticket)

`,
      }

/** @type {import('./snippet.js').Write} */
export const react = (settings, config) => `import { ServiceWidget } from '@options-analysis/widget/react'

${tokenOf(settings)}${ticketHandlerOf(settings).code}export function Ideas() {
  return (
    <ServiceWidget
      ${indented(
        [
          ...props(settings, config),
          'onSymbolChanged={(symbol) => console.log(symbol)}',
          `onTradeTicket={${ticketHandlerOf(settings).name}}`,
          'onError={({ code, message, docs }) => console.warn(code, message, docs)}',
        ],
        6,
      )}
    />
  )
}`

/** @type {import('./snippet.js').Write} */
export const next = (
  settings,
  config,
) => `// app/ideas/page.tsx: a server component; the widget is a client component by itself
import { Ideas } from './ideas'

export default function Page() {
  return <Ideas />
}

// app/ideas/ideas.tsx
'use client'
${react(settings, config)}

// next.config.js: headers() → the lines of the tab "CSP"`

/** @param {import('./options.js').Settings} settings @param {import('./snippet.js').Config} config */
function attributes(settings, config) {
  const { userId, ...rest } = chosenOptions(settings)
  return [
    `src="${config.service}/widgetLoader"`,
    `widget-type=${attribute(typeOf(settings))}`,
    ...(byToken(settings) ? [] : [`api-key=${attribute(config.apiKey)}`]),
    `user-id=${attribute(userId ?? '')}`,
    ...Object.entries(rest).map(([name, value]) => `${kebab(name)}=${attribute(value)}`),
  ]
}

/** @type {import('./snippet.js').Write} */
export const element = (settings, config) => `<service-widget
  ${indented(attributes(settings, config), 2)}
></service-widget>

<script type="module">
  import '@options-analysis/widget/element'

${byToken(settings) ? `  ${tokenOf(settings).trimEnd().replaceAll('\n', '\n  ')}\n` : ''}  const widget = document.querySelector('service-widget')
${byToken(settings) ? '  widget.getAuthToken = getAuthToken\n' : ''}  widget.addEventListener('symbolchanged', ({ detail: symbol }) => console.log(symbol))
  widget.addEventListener('tradeticketexecute', ({ detail: ticket }) => console.log(ticket))
  widget.addEventListener('error', ({ detail: { code, message, docs } }) => console.warn(code, message, docs))
</script>`

/** Adds type annotations. @param {string} code */
const typed = (code) => code.replace('(ticket)', '(ticket: TradeTicket)')

/** @type {import('./snippet.js').Write} */
export const vue = (settings, config) => `<script setup lang="ts">
// vite.config: vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'service-widget' } } })
import '@options-analysis/widget/element'
import type { TradeTicket } from '@options-analysis/widget/element'

${tokenOf(settings)}${typed(ticketHandlerOf(settings).code)}const onSymbol = ({ detail }: CustomEvent<string>) => console.log(detail)
</script>

<template>
  <service-widget
    ${indented(
      [
        ...attributes(settings, config),
        ...(byToken(settings) ? [':getAuthToken.prop="getAuthToken"'] : []),
        '@symbolchanged="onSymbol"',
        settings['acknowledgesTickets'] === true
          ? `:answerTradeTicket.prop="${ticketHandlerOf(settings).name}"`
          : `@tradeticketexecute="({ detail }) => ${ticketHandlerOf(settings).name}(detail)"`,
      ],
      4,
    )}
  />
</template>`
