/* The partner's page: embeds the widget with its loader, or the bare frame by hand, and returns the start time. */
const service = '%SERVICE%'

/** Embeds the bare frame: creates the iframe and performs the handshake with it. */
function loadBare(widgetType, options) {
  const frame = document.createElement('iframe')
  const id = crypto.randomUUID()
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== service || data?.type !== 'hello' || data.id !== id)
      return
    const { port1, port2 } = new MessageChannel()
    source.postMessage({ ns: data.ns, type: 'init', id, protocol: 1 }, service, [port2])
    port1.postMessage({ type: 'start', widgetType, options, canRenew: false, loader: 'bare' })
  })
  frame.name = id
  frame.style.cssText = `display:block;border:0;width:100%;height:${options.height}`
  frame.src = `${service}/bare?type=${widgetType}&i=${id}`
  document.getElementById(options.destinationId).append(frame)
}

const defaults = { destinationId: 'ideas', apiKey: '%KEY%', userId: 'reader-1', height: '900px' }

/** Prepares the widget without a session. */
window.warmEmbed = (widgetType) => void window.serviceWidgetLoader.warm({ ...defaults, widgetType })

/** Starts embedding, keeps our widget in `embedded`, and returns the start time, milliseconds of the epoch. */
window.startEmbed = (kind, widgetType, overrides) => {
  const options = { ...defaults, ...overrides }
  const startedAt = performance.timeOrigin + performance.now()
  if (kind === 'bare') loadBare(widgetType, options)
  else window.embedded = window.serviceWidgetLoader.load(widgetType, options)
  return startedAt
}
