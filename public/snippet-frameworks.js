/** Generates code for React, Next.js, Vue and the custom element, which use the npm package. */
import {
  attribute,
  byToken,
  chosenOptions,
  indented,
  isUserChosen,
  literal,
  optionLiteral,
  quoted,
  typeOf,
  userIdNote,
  userIdOf,
} from './snippet-text.js'
import { fetchToken, reservedHeight } from './snippet-web.js'

/** Name of the npm package; e2e/kit/package-name.test.ts compares it with the manifest. */
const packageName = '@options-analysis/widget'

/** `showHeader` → `show-header`. @param {string} name */
const kebab = (name) => name.replace(/[A-Z]/g, (char) => `-${char.toLowerCase()}`)

/** Formats a JSX prop: a text in quotes, or in braces if it contains characters that quotes cannot. @param {[string, string | boolean]} prop */
function prop([name, value]) {
  const code = optionLiteral(name, value)
  return typeof value === 'string' && code === quoted(value) && !/["\\{}<>&]/.test(value)
    ? `${name}="${value}"`
    : `${name}={${code}}`
}

/** The chosen options that are texts or flags. @param {import('./options.js').Settings} settings @returns {[string, string | boolean][]} */
const plainOptions = (settings) =>
  Object.entries(chosenOptions(settings)).flatMap(([name, value]) =>
    typeof value === 'object' ? [] : [[name, value]],
  )

/** @param {import('./options.js').Settings} settings @param {import('./snippet.js').Config} config */
function props(settings, config) {
  const type = typeOf(settings)
  return [
    `src="${config.service}/widgetLoader"`,
    ...(type === 'pro' ? [] : [prop(['type', type])]),
    byToken(settings) ? 'getAuthToken={getAuthToken}' : prop(['apiKey', config.apiKey]),
    isUserChosen(settings) ? prop(['userId', userIdOf(settings)]) : 'userId={userId}',
    ...plainOptions(settings).map(prop),
    ...(settings['holdings'] === true ? ['holdings={holdings}'] : []),
  ]
}

/** @param {import('./options.js').Settings} settings */
const tokenOf = (settings) =>
  byToken(settings)
    ? `// Your server calls POST /Auth with its secret key and passes the one-time token on.
const getAuthToken = ${fetchToken}

`
    : ''

/** @param {import('./options.js').Settings} settings */
const holdingsOf = (settings) => {
  const { holdings } = chosenOptions(settings)
  return holdings === undefined
    ? ''
    : `// Yours: every position of the user. Leave it out until you have them.
const holdings = ${literal(holdings)}

`
}

/** @param {import('./options.js').Settings} settings */
const acknowledgesTickets = (settings) => settings['acknowledgesTickets'] === true

/** The page's ticket handler, and its name. @param {import('./options.js').Settings} settings */
const ticketHandlerOf = (settings) =>
  acknowledgesTickets(settings)
    ? {
        name: 'sendToOrderForm',
        code: `// Yours: keep the ticket, and answer with your own number for it, or with { refusal: 'in words' }.
const sendToOrderForm: TicketHandler = async (ticket) => {
  console.log(ticket)
  return { reference: 'your own id' }
}

`,
      }
    : {
        name: 'openOrderForm',
        code: `// Yours: a ticket is not an order; show it to the user, who confirms it.
const openOrderForm: TicketHandler = (ticket) => console.log(ticket)

`,
      }

/** @type {import('./snippet.js').Write} */
export const react = (
  settings,
  config,
) => `import { ServiceWidget, type TicketHandler } from '${packageName}/react'

${tokenOf(settings)}${holdingsOf(settings)}${ticketHandlerOf(settings).code}${
  isUserChosen(settings)
    ? 'export function Ideas() {'
    : `/** \`userId\`: ${userIdNote}. */
export function Ideas({ userId }: { userId: string }) {`
}
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

${
  isUserChosen(settings)
    ? `export default function Page() {
  return <Ideas />
}`
    : `export default async function Page() {
  // Yours: currentUserId() returns a stable id of the signed-in user.
  return <Ideas userId={await currentUserId()} />
}`
}

// app/ideas/ideas.tsx
'use client'
${react(settings, config)}

// next.config.js: headers() → the lines of the tab "CSP"`

/** @param {import('./options.js').Settings} settings @param {import('./snippet.js').Config} config @param {string} userId */
const attributes = (settings, config, userId) => [
  `src="${config.service}/widgetLoader"`,
  `widget-type=${attribute(typeOf(settings))}`,
  ...(byToken(settings) ? [] : [`api-key=${attribute(config.apiKey)}`]),
  userId,
  ...plainOptions(settings).map(([name, value]) => `${kebab(name)}=${attribute(value)}`),
]

/** The function of the page that the element calls with a ticket. @param {import('./options.js').Settings} settings */
const elementTicketCode = (settings) =>
  acknowledgesTickets(settings)
    ? `// Yours: keep the ticket, and answer with your own number for it, or with { refusal: 'in words' }.
widget.answerTradeTicket = async (ticket) => {
  console.log(ticket)
  return { reference: 'your own id' }
}`
    : "widget.addEventListener('tradeticketexecute', ({ detail: ticket }) => console.log(ticket))"

/** @type {import('./snippet.js').Write} */
export function element(settings, config) {
  const { holdings } = chosenOptions(settings)
  const script = `import '${packageName}/element'

${tokenOf(settings)}const widget = document.querySelector('service-widget')
${byToken(settings) ? 'widget.getAuthToken = getAuthToken\n' : ''}${
    holdings === undefined ? '' : `widget.holdings = ${literal(holdings)}\n`
  }widget.addEventListener('symbolchanged', ({ detail: symbol }) => console.log(symbol))
${elementTicketCode(settings)}
widget.addEventListener('error', ({ detail: { code, message, docs } }) => console.warn(code, message, docs))`
  return `<style>
  service-widget {
    display: block;
    min-height: ${reservedHeight(settings)};
  }
</style>
<!-- Yours, in user-id: ${userIdNote}. -->
<service-widget
  ${indented(attributes(settings, config, `user-id=${attribute(userIdOf(settings))}`), 2)}
></service-widget>

<script type="module">
  ${script.replaceAll(/\n(?=.)/g, '\n  ')}
</script>`
}

/** @type {import('./snippet.js').Write} */
export const vue = (settings, config) => `<script setup lang="ts">
// vite.config: vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'service-widget' } } })
import '${packageName}/element-vue'
import type { TicketHandler, WidgetError } from '${packageName}/element-vue'

${
  isUserChosen(settings)
    ? ''
    : `// Yours: ${userIdNote}.
defineProps<{ userId: string }>()

`
}${tokenOf(settings)}${holdingsOf(settings)}${ticketHandlerOf(settings).code}const onSymbol = ({ detail }: CustomEvent<string>) => console.log(detail)
const onError = ({ detail: { code, message, docs } }: CustomEvent<WidgetError>) => console.warn(code, message, docs)
</script>

<template>
  <service-widget
    ${indented(
      [
        ...attributes(
          settings,
          config,
          isUserChosen(settings) ? `user-id=${attribute(userIdOf(settings))}` : ':user-id="userId"',
        ),
        ...(byToken(settings) ? [':getAuthToken.prop="getAuthToken"'] : []),
        ...(settings['holdings'] === true ? [':holdings.prop="holdings"'] : []),
        '@symbolchanged="onSymbol"',
        acknowledgesTickets(settings)
          ? `:answerTradeTicket.prop="${ticketHandlerOf(settings).name}"`
          : `@tradeticketexecute="({ detail }) => ${ticketHandlerOf(settings).name}(detail)"`,
        '@error="onError"',
      ],
      4,
    )}
  />
</template>

<style>
service-widget {
  display: block;
  min-height: ${reservedHeight(settings)};
}
</style>`
