/**
 * Fixtures for Playwright, on top of your own `test`: a widget at any page, signed in by key or by token, and
 * the page's events. See `/docs/testing` of the service.
 */
import type {
  Fixtures,
  Page,
  PlaywrightTestArgs,
  PlaywrightWorkerArgs,
  TestInfo,
  TestType,
  WorkerInfo,
} from '@playwright/test'
import type { EventPayloads, WidgetCommand } from '#contract/bridge/bridge.ts'
import type { GetAuthToken, WidgetOptions, WidgetType } from '#contract/bridge/options/options.ts'
import type { ServiceWidgetLoader } from '#loader/loader.ts'
import { fetchAuthToken } from './auth.ts'
import { overrideOptions, recordEvents, sendCommand, type WidgetEvents } from './events.ts'
import { destination, type PartnerPage, startPartnerPage } from './partner-page.ts'
import { defaultTimeoutMs } from './waiting.ts'
import { type EmbeddedWidget, widgetOn } from './widget.ts'

/** Settings, in `use` of your Playwright configuration or by `test.use`. */
export type WidgetTestOptions = {
  /** Your account's public test key, `pk_test_…`. */
  apiKey: string
  /** Your account's secret test key, `sk_test_…`, for the token flow: take it from the environment. */
  secretKey: string
  /** The user, unless a test sets another. Default: `test-user`. */
  userId: string
  /** How the kit's own page signs in. Default: `apiKey`. */
  credential: 'apiKey' | 'authToken'
  /** Timeout of each step of `openWidget`'s widget and of `widgetEvents.hears`, milliseconds. Default: 15,000. */
  stepTimeout: number
}

export type WidgetWorkerOptions = {
  /** Address of the service: `https://SERVICE`. */
  service: string
  /**
   * Origin of the kit's own page. Default: a free port of localhost, which test keys accept without whitelisting. In
   * the key flow any other origin must be whitelisted for the account. The first worker uses the given port, and each
   * further one the next.
   */
  partnerOrigin: string
}

/** Options of one widget; the settings are the defaults. */
export type GivenOptions = Partial<Omit<WidgetOptions, 'destinationId' | 'getAuthToken'>>

export type WidgetFixtures = WidgetTestOptions & {
  /** The page's events so far. Recorded from before the test's first step. */
  widgetEvents: WidgetEvents
  /** Opens the kit's own page with a widget in it, signed in by `credential`. */
  openWidget: (options?: GivenOptions, type?: WidgetType) => Promise<EmbeddedWidget>
  /** Overrides options of your own page's next `load`. */
  overrideOptions: (options: GivenOptions) => Promise<void>
  /** Sends a command to the page's widget, like the page itself. */
  sendCommand: <C extends WidgetCommand>(command: C, payload: EventPayloads[C]) => Promise<void>
  /** A fresh one-time token, fetched by the test with the secret key. */
  authToken: () => Promise<string>
}

export type WidgetWorkerFixtures = WidgetWorkerOptions & { partnerPage: PartnerPage }

type TestArgs = PlaywrightTestArgs & WidgetFixtures

/** The fixtures for `test.extend`. `withWidget` calls it for you. */
export const widgetFixtures: Fixtures<
  WidgetFixtures,
  WidgetWorkerFixtures,
  PlaywrightTestArgs,
  PlaywrightWorkerArgs
> = {
  service: ['', { option: true, scope: 'worker' }],
  partnerOrigin: ['http://localhost:0', { option: true, scope: 'worker' }],
  apiKey: ['', { option: true }],
  secretKey: ['', { option: true }],
  userId: ['test-user', { option: true }],
  credential: ['apiKey', { option: true }],
  stepTimeout: [defaultTimeoutMs, { option: true }],

  partnerPage: [
    async ({ service, partnerOrigin }, provide, { parallelIndex }: WorkerInfo) => {
      if (!service) throw new Error('The setting `service` is missing: { use: { service: "https://…" } }')
      const page = await startPartnerPage(service, partnerOrigin, parallelIndex)
      await provide(page)
      await page.stop()
    },
    { scope: 'worker' },
  ],

  widgetEvents: [
    async ({ page, stepTimeout }: TestArgs, provide, info: TestInfo) => {
      const events = await recordEvents(page, stepTimeout)
      await provide(events)
      if (info.status === info.expectedStatus) return
      await info.attach('widget events', {
        body: JSON.stringify(events.all, null, 2),
        contentType: 'application/json',
      })
    },
    // Automatic: recording starts before any page is opened, even if the test does not use the fixture.
    { auto: true },
  ],
  authToken: ({ service, apiKey, secretKey }, provide) =>
    provide(() => fetchAuthToken({ service, apiKey, secretKey })),
  overrideOptions: ({ page }, provide) => provide((options) => overrideOptions(page, options)),
  sendCommand: ({ page }, provide) => provide((command, payload) => sendCommand(page, command, payload)),

  openWidget: ({ page, partnerPage, apiKey, userId, credential, authToken, stepTimeout }, provide) =>
    provide(async (options = {}, type = 'pro') => {
      await partnerPage.open(page)
      const byToken = credential === 'authToken' || Boolean(options.authToken)
      const credentials = byToken ? { authToken: options.authToken ?? (await authToken()) } : { apiKey }
      await load(page, type, { ...credentials, userId, ...options }, byToken ? authToken : undefined)
      return widgetOn(page, `#${destination}`, { timeout: stepTimeout })
    }),
}

/** Name of the page's function that fetches a token through the test: the secret key never reaches the page. */
const renewal = 'serviceWidgetRenewal'
const pagesWithRenewal = new WeakSet<Page>()

async function load(
  page: Page,
  type: WidgetType,
  options: GivenOptions,
  renew: (() => Promise<string>) | undefined,
): Promise<void> {
  if (renew && !pagesWithRenewal.has(page)) {
    pagesWithRenewal.add(page)
    await page.exposeFunction(renewal, renew)
  }
  await page.evaluate(
    ([type, options, renewal]) => {
      const page = window as unknown as Record<string, unknown>
      const loader = page['serviceWidgetLoader'] as ServiceWidgetLoader | undefined
      if (!loader) throw new Error('the loader was not loaded: check the setting `service`')
      const getAuthToken = renewal ? (page[renewal] as GetAuthToken) : undefined
      const widget = loader.load(type, { ...options, getAuthToken } as WidgetOptions)
      // A listener makes it a page that accepts tickets.
      widget.on('TRADE_TICKET_EXECUTE', () => undefined)
    },
    [type, { destinationId: destination, ...options }, renew && renewal] as const,
  )
}

/** Your `test` with the fixtures: `export const test = withWidget(base)`. */
export const withWidget = <T extends PlaywrightTestArgs, W extends PlaywrightWorkerArgs>(
  test: TestType<T, W>,
): TestType<T & WidgetFixtures, W & WidgetWorkerFixtures> =>
  test.extend<WidgetFixtures, WidgetWorkerFixtures>(widgetFixtures as never)
