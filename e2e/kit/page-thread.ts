/**
 * Main-thread time of a page for a widget from `load()` to READY, compared with a hand-written frame with the
 * same document and handshake, alternately on one page. Both functions are serialised into the page, so they
 * must be self-contained.
 */
import type { Init } from '#contract/bridge/bridge.ts'

/** Main-thread time of one embedding. */
export type ThreadTime = {
  /** Milliseconds inside the script that embeds. */
  ms: number
  /** Number of calls into that script: `load` itself, listeners, ports, observers, intervals. */
  entries: number
}

/** One round: the loader, then the hand-written frame. */
export type Round = { ours: ThreadTime; bare: ThreadTime }

type Meter = { total: ThreadTime; timed: <F extends (...args: never[]) => unknown>(callback: F) => F }

/**
 * Wraps all entry points of an embedding script; runs before the page's first script. Chromium and Firefox
 * measure time in steps of 0.1 ms and 1 ms.
 */
export function meterThread(): void {
  if (window !== window.top) return
  const total: ThreadTime = { ms: 0, entries: 0 }
  let depth = 0
  const timed: Meter['timed'] = (call) =>
    function (this: unknown, ...args: never[]) {
      // A nested call counts as part of the outer one.
      if (depth > 0) return call.apply(this, args)
      depth += 1
      total.entries += 1
      const startedAt = performance.now()
      try {
        return call.apply(this, args)
      } finally {
        total.ms += performance.now() - startedAt
        depth -= 1
      }
    } as typeof call
  Object.assign(window, { threadMeter: { total, timed } satisfies Meter })

  // One wrapper per listener, since listeners are removed by identity.
  const wrappers = new Map<never, never>()
  const wrapperOf = (call: never) => {
    if (!wrappers.has(call)) wrappers.set(call, timed(call))
    return wrappers.get(call)!
  }
  const addListener = window.addEventListener.bind(window)
  const removeListener = window.removeEventListener.bind(window)
  const startInterval = window.setInterval.bind(window)
  window.addEventListener = ((type: never, call: never, ...rest: []) =>
    addListener(type, wrapperOf(call), ...rest)) as typeof addListener
  window.removeEventListener = ((type: never, call: never, ...rest: []) =>
    removeListener(type, wrapperOf(call), ...rest)) as typeof removeListener
  window.setInterval = ((call: never, ...rest: []) =>
    startInterval(timed(call), ...rest)) as typeof startInterval
  const port = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')!
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    ...port,
    set(this: MessagePort, call: never) {
      port.set!.call(this, timed(call))
    },
  })
  const Observer = window.MutationObserver
  window.MutationObserver = class extends Observer {
    constructor(call: MutationCallback) {
      super(timed(call as never))
    }
  }
}

/**
 * Embeds alternately with the loader and by hand, and removes each frame. A first round, which is not returned, warms
 * up the compiler, as a real page's own code does. The page has the loader, `window.options` (host-page.js) and an element
 * `ideas`.
 */
export async function measureEmbeddings(rounds: number): Promise<Round[]> {
  const { total, timed } = (window as unknown as { threadMeter: Meter }).threadMeter
  const options = window.options()
  const box = document.getElementById('ideas')!
  /** Address of the loader's frame. The hand-written frame loads the same document. */
  let address = ''

  function withLoader(done: () => void): () => void {
    const widget = window.serviceWidgetLoader!.load('pro', options)
    widget.on('READY', done)
    address = box.querySelector('iframe')!.src
    return () => widget.destroyWidget()
  }

  function byHand(done: () => void): () => void {
    const frame = document.createElement('iframe')
    const id = crypto.randomUUID()
    const { origin } = new URL(address)
    const listen = ({ source, data }: MessageEvent) => {
      if (source !== frame.contentWindow || data?.type !== 'hello') return
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data: message }) => message.type === 'ready' && done()
      const init: Init = { ns: data.ns, type: 'init', id, protocol: data.protocol }
      frame.contentWindow!.postMessage(init, origin, [port2])
      const start = { type: 'start', widgetType: 'pro', options, canRenew: false, loader: 'bare' }
      port1.postMessage(start)
    }
    addEventListener('message', listen)
    frame.name = id
    frame.style.cssText = 'display:block;border:0;width:100%;height:768px'
    frame.src = address.replace(/\bi=[^&]*/, `i=${id}`)
    box.append(frame)
    return () => {
      removeEventListener('message', listen)
      frame.remove()
    }
  }

  async function measure(embed: (done: () => void) => () => void): Promise<ThreadTime> {
    // The removal of the previous frame must not count for this one.
    await new Promise((idle) => requestIdleCallback(idle))
    Object.assign(total, { ms: 0, entries: 0 } satisfies ThreadTime)
    let removeEmbedding = () => {}
    await new Promise<void>((done) => timed(() => (removeEmbedding = embed(done)))())
    const result = { ...total }
    removeEmbedding()
    return result
  }

  const results: Round[] = []
  for (let round = 0; round <= rounds; round += 1)
    results.push({ ours: await measure(withLoader), bare: await measure(byHand) })
  return results.slice(1)
}
