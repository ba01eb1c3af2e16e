import type { LoaderErrorCode, WidgetError } from '#contract/bridge/bridge.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import type { HostPage } from '#e2e/kit/host-page.ts'
import type { Serving } from '#e2e/kit/partner.ts'

type Mistake = {
  story: string
  code: LoaderErrorCode
  /** Text on the console and in the event after the code. */
  words: RegExp
  /** The page's script: it can use `start`, `widget`, and `ready`, a promise. */
  page: string
  serving?: Serving
}

/** Refused by `load` itself, which throws the short form. */
const refused: Mistake[] = [
  {
    story: 'an e-mail address as user',
    code: 'BAD_OPTION',
    words: /userId must not be empty or contain blanks or @/,
    page: `start({ userId: 'ann@example.com' })`,
  },
  {
    story: 'an element instead of its id',
    code: 'BAD_OPTION',
    words: /destinationId must be the id of an element, as a text, and not the element itself/,
    page: `start({ destinationId: document.getElementById('ideas') })`,
  },
  {
    story: 'the secret key in place of the public one',
    code: 'BAD_OPTION',
    words: /secretKey, or any key that begins with sk_, must never be in a page/,
    page: `start({ apiKey: 'sk_live_1' })`,
  },
  {
    story: 'the secret key beside the public one',
    code: 'BAD_OPTION',
    words: /secretKey, .* must never be in a page: keep it on your server/,
    page: `start({ secretKey: 'sk_live_1' })`,
  },
  {
    story: 'both credentials',
    code: 'BAD_OPTION',
    words:
      /apiKey or authToken is required, and only one of the two; a function getAuthToken alone is enough/,
    page: `start({ authToken: 'at_1' })`,
  },
  {
    story: 'no credentials',
    code: 'BAD_OPTION',
    words: /apiKey or authToken is required/,
    page: `start({ apiKey: undefined })`,
  },
  {
    story: 'a theme there is not',
    code: 'BAD_OPTION',
    words: /theme must be light, dark or three-panel-light/,
    page: `start({ theme: 'night' })`,
  },
  {
    story: 'a widget there is not',
    code: 'BAD_OPTION',
    words: /widgetType, the first argument of load, must be pro or proStrategies/,
    page: `start({}, 'basic')`,
  },
  {
    story: 'two things at once',
    code: 'BAD_OPTION',
    words: /userId must not be empty .*; theme must be light, dark or three-panel-light/,
    page: `start({ userId: '', theme: 'night' })`,
  },
]

