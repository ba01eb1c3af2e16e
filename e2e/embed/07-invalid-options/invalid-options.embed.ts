import { coreIf } from '#e2e/kit/core.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'

const key = { apiKey: 'pk_x' }
/** Beginning of the sentence about each option. */
const sentences: Readonly<Record<string, string>> = {
  'apiKey/authToken': 'apiKey (with a capital K) or authToken is required, and only one of the two',
  widgetType: 'widgetType, the first argument of load, must be pro or proStrategies',
  destinationId: 'destinationId must be the id of an element',
  userId: 'userId must be a text that is not empty and has no blanks and no @',
  theme: 'theme must be light, dark, three-panel-light, three-panel-dark or auto',
  secretKey: 'secretKey, or any key that begins with sk_, must never be in a page',
}
/** Cases in which `load` throws: the options, and the names in the error. The console has a sentence for each name. */
const requiredCases: [title: string, type: string, options: object, names: string][] = [
  ['no such widget type', 'basic', {}, 'widgetType'],
  ['an element as destination', 'pro', { destinationId: { nodeType: 1 } }, 'destinationId'],
  ['no destination', 'pro', { destinationId: '' }, 'destinationId'],
  ['no user', 'pro', { userId: '' }, 'userId'],
  ['an e-mail address as user', 'pro', { userId: 'a@b.example' }, 'userId'],
  ['a name as user', 'pro', { userId: 'Ann Lee' }, 'userId'],
  ['an unknown theme', 'pro', { theme: 'neon' }, 'theme'],
  ['a secret key', 'pro', { secretKey: 'sk_test_1' }, 'secretKey'],
  ['a secret key as the public one', 'pro', { apiKey: 'sk_live_1' }, 'secretKey'],
  ['both credentials', 'pro', { ...key, authToken: 't' }, 'apiKey/authToken'],
  ['no credentials', 'pro', { apiKey: '' }, 'apiKey/authToken'],
  [
    'everything at once',
    'x',
    { destinationId: '', userId: ' ', apiKey: '' },
    'apiKey/authToken,widgetType,destinationId,userId',
  ],
]

test('load() throws for invalid required options and creates no frame', async ({ host, page }) => {
  await host.open('07-invalid-options')
  for (const [title, type, options, names] of requiredCases) {
    const thrown = await page.evaluate(
      ([type, options]) => {
        try {
          window.start(options, type)
        } catch (error) {
          // JSON omits the message of an Error.
          const { message } = error as Error
          return { ...(JSON.parse(JSON.stringify(error)) as object), message }
        }
        return undefined
      },
      [type, options] as const,
    )
    expect(thrown, title).toMatchObject({ name: 'ServiceWidgetError', code: 'BAD_OPTION' })
    expect(thrown?.message, title).toBe(`BAD_OPTION: ${names}`)
  }
  await expect(host.frames).toHaveCount(0)
  // The loader fetches the sentences after it has thrown the error, and logs one line for each error.
  const lines = () => host.console.filter((line) => line.startsWith('BAD_OPTION: '))
  await expect.poll(() => lines().length).toBe(requiredCases.length)
  for (const [index, [title, , , names]] of requiredCases.entries()) {
    for (const name of names.split(',')) expect(lines()[index], title).toContain(sentences[name])
    expect(lines()[index], title).toContain('/docs/errors#BAD_OPTION')
  }
})

/** Cases in which the frame reports an invalid option. */
const optionalCases: [option: string, value: unknown, message: RegExp][] = [
  ['symbol', 'not a ticker!', /^BAD_OPTION: symbol must be a ticker such as AAPL/],
  ['showHeader', 'yes', /^BAD_OPTION: showHeader must be true or false, without quotes$/],
]
for (const [option, value, message] of optionalCases) {
  test(
    `an invalid ${option} causes an ERROR, and the widget still starts`,
    coreIf(option === 'symbol'),
    async ({ host }) => {
      await host.open('07-invalid-options')
      await host.start({ [option]: value })
      expect(await host.error()).toMatchObject({
        code: 'BAD_OPTION',
        message: expect.stringMatching(message),
      })
      await host.ready()
    },
  )
}
