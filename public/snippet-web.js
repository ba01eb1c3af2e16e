/** Generates code for a plain HTML page. */
import { byToken, chosenOptions, indented, literal, quoted, typeOf } from './snippet-text.js'

/** Code of a function that requests a token from the partner's own server. */
export const fetchToken = `async () => {
  const response = await fetch('/my/widget-token', { method: 'POST' })
  if (!response.ok) throw new Error(\`no widget token: \${response.status}\`)
  return response.text()
}`

/** @type {import('./snippet.js').Write} */
export function html(settings, config) {
  const token = byToken(settings)
  const { userId, ...rest } = chosenOptions(settings)
  const lines = [
    "destinationId: 'widget',",
    token ? 'getAuthToken,' : `apiKey: ${quoted(config.apiKey)},`,
    `userId: ${literal(userId ?? '')},`,
    ...Object.entries(rest).map(([name, value]) => `${name}: ${literal(value)},`),
  ]
  const acknowledges = settings['acknowledgesTickets'] === true
  return `<div id="widget"></div>
<script src="${config.service}/widgetLoader"></script>
<script>
${
  token
    ? `  // Your server calls POST /Auth with its secret key and passes the one-time token on.
  const getAuthToken = ${fetchToken.replaceAll('\n', '\n  ')}

`
    : ''
}  const widget = serviceWidgetLoader.load(${quoted(typeOf(settings))}, {
    ${indented(lines, 4)}
  })
  widget.on(widget.EventType.SYMBOL_CHANGED, (symbol) => console.log(symbol))
  widget.on(widget.EventType.TRADE_TICKET_EXECUTE, (ticket) => {
    console.log(ticket)${
      acknowledges
        ? `
    // When you have it: tell the user so, or why not (refusal: 'in words').
    const { ticketId } = ticket
    widget.postMessage(widget.EventType.TICKET_RECEIVED, { ticketId, reference: 'your own id' })`
        : ''
    }
  })
  widget.on(widget.EventType.ERROR, ({ code, message, docs }) => console.warn(code, message, docs))
  // When the user leaves: widget.destroyWidget()
</script>`
}
