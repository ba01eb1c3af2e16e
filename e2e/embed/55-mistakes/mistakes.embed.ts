/**
 * Mistakes of a page's developer: one for each path through the loader, the frame and the service. Unit tests cover the
 * sentences of all other mistakes: `contract/bridge/options/options.test.ts` for options,
 * `contract/bridge/message-problems.test.ts` for commands and listeners; `07-invalid-options` covers options that
 * `load` rejects.
 */
import type { LoaderErrorCode, WidgetError } from '#contract/bridge/bridge.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'
import type { Site } from '#e2e/kit/site.ts'

const folder = '55-mistakes'

/** An expected error: its code, and the text after the code. */
type Mistake = readonly [code: LoaderErrorCode, sentence: RegExp]

const docsOf = (site: Site, code: LoaderErrorCode) => `${site.widgetOrigin}/docs/errors#${code}`

/** Waits until the console has the sentence with its code and the link to the documentation. */
const expectOnConsole = (host: HostPage, site: Site, [code, sentence]: Mistake) =>
  expect
    .poll(() =>
      host.console.some((line) => {
        const [, text] = new RegExp(`^${code}: (.*) ${docsOf(site, code)}$`).exec(line) ?? []
        return text !== undefined && sentence.test(text)
      }),
    )
    .toBe(true)

/** Waits until exactly these mistakes are ERROR events, in any order, and on the console. */
async function expectErrors(host: HostPage, site: Site, mistakes: readonly Mistake[]): Promise<void> {
  await host.error(mistakes.length)
  const errors = (await host.receivedPayloads('ERROR')) as WidgetError[]
  expect(errors).toHaveLength(mistakes.length)
  for (const mistake of mistakes) {
    const [code, sentence] = mistake
    const matching = errors.filter(
      ({ message, docs, ...error }) =>
        error.code === code &&
        docs === docsOf(site, code) &&
        message.startsWith(`${code}: `) &&
        sentence.test(message.slice(code.length + 2)),
    )
    expect(matching, `${code} ${sentence} of ${JSON.stringify(errors)}`).toHaveLength(1)
    await expectOnConsole(host, site, mistake)
  }
}

test('load() throws BAD_OPTION for an unusable option, and the console has the sentence and the link', async ({
  host,
  page,
  site,
}) => {
  await host.open(folder)
  const thrown = await page.evaluate(() => {
    try {
      window.start({ userId: 'ann@example.com', theme: 'night' })
    } catch (error) {
      const { name, code, message, docs } = error as Error & WidgetError
      return { name, code, message, docs }
    }
    return undefined
  })
  expect(thrown).toEqual({
    name: 'ServiceWidgetError',
    code: 'BAD_OPTION',
    message: 'BAD_OPTION: userId,theme',
    docs: docsOf(site, 'BAD_OPTION'),
  })
  await expectOnConsole(host, site, [
    'BAD_OPTION',
    /^userId must be a text that is not empty and has no blanks and no @.*; theme must be light, dark, three-panel-light, three-panel-dark or auto$/,
  ])
  await expect(host.frames).toHaveCount(0)
  // The loader sends no options of the page.
  const paths = host.requests
    .map((request) => new URL(request.url()))
    .filter(({ origin }) => origin === site.widgetOrigin)
    .map(({ pathname }) => pathname)
  expect(paths).toEqual(['/widgetLoader', '/widgetLoader/errors.json'])
})

test('a missing element causes an ERROR of the loader', { tag: '@extended' }, async ({ host, site }) => {
  await host.open(folder)
  await host.start({ destinationId: 'nowhere' })
  await expectErrors(host, site, [
    [
      'DESTINATION_NOT_FOUND',
      /no element of the document has this id\. Write destinationId without #, .* The id is nowhere$/,
    ],
  ])
})

test('a misspelt option, an unknown ticker, a wrong command and an unknown event cause one ERROR each', async ({
  host,
  page,
  site,
}) => {
  await host.open(folder)
  await page.evaluate(() => {
    const widget = window.start({ symbl: 'AAPL', symbol: 'ZZQQX' })
    widget.postMessage('SET_THEME', { theme: 'Dark' as never })
    widget.on('symbolChanged' as never, () => undefined)
    widget.on('SYMBOL_CHANGED', 'reload' as never)
  })
  await expectErrors(host, site, [
    ['BAD_OPTION', /^symbl is not an option of the widget: did you mean symbol\?$/],
    ['UNKNOWN_SYMBOL', /^the service has no symbol ZZQQX; check the ticker$/],
    [
      'BAD_COMMAND',
      /^SET_THEME: theme must be light, dark, three-panel-light, three-panel-dark or auto: did you mean dark\? Expected/,
    ],
    [
      'UNKNOWN_EVENT',
      /^symbolChanged is not an event of the widget: did you mean SYMBOL_CHANGED\? The events are /,
    ],
    ['BAD_OPTION', /^on\('SYMBOL_CHANGED', callback\): callback must be a function$/],
  ])
})

