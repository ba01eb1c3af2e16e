/*
 * The frame of the bare embed: the simplest hand-written page that shows the names of the ideas. It performs
 * the handshake of contract/bridge/bridge.ts, opens a session and requests the ideas. The steps run in sequence,
 * because each needs the result of the previous one.
 */
const namespace = 'service-widget'
const instance = window.name || crypto.randomUUID()
const query = new URLSearchParams(location.search)
const hello = { ns: namespace, type: 'hello', id: instance, protocol: 1, min: 1, app: 'bare' }

async function requestJson(path, token, body) {
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

/** Fetches the company names of the ideas, or the ids of a symbol's contracts for `proStrategies`. */
async function fetchNames(token, symbol) {
  const base = '/api/v1/platform'
  if (query.get('type') !== 'proStrategies') {
    const { tradeIdeas } = await requestJson(`${base}/what/tradeideas`, token)
    return tradeIdeas.map(({ companyName }) => companyName)
  }
  const { callOptimals } = await requestJson(`${base}/how/income/${symbol}`, token)
  return callOptimals.map(({ id }) => id)
}

async function start({ apiKey, authToken, userId, symbol }, origin) {
  const { access_token: token } = await requestJson('/Token', undefined, {
    ...(apiKey ? { apiKey } : { authToken }),
    userId,
  })
  await requestJson('/setCookie', token, { origin, instance })
  const rows = (await fetchNames(token, symbol)).map((name) => {
    const row = document.createElement('li')
    row.dataset.idea = name
    row.textContent = name
    return row
  })
  document.getElementById('list').append(...rows)
}

const nativeShell = window.webkit?.messageHandlers?.serviceWidget
if (nativeShell) {
  addEventListener('message', ({ data, source }) => {
    const message = source ? undefined : JSON.parse(data)
    if (message?.type === 'start') void start(message.options, location.origin)
  })
  nativeShell.postMessage(JSON.stringify(hello))
} else {
  addEventListener('message', ({ data, source, origin, ports }) => {
    if (source !== window.parent || data?.ns !== namespace || data.type !== 'init') return
    ports[0].onmessage = ({ data }) => {
      if (data.type === 'start') void start(data.options, origin)
    }
  })
  window.parent.postMessage(hello, '*')
}
