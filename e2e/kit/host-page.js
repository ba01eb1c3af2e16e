/* Shared by the pages of several scenarios: options of the demo partner, and a record of received events. */
window.diary = []

window.options = (more = {}) => ({ destinationId: 'ideas', apiKey: '%KEY%', userId: 'reader-1', ...more })

window.follow = (widget, who = 'ideas') => {
  for (const name of ['READY', 'SYMBOL_CHANGED', 'TRADE_TICKET_EXECUTE', 'ERROR'])
    widget.on(name, (payload) =>
      // An ERROR as plain data: Playwright does not transfer the fields of an Error.
      window.diary.push({
        who,
        name,
        payload: name === 'ERROR' ? Object.fromEntries(Object.entries(payload)) : payload,
        at: performance.now(),
      }),
    )
  return widget
}

/** Loads a widget and records its events. */
function start(more, type) {
  const given = window.options(more)
  window.widget = window.follow(window.serviceWidgetLoader.load(type ?? 'pro', given), given.destinationId)
  return window.widget
}
window.start = start

/** Options of the token flow, with a new token from the partner's server. */
window.withToken = async (more = {}) => ({
  apiKey: undefined,
  authToken: await (await fetch('/token', { method: 'POST' })).text(),
  ...more,
})

/* Replaces the loader's heartbeat, every five seconds of visible time, by calls of `beat()`. */
window.takeHeart = () => {
  window.setInterval = (beat) => {
    window.beat = beat
    return 0
  }
}

/* Gives the test access to the loader's message ports, which pages cannot reach. */
window.tapPorts = () => {
  window.ports = []
  const Real = window.MessageChannel
  window.MessageChannel = class extends Real {
    constructor() {
      super()
      window.ports.push(this.port1)
    }
  }
}