/** Told by ERROR. */
const told: Mistake[] = [
  {
    story: 'a misspelt option',
    code: 'BAD_OPTION',
    words: /^symbl is no option of the widget: did you mean symbol\?$/,
    page: `start({ symbl: 'AAPL' })`,
  },
  {
    story: 'an option there is not',
    code: 'BAD_OPTION',
    words: /^autosize is no option of the widget$/,
    page: `start({ autosize: true })`,
  },
  {
    story: 'a number as size',
    code: 'BAD_OPTION',
    words: /^height must be a CSS size with its unit, such as 600px or 100%: did you mean "600px"\?$/,
    page: `start({ height: 600 })`,
  },
  {
    story: 'a flag in quotes',
    code: 'BAD_OPTION',
    words: /^showHeader must be true or false, without quotes: write false and not "false"$/,
    page: `start({ showHeader: 'false' })`,
  },
  {
    story: 'an element there is not',
    code: 'DESTINATION_NOT_FOUND',
    words: /no element outside of shadow roots has the id of destinationId; .* The id is nowhere$/,
    page: `start({ destinationId: 'nowhere' })`,
  },
  {
    story: 'a direction in lower case',
    code: 'BAD_COMMAND',
    words:
      /^SET_SYMBOL: sentiment must be Bullish, Bearish or Neutral: did you mean Bullish\? Expected postMessage\(/,
    page: `start().postMessage('SET_SYMBOL', { symbol: 'IBM', sentiment: 'bullish' })`,
  },
  {
    story: 'a theme to change to that there is not',
    code: 'BAD_COMMAND',
    words: /^SET_THEME: theme must be light, dark or three-panel-light: did you mean dark\? Expected/,
    page: `start(); await ready; widget.postMessage('SET_THEME', { theme: 'Dark' })`,
  },
  {
    story: 'a command there is not',
    code: 'BAD_COMMAND',
    words:
      /^SET_SYMBOLS is no command of the widget: did you mean SET_SYMBOL\? The commands are SET_SYMBOL, /,
    page: `start().postMessage('SET_SYMBOLS', { symbol: 'IBM' })`,
  },
  {
    story: 'a payload that is no object',
    code: 'BAD_COMMAND',
    words:
      /^SET_SYMBOL: the payload must be an object of plain values. Expected postMessage\('SET_SYMBOL', \{/,
    page: `start().postMessage('SET_SYMBOL', 'IBM')`,
  },
  {
    story: 'an answer to no ticket',
    code: 'BAD_COMMAND',
    words: /^TICKET_RECEIVED: ticketId must be that of the ticket which is answered. Expected/,
    page: `start().postMessage('TICKET_RECEIVED', { reference: '4711' })`,
  },
  {
    story: 'an event there is not',
    code: 'UNKNOWN_EVENT',
    words:
      /^symbolChanged is no event of the widget: did you mean SYMBOL_CHANGED\? The events are SYMBOL_CHANGED, /,
    page: `start().on('symbolChanged', () => {})`,
  },
  {
    story: 'a command as an event',
    code: 'UNKNOWN_EVENT',
    words: /^SET_SYMBOL is a command, not an event: send it with postMessage. The events are /,
    page: `start().on('SET_SYMBOL', () => {})`,
  },
  {
    story: 'a ticker that nobody knows, commanded',
    code: 'UNKNOWN_SYMBOL',
    words: /^the service has no symbol ZZQQX; check the ticker$/,
    page: `start({ symbol: 'AAPL' }); await ready; widget.postMessage('SET_SYMBOL', { symbol: 'ZZQQX' })`,
  },
  {
    story: 'a ticker that nobody knows, as option',
    code: 'UNKNOWN_SYMBOL',
    words: /^the service has no symbol ZZQQX; check the ticker$/,
    page: `start({ symbol: 'ZZQQX' })`,
  },
  {
    story: 'a getAuthToken that fails',
    code: 'AUTH',
    words:
      /^getAuthToken of the page gave no token \(Error: 503 from my server\); it must give a string, or a promise of one, within 30 seconds$/,
    page: `start({ apiKey: undefined, getAuthToken: () => Promise.reject(Error('503 from my server')) })`,
  },
  {
    story: 'a getAuthToken that gives the whole answer',
    code: 'AUTH',
    words: /^getAuthToken of the page gave no token \(\[object Object\]\); it must give a string/,
    page: `start({ apiKey: undefined, getAuthToken: () => ({ token: 'at_1' }) })`,
  },
  {
    story: 'a key that nobody issued',
    code: 'AUTH',
    words: /^The credential is not valid, has expired or was used before\.$/,
    page: `start({ apiKey: 'pk_test_nobodysKey00000000000' })`,
  },
  {
    story: 'a page whose origin is not listed',
    code: 'DOMAIN_NOT_WHITELISTED',
    words:
      /^The origin of the embedding page, http:\/\/stranger\.localhost:\d+, is not on the list of this account\./,
    page: `start()`,
    serving: { at: 'http://stranger.localhost' },
  },
  {
    story: 'a policy that leaves the service out',
    code: 'CSP_BLOCKED',
    words: /forbids the frame; add to its frame-src, and to its connect-src, http/,
    page: `start()`,
    serving: { headers: { 'Content-Security-Policy': "frame-src 'self'" } },
  },
]

/** Makes the mistake; gives what was thrown, as plain data. */
async function make(host: HostPage, { page, serving }: Mistake): Promise<WidgetError | undefined> {
  await host.open('55-mistakes', serving)
  return host.page.evaluate(async (code) => {
    // oxlint-disable-next-line typescript/no-implied-eval -- the page's code, written in the tables above
    const run = new Function('ready', `return (async () => { ${code} })()`) as (
      ready: Promise<unknown>,
    ) => Promise<void>
    const ready = new Promise((done) => {
      const timer = setInterval(() => {
        if (!window.diary.some(({ name }) => name === 'READY')) return
        clearInterval(timer)
        done(undefined)
      }, 20)
    })
    try {
      await run(ready)
    } catch (error) {
      const { name, code, message, docs } = error as Error & WidgetError
      return { name, code, message, docs }
    }
    return undefined
  }, page)
}

/** The console has it, whole and with the link. */
const printed = (host: HostPage, { code, words }: Mistake, docs: string) =>
  expect
    .poll(() =>
      host.console.some((line) => {
        const [, said] = new RegExp(`^${code}: (.*) ${docs}$`).exec(line) ?? []
        return said !== undefined && words.test(said)
      }),
    )
    .toBe(true)

for (const mistake of refused) {
  test(`${mistake.story}: load throws ${mistake.code}, and the console has the sentence and the link`, async ({
    host,
    site,
  }) => {
    const thrown = await make(host, mistake)
    const docs = `${site.widgetOrigin}/docs/errors#${mistake.code}`
    expect(thrown).toMatchObject({ name: 'ServiceWidgetError', code: mistake.code, docs })
    expect(thrown!.message).toMatch(/^BAD_OPTION: [\w/]+(,\w+)*$/)
    await printed(host, mistake, docs)
    await expect(host.frames).toHaveCount(0)
    // Nothing of what the page gave has left it.
    const asked = host.requests
      .map((request) => new URL(request.url()))
      .filter(({ origin }) => origin === site.widgetOrigin)
    expect(asked.map(({ pathname }) => pathname)).toEqual(['/widgetLoader', '/widgetLoader/errors.json'])
  })
}

for (const mistake of told) {
  test(`${mistake.story}: ERROR ${mistake.code} and the console have the sentence and the link`, async ({
    host,
    site,
  }) => {
    expect(await make(host, mistake)).toBeUndefined()
    const error = await host.error()
    const docs = `${site.widgetOrigin}/docs/errors#${mistake.code}`
    expect(error).toMatchObject({ code: mistake.code, docs })
    expect(error.message.startsWith(`${mistake.code}: `)).toBe(true)
    expect(error.message.slice(mistake.code.length + 2)).toMatch(mistake.words)
    await printed(host, mistake, docs)
  })
}

test('an unknown ticker is shown as such, and the page hears of no change to it', async ({ host }) => {
  await host.openReady('55-mistakes', { symbol: 'AAPL' })
  await host.send('SET_SYMBOL', { symbol: 'ZZQQX' })
  await host.hears('ERROR', 1)
  await expect(host.widget.why.root).toContainText('ZZQQX')
  await host.send('SET_SYMBOL', { symbol: 'IBM' })
  await expect.poll(() => host.heard('SYMBOL_CHANGED')).toEqual(['IBM'])
})

test('a mistake is told once, also after a reload of the frame; what was right is followed all the same', async ({
  host,
  page,
}) => {
  await host.openReady('55-mistakes', { symbol: 'AAPL' })
  await host.send('SET_THEME', { theme: 'pink' })
  await host.send('SET_THEME', { theme: 'pink' })
  await host.send('SET_SYMBOL', { symbol: 'IBM', sentiment: 'bullish' })
  await host.hears('ERROR', 2)
  await host.widget.why.shows('IBM')
  await page.frames()[1]!.evaluate(() => void setTimeout(() => location.reload()))
  await expect.poll(() => host.count('/setCookie')).toBe(2)
  await host.widget.why.shows('IBM')
  await host.send('SET_LOCALE', {})
  await host.hears('ERROR', 3)
  expect(((await host.heard('ERROR')) as WidgetError[]).map(({ message }) => message.slice(0, 30))).toEqual([
    'BAD_COMMAND: SET_THEME: theme ',
    'BAD_COMMAND: SET_SYMBOL: senti',
    'BAD_COMMAND: SET_LOCALE: local',
  ])
})

test('the error id of the service is in the event and in diagnose()', async ({ host, page }) => {
  await host.open('55-mistakes')
  await host.start({ apiKey: 'pk_test_nobodysKey00000000000' })
  const { errorId } = await host.error()
  expect(errorId).toMatch(/^[\w-]{8,}$/)
  const report = await page.evaluate(() => JSON.stringify(window.serviceWidgetLoader!.diagnose()))
  expect(report).toContain(errorId)
})

test('getAuthToken alone is enough, and is asked once', async ({ host, page }) => {
  await host.open('55-mistakes', { at: 'http://stranger.localhost' })
  await page.evaluate(() => {
    Object.assign(window, { asked: 0 })
    const getAuthToken = async () => {
      ;(window as unknown as { asked: number }).asked++
      return (await fetch('/token', { method: 'POST' })).text()
    }
    window.start({ apiKey: undefined, getAuthToken, symbol: 'AAPL' })
  })
  await host.ready()
  await host.widget.why.shows('AAPL')
  expect(await page.evaluate(() => (window as unknown as { asked: number }).asked)).toBe(1)
  expect(await host.heard('ERROR')).toEqual([])
})

test('where the words do not come, the short form is told', async ({ host, page }) => {
  await page.route('**/widgetLoader/errors.json', (route) => route.abort())
  await host.open('55-mistakes')
  await host.start({ destinationId: 'nowhere' })
  expect(await host.error()).toMatchObject({ message: 'DESTINATION_NOT_FOUND: nowhere' })
})