test(
  'an unknown ticker in a command is shown, and causes no SYMBOL_CHANGED',
  { tag: '@extended' },
  async ({ host, site }) => {
    await host.openReady(folder, { symbol: 'AAPL' })
    await host.send('SET_SYMBOL', { symbol: 'ZZQQX' })
    await expectErrors(host, site, [
      ['UNKNOWN_SYMBOL', /^the service has no symbol ZZQQX; check the ticker$/],
    ])
    await expect(host.widget.why.root).toContainText('ZZQQX')
    await host.send('SET_SYMBOL', { symbol: 'IBM' })
    await expect.poll(() => host.receivedPayloads('SYMBOL_CHANGED')).toEqual(['IBM'])
  },
)

test(
  'each mistake causes an ERROR, which a reload of the frame does not repeat, and the valid part of a command is applied',
  { tag: '@extended' },
  async ({ host, page }) => {
    await host.openReady(folder, { symbol: 'AAPL' })
    await host.send('SET_THEME', { theme: 'pink' })
    await host.send('SET_THEME', { theme: 'pink' })
    await host.send('SET_SYMBOL', { symbol: 'IBM', sentiment: 'bullish' })
    await host.waitForEvent('ERROR', 3)
    await host.widget.why.shows('IBM')
    await page.frames()[1]!.evaluate(() => void setTimeout(() => location.reload()))
    await expect.poll(() => host.count('/setCookie')).toBe(2)
    await host.widget.why.shows('IBM')
    await host.send('SET_LOCALE', {})
    await host.waitForEvent('ERROR', 4)
    expect(
      ((await host.receivedPayloads('ERROR')) as WidgetError[]).map(({ message }) => message.slice(0, 30)),
    ).toEqual([
      'BAD_COMMAND: SET_THEME: theme ',
      'BAD_COMMAND: SET_THEME: theme ',
      'BAD_COMMAND: SET_SYMBOL: senti',
      'BAD_COMMAND: SET_LOCALE: local',
    ])
  },
)

test(
  'a getAuthToken that fails or returns no string causes an ERROR with its result',
  { tag: '@extended' },
  async ({ host, page, site }) => {
    await host.open(folder)
    await page.evaluate(() => {
      const getAuthToken = () => Promise.reject(Error('503 from my server'))
      window.start({ apiKey: undefined, getAuthToken })
    })
    const failed: Mistake = [
      'AUTH',
      /^getAuthToken of the page returned no token \(Error: 503 from my server\); it must return a string, or a promise of a string, within 30 seconds$/,
    ]
    await expectErrors(host, site, [failed])
    await host.destroy()
    await page.evaluate(() => {
      window.start({ apiKey: undefined, getAuthToken: () => ({ token: 'at_1' }) })
    })
    await expectErrors(host, site, [
      failed,
      ['AUTH', /^getAuthToken of the page returned no token \(\[object Object\]\); it must return a string/],
    ])
  },
)

test(
  'an unknown key causes an ERROR of the service, whose error id is also in diagnose()',
  { tag: '@extended' },
  async ({ host, page, site }) => {
    await host.open(folder)
    await host.start({ apiKey: 'pk_test_nobodysKey00000000000' })
    await expectErrors(host, site, [['AUTH', /^The apiKey is not valid, or was revoked\.$/]])
    const { errorId } = await host.error()
    expect(errorId).toMatch(/^[\w-]{8,}$/)
    const report = await page.evaluate(() => JSON.stringify(window.serviceWidgetLoader!.diagnose()))
    expect(report).toContain(errorId)
  },
)

test('an unlisted origin causes an ERROR that names it', { tag: '@extended' }, async ({ host, site }) => {
  await host.open(folder, { baseUrl: 'http://stranger.localhost' })
  await host.start()
  await expectErrors(host, site, [
    [
      'DOMAIN_NOT_WHITELISTED',
      /^The origin of the embedding page, http:\/\/stranger\.localhost:\d+, is not whitelisted for this account\./,
    ],
  ])
})

test(
  'getAuthToken is sufficient as the only credential, and is called once',
  { tag: '@extended' },
  async ({ host, page }) => {
    await host.open(folder, { baseUrl: 'http://stranger.localhost' })
    await page.evaluate(() => {
      Object.assign(window, { calls: 0 })
      const getAuthToken = async () => {
        ;(window as unknown as { calls: number }).calls++
        return (await fetch('/token', { method: 'POST' })).text()
      }
      window.start({ apiKey: undefined, getAuthToken, symbol: 'AAPL' })
    })
    await host.ready()
    await host.widget.why.shows('AAPL')
    expect(await page.evaluate(() => (window as unknown as { calls: number }).calls)).toBe(1)
    expect(await host.receivedPayloads('ERROR')).toEqual([])
  },
)

test(
  'if the sentences cannot be loaded, the ERROR has the short form',
  { tag: '@extended' },
  async ({ host, page }) => {
    await page.route('**/widgetLoader/errors.json', (route) => route.abort())
    await host.open(folder)
    await host.start({ destinationId: 'nowhere' })
    expect(await host.error()).toMatchObject({ message: 'DESTINATION_NOT_FOUND: nowhere' })
  },
)
