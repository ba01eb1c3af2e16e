/* Shared by the pages of several scenarios: options of the demo partner, and a log of received events. */
window.eventLog = []

window.options = (overrides = {}) => ({
  destinationId: 'ideas',
  apiKey: '%KEY%',
  userId: 'reader-1',
  ...overrides,
})

/** Logs the events of a widget. `destinationId`: id of its element. */
window.recordEvents = (widget, destinationId = 'ideas') => {
  for (const name of ['READY', 'SYMBOL_CHANGED', 'TRADE_TICKET_EXECUTE', 'ERROR'])
    widget.on(name, (payload) =>
      // Copies an Error to a plain object: Playwright does not transfer the fields of an Error.
      window.eventLog.push({
        destinationId,
        name,
        payload: name === 'ERROR' ? Object.fromEntries(Object.entries(payload)) : payload,
        time: performance.now(),
      }),
    )
  return widget
}

/** Loads a widget and logs its events. */
function start(overrides, type) {
  const options = window.options(overrides)
  window.widget = window.recordEvents(
    window.serviceWidgetLoader.load(type ?? 'pro', options),
    options.destinationId,
  )
  return window.widget
}
window.start = start

/** Options of the token flow, with a new one-time token from the partner's server. */
window.tokenOptions = async (overrides = {}) => ({
  apiKey: undefined,
  authToken: await (await fetch('/token', { method: 'POST' })).text(),
  ...overrides,
})

/* Replaces the loader's heartbeat timer: only calls of `window.heartbeat()` trigger it, not every five seconds. */
window.controlHeartbeat = () => {
  window.setInterval = (callback) => {
    window.heartbeat = callback
    return 0
  }
}

/* Records the loader's message ports in `window.ports`, since pages cannot reach them. */
window.recordPorts = () => {
  window.ports = []
  const Real = window.MessageChannel
  window.MessageChannel = class extends Real {
    constructor() {
      super()
      window.ports.push(this.port1)
    }
  }
}
