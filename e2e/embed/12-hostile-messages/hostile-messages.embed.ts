import type { Frame } from '@playwright/test'
import type { WidgetError } from '#contract/bridge/bridge.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'

/** Opens the page with a ready widget and a frame of a foreign site. */
async function open(host: HostPage): Promise<{ id: string; forger: Frame }> {
  const forgerPath = new URL(host.partner.page('12-hostile-messages')).pathname
  await host.open('12-hostile-messages', {
    fill: { PORT: String(host.partner.port), FORGER: `${forgerPath.slice(1)}forger.html` },
  })
  await host.page.evaluate(() => window.recordPorts())
  await host.start({ symbol: 'AAPL' })
  await host.ready()
  await host.widget.why.shows('AAPL')
  const id = await host
    .box()
    .locator('iframe')
    .evaluate((frame: HTMLIFrameElement) => frame.name)
  const forger = host.page.frames().find((frame) => frame.url().includes('stranger'))!
  return { id, forger }
}

/**
 * Expects that the widget is unchanged and still responds. `mistakes`: errors that the page received for its own
 * messages.
 */
async function expectUnharmed(host: HostPage, mistakes: WidgetError[] = []): Promise<void> {
  expect(await host.page.evaluate(() => window.ports.length), 'created channels').toBe(1)
  expect(host.uncaughtErrors).toEqual([])
  expect(await host.receivedPayloads('ERROR')).toEqual(mistakes)
  await host.send('SET_SYMBOL', { symbol: 'MSFT' })
  await host.widget.why.shows('MSFT')
  expect(await host.receivedPayloads('SYMBOL_CHANGED')).toEqual(['MSFT'])
  expect(await host.receivedPayloads('TRADE_TICKET_EXECUTE')).toEqual([])
}

test('foreign messages to the page or to the frame have no effect', async ({ host }) => {
  const { id } = await open(host)
  await host.page.evaluate((id) => {
    const cyclic: Record<string, unknown> = { ns: 'service-widget', type: 'hello', id }
    cyclic['self'] = cyclic
    const proto = JSON.parse('{"ns":"service-widget","type":"event","__proto__":{"name":"READY"}}') as object
    const messages = [null, undefined, 7, 'hello', [], new Date(), cyclic, proto, 'x'.repeat(1e6), { ns: id }]
    for (const message of messages) {
      window.postMessage(message, '*')
      window.frames[0]!.postMessage(message, '*')
    }
  }, id)
  await host.settle()
  await expectUnharmed(host)
})

test('valid messages from the wrong window or origin have no effect', async ({ host }) => {
  const { id, forger } = await open(host)
  const hello = { ns: 'service-widget', type: 'hello', id, protocol: 1, min: 1, app: '9.9.9' }
  const init = { ns: 'service-widget', type: 'init', id, protocol: 1 }
  // From another site: a hello to the page, an init with a channel to the frame.
  await forger.evaluate(
    ([hello, init]) => {
      parent.postMessage(hello, '*')
      parent.postMessage({ type: 'event', name: 'SYMBOL_CHANGED', payload: 'EVIL' }, '*')
      const channel = new MessageChannel()
      parent.frames[0]!.postMessage(init, '*', [channel.port2])
      channel.port1.postMessage({ type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'EVIL' } })
    },
    [hello, init],
  )
  // From the page itself: the frame ignores a second init.
  await host.page.evaluate((init) => {
    const channel = new MessageChannel()
    window.frames[0]!.postMessage(init, '*', [channel.port2])
    // `ports` has the loader's ports only.
    window.ports.pop()
    channel.port1.postMessage({ type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'EVIL' } })
  }, init)
  // From the widget's own frame, but with the id of another instance.
  const frames = host.page.frames().filter((frame) => frame.url().includes('/widget?'))
  await frames[0]!.evaluate((hello) => parent.postMessage({ ...hello, id: 'other' }, '*'), hello)
  await host.settle()
  await expectUnharmed(host)
})

