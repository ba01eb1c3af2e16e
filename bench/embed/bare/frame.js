/*
 * The frame of the bare embed: the simplest hand-written page that shows the names of the ideas. It performs
 * the handshake of contract/bridge/bridge.ts, opens a session and requests the ideas, in sequence, since each
 * step needs the one before.
 */
const namespace = 'service-widget'
const instance = window.name || crypto.randomUUID()
const query = new URLSearchParams(location.search)
const hello = { ns: namespace, type: 'hello', id: instance, protocol: 1, min: 1, app: 'bare' }

async function ask(path, token, body) {
  const headers = { 'Widget-Instance': instance }
  if (token) headers.Authorization = `Bearer ${token}`
  if (body) headers['Content-Type'] = 'application/json'
  const response = await fetch(path, {
    method: body ? 'POST' : 'GET',
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}

/** The names of the ideas, or of a symbol's contracts. */
async function namesOf(token, symbol) {
  const base = '/api/v1/platform'
  if (query.get('type') !== 'proStrategies') {
    const { tradeIdeas } = await ask(`${base}/what/tradeideas`, token)
    return tradeIdeas.map(({ companyName }) => companyName)
  }
  const { callOptimals } = await ask(`${base}/how/income/${symbol}`, token)
  return callOptimals.map(({ id }) => id)
}

async function start({ apiKey, authToken, userId, symbol }, origin) {
  const { access_token: token } = await ask('/Token', undefined, {
    ...(apiKey ? { apiKey } : { authToken }),
    userId,
  })
  await ask('/setCookie', token, { origin, instance })
  const rows = (await namesOf(token, symbol)).map((name) => {
    const row = document.createElement('li')
    row.dataset.idea = name
    row.textContent = name
    return row
  })
  document.getElementById('list').append(...rows)
}

const shell = window.webkit?.messageHandlers?.serviceWidget
if (shell) {
  addEventListener('message', ({ data, source }) => {
    const said = source ? undefined : JSON.parse(data)
    if (said?.type === 'start') void start(said.options, location.origin)
  })
  shell.postMessage(JSON.stringify(hello))
} else {
  addEventListener('message', ({ data, source, origin, ports }) => {
    if (source !== window.parent || data?.ns !== namespace || data.type !== 'init') return
    ports[0].onmessage = ({ data }) => {
      if (data.type === 'start') void start(data.options, origin)
    }
  })
  window.parent.postMessage(hello, '*')
}
