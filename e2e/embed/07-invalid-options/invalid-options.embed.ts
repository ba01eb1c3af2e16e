import { expect, test } from '#e2e/kit/fixtures.ts'

const key = { apiKey: 'pk_x' }
/** What is passed, and the exact message of what `load` throws. */
const table: [story: string, type: string, options: object, message: string][] = [
  ['no such widget type', 'basic', {}, 'check widgetType'],
  ['no destination', 'pro', { destinationId: '' }, 'check destinationId'],
  ['no user', 'pro', { userId: '' }, 'check userId'],
  ['an e-mail address as user', 'pro', { userId: 'a@b.example' }, 'check userId'],
  ['a name as user', 'pro', { userId: 'Ann Lee' }, 'check userId'],
  ['an unknown theme', 'pro', { theme: 'neon' }, 'check theme'],
  ['a secret key', 'pro', { secretKey: 'sk_test_1' }, 'check secretKey'],
  ['both credentials', 'pro', { ...key, authToken: 't' }, 'check apiKey/authToken'],
  ['no credentials', 'pro', { apiKey: '' }, 'check apiKey/authToken'],
  [
    'everything at once',
    'x',
    { destinationId: '', userId: ' ', apiKey: '' },
    'check apiKey/authToken, widgetType, destinationId, userId',
  ],
]

test('what nothing can start without is refused by load itself, and creates nothing', async ({
  host,
  page,
}) => {
  await host.open('07-invalid-options')
  for (const [story, type, options, message] of table) {
    const thrown = await page.evaluate(
      ([type, options]) => {
        try {
          window.start(options, type)
        } catch (error) {
          return JSON.parse(JSON.stringify(error)) as object
        }
        return undefined
      },
      [type, options] as const,
    )
    expect(thrown, story).toMatchObject({ name: 'ServiceWidgetError', code: 'BAD_OPTION', message })
  }
  await expect(host.frames).toHaveCount(0)
  // Firefox's remote protocol tells an Error on the console as "Error".
  expect(host.console.filter((line) => /ServiceWidgetError|^Error/.test(line))).toHaveLength(table.length)
})

const later: [option: string, value: unknown, message: RegExp][] = [
  ['symbol', 'not a ticker!', /symbol must be a ticker/],
  ['showHeader', 'yes', /showHeader must be a boolean/],
]
for (const [option, value, message] of later) {
  test(`a wrong ${option} is an ERROR, and the widget is there all the same`, async ({ host }) => {
    await host.open('07-invalid-options')
    await host.start({ [option]: value })
    expect(await host.error()).toMatchObject({ code: 'BAD_OPTION', message: expect.stringMatching(message) })
    await host.ready()
  })
}
