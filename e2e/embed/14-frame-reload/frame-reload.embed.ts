/* oxlint-disable typescript/unbound-method -- the test replaces this method to record its calls */
import { expect, test } from '#e2e/kit/fixtures.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'

const widgetFrame = (host: HostPage) => host.page.frames().find((frame) => frame.url().includes('/widget?'))!
const count = (host: HostPage, path: string) =>
  host.requests.filter((request) => new URL(request.url()).pathname === path).length

/** Reloads the frame, as after a crash or a user's "reload frame". */
async function reload(host: HostPage): Promise<void> {
  await widgetFrame(host).evaluate(() => void setTimeout(() => location.reload()))
}

test('a reloaded frame authenticates again once and restores symbol, theme and language', async ({
  host,
}) => {
  await host.openReady('14-frame-reload', { symbol: 'AAPL' })
  await host.send('SET_THEME', { theme: 'dark' })
  await host.send('SET_LOCALE', { locale: 'fr' })
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.why.shows('IBM')
  expect(count(host, '/Token')).toBe(1)
  await reload(host)
  await expect.poll(() => count(host, '/Token')).toBe(2)
  await host.widget.why.shows('IBM')
  await expect(host.widget.root).toHaveAttribute('data-theme', 'dark')
  await expect(host.widget.root).toHaveAttribute('lang', 'fr')
  expect(count(host, '/setCookie')).toBe(2)
  expect(await host.receivedPayloads('READY')).toHaveLength(1)
})

test('a symbol picked by the user survives a reload, and later commands of the page are followed @chromium', async ({
  host,
}) => {
  await host.openReady('14-frame-reload', { symbol: 'AAPL' })
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.why.shows('IBM')
  const idea = host.frame().locator('[data-idea]:not([data-idea="IBM"], [data-idea="AAPL"])').first()
  const picked = (await idea.getAttribute('data-idea'))!
  await idea.click()
  await host.widget.why.shows(picked)
  expect(await host.waitForEvent('SYMBOL_CHANGED', 2)).toBe(picked)
  await reload(host)
  await expect.poll(() => count(host, '/Token')).toBe(2)
  await host.widget.why.shows(picked)
  // The symbols of the options and of the earlier command, which the loader repeats, were not shown in between.
  await expect.poll(() => host.receivedPayloads('SYMBOL_CHANGED')).toEqual(['IBM', picked])

  // A newer command of the page wins, even if the loader has created another frame.
  await host.page.evaluate(() => {
    const box = document.getElementById('ideas')!
    document.body.append(box)
  })
  await host.send('SET_SYMBOL', { symbol: 'MSFT' })
  await host.widget.why.shows('MSFT')
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.widget.why.shows('IBM')
})

test('a reload in the token flow asks the page for one new token', async ({ host }) => {
  await host.open('14-frame-reload')
  await host.startWithToken(true, { symbol: 'AAPL' })
  await host.ready()
  const tokens = () => host.partner.requests.filter(({ path }) => path === '/token').length
  const tokensBefore = tokens()
  await reload(host)
  // The service refuses the used token, then the frame uses the new one.
  await expect.poll(() => count(host, '/setCookie')).toBe(2)
  await host.widget.why.shows('AAPL')
  expect(tokens()).toBe(tokensBefore + 1)
  expect(await host.receivedPayloads('ERROR')).toEqual([])
})

test(
  'a reload in the token flow without getAuthToken causes ERROR AUTH',
  { tag: '@extended' },
  async ({ host }) => {
    await host.open('14-frame-reload')
    await host.startWithToken()
    await host.ready()
    await reload(host)
    expect(await host.error()).toMatchObject({ code: 'AUTH' })
    await expect(host.frame().getByRole('alert')).toBeVisible()
  },
)

test(
  'a frame that was navigated away and back restores the widget',
  { tag: '@extended' },
  async ({ host }) => {
    await host.openReady('14-frame-reload', { symbol: 'IBM' })
    const address = widgetFrame(host).url()
    await host.frames.evaluate((frame: HTMLIFrameElement) =>
      frame.contentWindow!.location.replace('about:blank'),
    )
    await expect.poll(() => host.page.frames().some((frame) => frame.url() === 'about:blank')).toBe(true)
    await host.frames.evaluate(
      (frame: HTMLIFrameElement, address) => frame.contentWindow!.location.replace(address),
      address,
    )
    await host.widget.why.shows('IBM')
    expect(count(host, '/Token')).toBe(2)
  },
)

test('a reloaded frame receives start, then the page’s subscriptions, then the commands', async ({
  host,
  page,
}) => {
  await host.open('14-frame-reload')
  await page.evaluate(() => {
    const posted: string[] = []
    Object.assign(window, { posted })
    const originalPostMessage = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
      const message = args[0] as { type: string; name?: string }
      posted.push(message.name ?? message.type)
      return originalPostMessage.apply(this, args as never)
    }
  })
  await host.start()
  await host.send('SET_THEME', { theme: 'dark' })
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await host.ready()
  await reload(host)
  const posted = () => page.evaluate(() => (window as unknown as { posted: string[] }).posted)
  await expect.poll(async () => (await posted()).filter((name) => name === 'start').length).toBe(2)
  const messages = (await posted()).filter((name) => name !== 'ping')
  expect(messages.slice(messages.lastIndexOf('start'))).toEqual([
    'start',
    // `load` itself listens to READY; the others are those of host-page.js.
    'READY',
    'SYMBOL_CHANGED',
    'TRADE_TICKET_EXECUTE',
    'ERROR',
    'SET_THEME',
    'SET_SYMBOL',
  ])
})
