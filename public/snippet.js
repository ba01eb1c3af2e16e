/** What a partner copies: code for the settings on screen, with nothing that is only the default and never a secret. */
import { loadOptions } from './options.js'

/** @typedef {{ service: string, apiKey: string }} Config */

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('</', '<\\/')}'`

/**
 * @param {import('./options.js').Settings} settings
 * @param {Config} config
 */
function html(settings, config) {
  const token = settings['auth'] === 'token' || settings['auth'] === 'badToken'
  const { destinationId, userId, ...rest } = loadOptions(settings)
  const lines = [
    `destinationId: ${quoted(String(destinationId))},`,
    token ? 'authToken: await getAuthToken(),' : `apiKey: ${quoted(config.apiKey)},`,
    ...(token ? ['getAuthToken,'] : []),
    `userId: ${quoted(String(userId))},`,
    ...Object.entries(rest).map(
      ([name, value]) => `${name}: ${typeof value === 'string' ? quoted(value) : value},`,
    ),
  ]
  return `<div id="widget"></div>
<script src="${config.service}/widgetLoader"></script>
<script${token ? ' type="module"' : ''}>
${
  token
    ? `  // Your server calls POST /Auth with its secret key and passes the one-time token on.
  const getAuthToken = async () => (await (await fetch('/auth-token', { method: 'POST' })).json()).authToken

`
    : ''
}  const widget = serviceWidgetLoader.load(${quoted(String(settings['type']))}, {
    ${lines.join('\n    ')}
  })
  widget.on(widget.EventType.SYMBOL_CHANGED, (symbol) => console.log(symbol))
  widget.on(widget.EventType.TRADE_TICKET_EXECUTE, (ticket) => console.log(ticket))
  // When the user leaves: widget.destroyWidget()
</script>`
}

/** @param {Config} config */
const policy = ({ service }) => `Content-Security-Policy:
  script-src 'self' ${service};
  frame-src ${service};
  connect-src 'self' ${service} ${service.replace(/^http/, 'ws')}`

/** @param {Config} config */
const server = ({ service }) => `# On your server, never in a page. SECRET_KEY stays there.
curl -X POST ${service}/Auth \\
  --data-urlencode "apikey=$API_KEY" \\
  --data-urlencode "secretKey=$SECRET_KEY"
# → one token, good for one load of the widget`

/**
 * @param {string} kind `html`, `policy` or `server`
 * @param {import('./options.js').Settings} settings
 * @param {Config} config
 * @returns {string}
 */
export function snippet(kind, settings, config) {
  if (kind === 'policy') return policy(config)
  if (kind === 'server') return server(config)
  return html(settings, config)
}
