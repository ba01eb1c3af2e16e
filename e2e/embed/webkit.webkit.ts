/** Boot, bridge, session and destruction on WebKitGTK, which stores no third-party cookies. */
import { errorSentences } from '#contract/bridge/error-sentences.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

/** Script that returns the received payloads of an event. */
const receivedScript = (name: string) =>
  `return window.eventLog?.filter((entry) => entry.name === '${name}').map((entry) => entry.payload)`
/** Script that returns the latest payload of an event. */
const lastScript = (name: string) => `${receivedScript(name)}.at(-1)`
/** Script that returns true if the panel shows the symbol. */
const showsScript = (panel: string, symbol: string) =>
  `return document.querySelector('[data-panel=${panel}][data-symbol=${symbol}][data-state=ready]') && true`

test('boot: the plain snippet shows ideas and sends READY once', async ({ webkit, partner }) => {
  await webkit.open(partner.page('01-plain-tag'))
  await webkit.until(lastScript('READY'))
  await webkit.until(`return document.querySelectorAll('[data-idea]').length > 3`, 0)
  expect(await webkit.run(receivedScript('READY'))).toHaveLength(1)
  expect(await webkit.run(receivedScript('ERROR'))).toEqual([])
})

for (const tag of [
  '<script async src="%SERVICE%/widgetLoader" onload="start()"></script>',
  '<script type="module" src="%SERVICE%/widgetLoader" onload="start()"></script>',
]) {
  test(`boot: ${tag.split(' ').slice(1, 3).join(' ')}`, async ({ webkit, partner, site }) => {
    const HEAD = tag.replace('%SERVICE%', site.widgetOrigin)
    await webkit.open(partner.page('02-deferred-tags', { fill: { HEAD, BODY: '' } }))
    await webkit.until(lastScript('READY'))
  })
}

test('boot: the strictest policy', async ({ webkit, partner }) => {
  const policy =
    "default-src 'none'; script-src 'nonce-%NONCE%' 'strict-dynamic'; style-src 'none'; frame-src %SERVICE%; connect-src %SERVICE% %SOCKET%"
  await webkit.open(partner.page('33-strict-policy', { headers: { 'Content-Security-Policy': policy } }))
  await webkit.run(`start({ theme: 'dark' })`)
  await webkit.until(lastScript('READY'))
})

test('boot: a policy that blocks the frame causes ERROR CSP_BLOCKED', async ({ webkit, partner, site }) => {
  const headers = { 'Content-Security-Policy': "frame-src 'self'" }
  await webkit.open(partner.page('34-frame-src-missing', { headers }))
  await webkit.run('start()')
  expect(await webkit.until(lastScript('ERROR'))).toMatchObject({
    code: 'CSP_BLOCKED',
    message: `CSP_BLOCKED: ${errorSentences['CSP_BLOCKED']}frame-src ${site.widgetOrigin}`,
  })
})

test('bridge: events and commands in both directions, and a trade by a real click', async ({
  webkit,
  partner,
}) => {
  await webkit.open(partner.page('11-events'))
  await webkit.run(`start({ symbol: 'AAPL' }).postMessage('SET_SYMBOL', { symbol: 'MSFT' })`)
  await webkit.until(lastScript('READY'))
  await webkit.until(showsScript('why', 'MSFT'), 0)
  await webkit.run(`widget.postMessage('SET_SYMBOL', { symbol: 'IBM' })`)
  expect(
    await webkit.until(
      `const last = ${receivedScript('SYMBOL_CHANGED').slice(7)}.at(-1); return last === 'IBM' && last`,
    ),
  ).toBe('IBM')
  await webkit.until(showsScript('how', 'IBM'), 0)
  await webkit.run(`widget.postMessage('SET_THEME', { theme: 'dark' })`)
  await webkit.until(`return document.documentElement.dataset.theme === 'dark'`, 0)
  for (const action of ['review', 'trade']) {
    const button = `[data-panel=how] [data-action=${action}]`
    await webkit.until(`return document.querySelector('${button}') !== null`, 0)
    await webkit.click(button, 0)
  }
  expect(await webkit.until(lastScript('TRADE_TICKET_EXECUTE'))).toMatchObject({ symbol: 'IBM' })
})

test('bridge: foreign messages have no effect', async ({ webkit, partner }) => {
  await webkit.open(partner.page('10-set-symbol'))
  await webkit.run(`start({ symbol: 'AAPL' })`)
  await webkit.until(lastScript('READY'))
  await webkit.run(`for (const message of [null, 1, 'x', { ns: 'service-widget', type: 'init' }]) {
    postMessage(message, '*')
    frames[0].postMessage(message, '*')
  }`)
  await webkit.run(`widget.postMessage('SET_SYMBOL', { symbol: 'IBM' })`)
  await webkit.until(showsScript('why', 'IBM'), 0)
  expect(await webkit.run(receivedScript('ERROR'))).toEqual([])
})

test('bridge: a reloaded frame restores its state', async ({ webkit, partner }) => {
  await webkit.open(partner.page('14-frame-reload'))
  await webkit.run(`start({ symbol: 'AAPL' }).postMessage('SET_SYMBOL', { symbol: 'IBM' })`)
  await webkit.until(showsScript('why', 'IBM'), 0)
  await webkit.run(`document.documentElement.dataset.old = 'yes'; setTimeout(() => location.reload())`, 0)
  await webkit.until(
    `return !document.documentElement.dataset.old && ${showsScript('why', 'IBM').slice(7)}`,
    0,
  )
})

test('auth: without a cookie the token stays in memory and the feed uses a ticket', async ({
  webkit,
  partner,
}) => {
  await webkit.open(partner.page('27-credentials'))
  await webkit.run(`start({ ...(await tokenOptions()), symbol: 'IBM' })`)
  await webkit.until(lastScript('READY'))
  await webkit.until(showsScript('how', 'IBM'), 0)
  expect(await webkit.run('return document.cookie', 0)).toBe('')
  await webkit.until(
    `return performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/feed/ticket'))`,
    0,
  )
})

test('auth: a wrong key and an unlisted page cause an ERROR', async ({ webkit, partner }) => {
  await webkit.open(partner.page('27-credentials'))
  await webkit.run(`start({ apiKey: 'pk_test_nobody' })`)
  expect(await webkit.until(lastScript('ERROR'))).toMatchObject({ code: 'AUTH' })
  await webkit.open(partner.page('27-credentials', { baseUrl: 'http://stranger.localhost' }))
  await webkit.run('start()')
  expect(await webkit.until(lastScript('ERROR'))).toMatchObject({ code: 'DOMAIN_NOT_WHITELISTED' })
})

test('destroy: before, during and after the start, leaves nothing behind', async ({ webkit, partner }) => {
  await webkit.open(partner.page('18-destroy'))
  await webkit.run('start().destroyWidget(); widget.destroyWidget()')
  expect(await webkit.run(`return document.querySelectorAll('iframe').length`)).toBe(0)
  await webkit.run('start()')
  await webkit.until(lastScript('READY'))
  await webkit.run('widget.destroyWidget(); widget.destroyWidget()')
  expect(
    await webkit.run(
      `return [document.querySelectorAll('iframe').length, serviceWidgetLoader.diagnose().length]`,
    ),
  ).toEqual([0, 1])
  await webkit.run('start()')
  await webkit.until(`return ${receivedScript('READY').slice(7)}.length === 2`)
  await webkit.run(`document.getElementById('ideas').remove()`)
  await webkit.until('return serviceWidgetLoader.diagnose().length === 1')
})
