/** Generates code for a plain HTML page. */
import {
  byToken,
  chosenOptions,
  indented,
  optionLiteral,
  quoted,
  typeOf,
  userIdNote,
  userIdOf,
} from './snippet-text.js'

/** Code of a function that requests a token from the partner's own server. */
export const fetchToken = `async () => {
  const response = await fetch('/my/widget-token', { method: 'POST' })
  if (!response.ok) throw new Error(\`no widget token: \${response.status}\`)
  return response.text()
}`

/** Code that queues calls of `load` until the loader is there; docs/embedding.md has the same text. */
export const loadQueue = `window.serviceWidgetLoader ??= {
  queue: [],
  async load(...call) {
    const loader = await new Promise((resolve) => this.queue.push(resolve))
    return loader.load(...call)
  },
}`

/** @param {import('./options.js').Settings} settings @param {import('./snippet.js').Config} config */
function loadArguments(settings, config) {
  const lines = [
    "destinationId: 'widget',",
    byToken(settings) ? 'getAuthToken,' : `apiKey: ${quoted(config.apiKey)},`,
    `userId: ${quoted(userIdOf(settings))}, // yours: ${userIdNote}`,
    ...Object.entries(chosenOptions(settings)).map(
      ([name, value]) => `${name}: ${optionLiteral(name, value)},`,
    ),
  ]
  return `${quoted(typeOf(settings))}, {
  ${indented(lines, 2)}
}`
}

/** @param {import('./options.js').Settings} settings */
const tokenFunction = (settings) =>
  byToken(settings)
    ? `// Your server calls POST /Auth with its secret key and passes the one-time token on.
const getAuthToken = ${fetchToken}

`
    : ''

/** @param {import('./options.js').Settings} settings */
const listeners = (settings) => `widget.on(widget.EventType.SYMBOL_CHANGED, (symbol) => console.log(symbol))
widget.on(widget.EventType.TRADE_TICKET_EXECUTE, (ticket) => {
  console.log(ticket)${
    settings['acknowledgesTickets'] === true
      ? `
  // When you have it: tell the user so, or why not (refusal: 'in words').
  const { ticketId } = ticket
  widget.postMessage(widget.EventType.TICKET_RECEIVED, { ticketId, reference: 'your own id' })`
      : ''
  }
})
widget.on(widget.EventType.ERROR, ({ code, message, docs }) => console.warn(code, message, docs))
// When the user leaves: widget.destroyWidget()`

/** Height to reserve, so that nothing below the widget moves when it loads. @param {import('./options.js').Settings} settings */
export function reservedHeight(settings) {
  const { height } = chosenOptions(settings)
  return typeof height === 'string' && /^\d+px$/.test(height) ? height : '768px'
}

/** @param {import('./options.js').Settings} settings */
const destination = (settings) => `<style>
  #widget {
    min-height: ${reservedHeight(settings)};
  }
</style>
<div id="widget"></div>`

/** @param {string} code */
const inScript = (code) => `<script>
  ${code.replaceAll('\n', '\n  ').replaceAll(/^ +$/gm, '')}
</script>`

/** @type {import('./snippet.js').Write} */
export const html = (settings, config) => `${destination(settings)}
<script src="${config.service}/widgetLoader"></script>
${inScript(`${tokenFunction(settings)}const widget = serviceWidgetLoader.load(${loadArguments(settings, config)})
${listeners(settings)}`)}`

/** @type {import('./snippet.js').Write} */
export const htmlAsync = (
  settings,
  config,
) => `${inScript(`// Calls of load wait here until the script has loaded, so the order of your scripts does not matter.
${loadQueue}`)}
<script async src="${config.service}/widgetLoader"></script>

${destination(settings)}
${inScript(`${tokenFunction(settings)}async function showWidget() {
  const widget = await serviceWidgetLoader.load(${loadArguments(settings, config).replaceAll('\n', '\n  ')})
  ${listeners(settings).replaceAll('\n', '\n  ')}
}
showWidget().catch(console.warn)`)}`
