/** Generates code for a partner's server: the page's Content-Security-Policy, and the request for a one-time token. */

/** @param {import('./snippet.js').Config} config */
export const policy = ({ service }) => `Content-Security-Policy:
  script-src 'self' ${service};
  frame-src ${service};
  connect-src 'self' ${service} ${service.replace(/^http/, 'ws')}`

/** @param {import('./snippet.js').Config} config */
export const server = ({ service }) => `# On your server, never in a page. SECRET_KEY stays there.
curl -X POST ${service}/Auth \\
  --data-urlencode "apikey=$API_KEY" \\
  --data-urlencode "secretKey=$SECRET_KEY"
# → one token, good for one load of the widget`