test('a forged init that arrives before the real one is ignored', async ({ host }) => {
  const forgerPath = new URL(host.partner.page('12-hostile-messages')).pathname
  await host.open('12-hostile-messages', {
    fill: { PORT: String(host.partner.port), FORGER: `${forgerPath.slice(1)}forger.html` },
  })
  await host.page.evaluate(() => {
    // Registered before the loader's listener, so that the test decides when the loader receives hello.
    const heldHello = new Promise<MessageEvent>((resolve) => {
      const holdHello = (event: MessageEvent) => {
        if ((event.data as { type?: string } | null)?.type !== 'hello') return
        event.stopImmediatePropagation()
        removeEventListener('message', holdHello)
        resolve(event)
      }
      addEventListener('message', holdHello)
    })
    const deliverHello = async () => {
      const { data, origin, source } = await heldHello
      dispatchEvent(new MessageEvent('message', { data, origin, source }))
    }
    Object.assign(window, { heldHello, deliverHello })
  })
  await host.start({ symbol: 'AAPL' })
  const id = await host.page.evaluate(async () => {
    const { data } = await (window as unknown as { heldHello: Promise<MessageEvent<{ id: string }>> })
      .heldHello
    return data.id
  })
  const forger = host.page.frames().find((frame) => frame.url().includes('stranger'))!
  const init = { ns: 'service-widget', type: 'init', id, protocol: 1 }
  // A foreign site with a valid init, and the page itself with another id: the frame ignores both.
  const forge = (init: object) => {
    const frames = parent === window ? window.frames : parent.frames
    const received: unknown[] = []
    Object.assign(window, { received })
    for (let index = 0; index < frames.length; index++) {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => received.push(data)
      frames[index]!.postMessage(init, '*', [port2])
      port1.postMessage({ type: 'ping' })
      port1.postMessage({ type: 'start', options: { symbol: 'EVIL' } })
    }
  }
  await forger.evaluate(forge, init)
  await host.page.evaluate(forge, { ...init, id: 'other' })
  await host.settle()
  await host.page.evaluate(() => (window as unknown as { deliverHello: () => Promise<void> }).deliverHello())
  await host.ready()
  await host.widget.why.shows('AAPL')
  for (const side of [forger, host.page.mainFrame()])
    expect(await side.evaluate(() => (window as unknown as { received: unknown[] }).received)).toEqual([])
  expect(await host.receivedPayloads('ERROR')).toEqual([])
})

test('a widget cannot impersonate another', async ({ host }) => {
  const { id } = await open(host)
  await host.page.evaluate(() =>
    window.recordEvents(
      window.serviceWidgetLoader!.load('pro', window.options({ destinationId: 'other' })),
      'other',
    ),
  )
  await host.ready('other')
  const other = host.page
    .frames()
    .find((frame) => frame.url().includes('/widget?') && !frame.url().endsWith(id))!
  await other.evaluate(
    (id) =>
      parent.postMessage({ ns: 'service-widget', type: 'hello', id, protocol: 1, min: 1, app: '' }, '*'),
    id,
  )
  await host.settle()
  expect(await host.page.evaluate(() => window.ports.length)).toBe(2)
})

test('malformed messages through the port harm neither side, and the page gets an ERROR for its own', async ({
  host,
}) => {
  await open(host)
  await host.page.evaluate(() => {
    const [port] = window.ports
    for (const message of [
      null,
      7,
      'x',
      {},
      '[object Object]',
      { type: 'command' },
      { type: 'command', name: 'SET_THEME' },
      { type: 'command', name: 'SET_LOCALE', payload: null },
    ])
      port!.postMessage(message)
    // Messages that no app sends: the port is private to the frame, so an event of a known name would be
    // trusted.
    for (const data of [
      null,
      1,
      'ready',
      {},
      [],
      { type: 'event' },
      { type: 'event', payload: 'x' },
      { type: 'event', name: 'toString', payload: 'x' },
      { type: 'event', name: '__proto__', payload: { READY: true } },
      { type: 'command', name: 'SET_SYMBOL', payload: { symbol: 'EVIL' } },
    ])
      port!.onmessage!(new MessageEvent('message', { data }))
  })
  // One for each invalid command: without a name, without a payload, and with null.
  await host.waitForEvent('ERROR', 3)
  const mistakes = (await host.receivedPayloads('ERROR')) as WidgetError[]
  expect(mistakes.map(({ code }) => code)).toEqual(['BAD_COMMAND', 'BAD_COMMAND', 'BAD_COMMAND'])
  expect(mistakes.map(({ message }) => message.split('. ')[0])).toEqual([
    'BAD_COMMAND: a name that is undefined is not a command of the widget',
    'BAD_COMMAND: SET_THEME: the payload must be an object of plain values',
    'BAD_COMMAND: SET_LOCALE: the payload must be an object of plain values',
  ])
  await expectUnharmed(host, mistakes)
})
