/**
 * The testing kit against the built product, as a partner's quality engineer uses it: both ways to sign in,
 * every state of test keys, received events, and the package installed in a separate project.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromiumLaunch } from '#e2e/kit/browsers.ts'
import { test as base } from '#e2e/kit/fixtures.ts'
import { startPartnerProject } from '#e2e/kit/partner-project.ts'
import { createTestKeys, type TestKeys } from '#e2e/kit/test-keys.ts'
import {
  type EmbeddedWidget,
  type WidgetEvents,
  widgetOn,
  withWidget,
} from '#loader/packages/testing/index.ts'
import { expect } from '@playwright/test'

const test = withWidget(
  base.extend<object, { testKeys: TestKeys }>({
    testKeys: [async ({ site }, provide) => provide(await createTestKeys(site)), { scope: 'worker' }],
  }),
).extend({
  service: [async ({ site }, provide) => provide(site.serviceUrl), { scope: 'worker' }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
  partnerOrigin: [({}, provide) => provide('http://partner.localhost:0'), { scope: 'worker' }],
  apiKey: ({ testKeys }, provide) => provide(testKeys.apiKey),
  secretKey: ({ testKeys }, provide) => provide(testKeys.secretKey),
  stepTimeout: 60_000,
})

for (const credential of ['apiKey', 'authToken'] as const)
  test.describe(`signed in by ${credential}`, () => {
    test.use({ credential })

    test('chooses an idea and a cell, hands over the ticket and receives the acknowledgement', async ({
      openWidget,
      widgetEvents,
      sendCommand,
    }) => {
      const widget = await openWidget({ acknowledgesTickets: true })
      await widget.ready()
      const [, second = ''] = await widget.ideas()
      const eventCount = widgetEvents.of('SYMBOL_CHANGED').length
      await widget.idea(second).choose()
      expect(await widgetEvents.hears('SYMBOL_CHANGED', { count: eventCount + 1 })).toBe(second)
      await widget.panel('how').shows(second)
      await widget.cell({ timeframe: 'medium', riskProfile: 'conservative', leg: 'put' }).choose()
      expect(await widget.ticket().state()).toBe('none')
      await widget.trade()
      const ticket = await widgetEvents.hears('TRADE_TICKET_EXECUTE')
      expect(ticket).toMatchObject({ symbol: second, simulated: true, optionLegs: [{ legType: 'Put' }] })
      expect(await widget.ticket().state()).toBe('waiting')
      await sendCommand('TICKET_RECEIVED', { ticketId: ticket.ticketId, reference: 'A-17' })
      await widget.ticket().becomes('received')
    })
  })

test.describe('with a short stepTimeout', () => {
  test.use({ stepTimeout: 200, userId: 'test-slow' })

  test('a step and the wait for an event end after it', async ({ openWidget, widgetEvents }) => {
    const widget = await openWidget()
    await expect(widget.panel('why').ready()).rejects.toThrow('Waited 200 ms for the panel why')
    await expect(widgetEvents.hears('TRADE_TICKET_EXECUTE')).rejects.toThrow('Waited 200 ms')
  })
})

type StateCheck = (widget: EmbeddedWidget, events: WidgetEvents) => Promise<void>

/** Test user → check of the expected state. */
const users: Record<string, StateCheck> = {
  'test-refused': async (widget, events) => {
    expect(await widget.error()).toMatchObject({ where: 'screen', screen: 'failed' })
    expect(await events.hears('ERROR')).toMatchObject({ code: 'AUTH' })
  },
  'test-domain': async (widget, events) => {
    expect(await widget.error()).toEqual({
      where: 'screen',
      screen: 'refused',
      code: 'DOMAIN_NOT_WHITELISTED',
    })
    expect(await events.hears('ERROR')).toMatchObject({ code: 'DOMAIN_NOT_WHITELISTED' })
  },
  'test-expired': async (widget) => {
    await widget.panel('why').ready()
    expect(await widget.error()).toMatchObject({ where: 'screen', screen: 'ended' })
  },
  'test-empty': async (widget) => {
    await widget.panel('what').becomes('empty')
    expect(await widget.ideas()).toEqual([])
  },
  'test-failing': async (widget) => {
    expect(await widget.panel('what').error()).toBe('internal')
    expect(await widget.error()).toEqual({ where: 'what', code: 'internal' })
  },
  'test-slow': async (widget) => {
    expect((await widget.state()).panels.why?.state).toBe('loading')
    await widget.ready()
  },
  'test-stale': async (widget) => {
    await widget.connectionBecomes('stale')
    expect((await widget.state()).status).toBe('stale')
  },
  'test-closed': async (widget) => {
    await widget.ready()
    await expect.poll(async () => (await widget.state()).status).toBe('closed')
  },
  'test-delayed': async (widget) => {
    await widget.ready()
    await expect.poll(async () => (await widget.state()).status).toBe('delayed')
  },
  'test-anyone': async (widget) => {
    await widget.ready()
    await widget.connectionBecomes('live')
    expect((await widget.ideas()).length).toBeGreaterThan(3)
  },
}

for (const [userId, check] of Object.entries(users))
  test(`the test user ${userId} causes its state`, async ({ openWidget, widgetEvents }) => {
    await check(await openWidget({ userId }), widgetEvents)
  })

/** Test symbol → check of the expected state. */
const symbols: Record<string, StateCheck> = {
  'TEST.OK': async (widget) => {
    await widget.ready()
    await widget.panel('how').shows('TEST.OK')
    expect(await widget.panel('how').unknown()).toEqual([])
    for (const leg of ['call', 'put'] as const)
      expect(await widget.cell({ timeframe: 'long', riskProfile: 'optimal', leg }).kind()).toBe('optimal')
  },
  'TEST.EMPTY': (widget) => widget.panel('how').becomes('empty'),
  'TEST.NOOPT': (widget) => widget.panel('how').becomes('empty'),
  'TEST.STALE': async (widget) => {
    await widget.panel('why').shows('TEST.STALE')
    await widget.panel('why').lacks('old-bars')
    await widget.panel('how').lacks('old-bars')
    expect((await widget.state()).panels.why?.unknown).toContain('old-bars')
  },
  'TEST.SLOW': async (widget) => {
    await widget.panel('what').ready()
    expect(await widget.panel('why').state()).toBe('loading')
    await widget.panel('why').shows('TEST.SLOW')
  },
  'TEST.FAIL': async (widget) => {
    expect(await widget.panel('why').error()).toBe('internal')
    expect(await widget.panel('how').error()).toBe('internal')
    await widget.panel('how').tryAgain()
    await widget.panel('how').becomes('error')
  },
  'TEST.EARN': (widget) => expectWarning(widget, 'earnings-before-expiry'),
  'TEST.EXDIV': (widget) => expectWarning(widget, 'dividend-before-expiry'),
  'TEST.WIDE': (widget) => expectWarning(widget, 'wide-spread'),
  'TEST.TICK': async (widget) => {
    await widget.panel('why').shows('TEST.TICK')
    const text = () => widget.panel('why').root.textContent()
    const textBefore = await text()
    await expect.poll(text).not.toBe(textBefore)
  },
  'TEST.UNKNOWN': async (widget, events) => {
    await widget.panel('why').becomes('empty')
    expect(await widget.panel('why').symbol()).toBe('TEST.UNKNOWN')
    expect(await widget.panel('how').error()).toBe('symbol-unknown')
    expect(await events.hears('ERROR')).toMatchObject({ code: 'UNKNOWN_SYMBOL' })
  },
}

async function expectWarning(widget: EmbeddedWidget, warning: string): Promise<void> {
  await widget.panel('how').ready()
  await expect(widget.panel('how').root.locator('[data-option]').first()).toHaveAttribute(
    'data-warnings',
    new RegExp(warning),
  )
}

for (const [symbol, check] of Object.entries(symbols))
  test(`the test symbol ${symbol} causes its state`, async ({ openWidget, widgetEvents }) => {
    await check(await openWidget({ symbol }), widgetEvents)
  })

test('the kit works in every language', async ({ openWidget }) => {
  const widget = await openWidget({ symbol: 'TEST.OK', locale: 'ar' })
  await widget.ready()
  expect((await widget.state()).locale).toBe('ar')
  await widget.search('KO')
  await widget.panel('how').shows('KO')
  await widget.cell({ timeframe: 'short', riskProfile: 'aggressive' }).choose()
  await widget.trade()
  await widget.ticket().becomes('handed')
})

test('losing the quotes sends CONNECTION to the page', async ({ openWidget, widgetEvents, context }) => {
  const widget = await openWidget()
  expect(await widgetEvents.hears('CONNECTION')).toMatchObject({ state: 'live' })
  await context.setOffline(true)
  expect(await widgetEvents.hears('CONNECTION', { count: 2 })).toMatchObject({ state: 'offline' })
  await widget.connectionBecomes('offline')
})

test('finds the widget beside other content of the page, and throws if there are two', async ({
  openWidget,
  page,
}) => {
  await openWidget({ symbol: 'TEST.OK' })
  await page.locator('#ideas').evaluate((box) => {
    box.insertAdjacentHTML('afterend', '<iframe title="an advertisement"></iframe>')
    box.insertAdjacentHTML('afterend', '<p hidden>Sorry: ERROR OF_OURS</p>')
  })
  await widgetOn(page, 'body').why.shows('TEST.OK')
  const widgetWithShortTimeout = widgetOn(page, 'body', { timeout: 300 })
  await page.locator('iframe[src]').evaluate((frame: HTMLIFrameElement) => {
    const second = document.createElement('iframe')
    second.src = frame.src
    document.body.append(second)
  })
  await expect(widgetWithShortTimeout.ready()).rejects.toThrow(
    /^2 widgets are in locator\('body'\): give widgetOn/,
  )
  await page.locator('iframe').evaluateAll((frames) => frames.forEach((frame) => frame.remove()))
  await expect(widgetWithShortTimeout.ready()).rejects.toThrow(/There is: no widget$/)
})

test('a timeout error describes the actual state', async ({ openWidget }) => {
  const widget = await openWidget({ symbol: 'TEST.FAIL' })
  await widget.panel('why').error()
  const widgetWithShortTimeout = Object.assign(Object.create(widget) as EmbeddedWidget, { timeout: 200 })
  await expect(widgetWithShortTimeout.connectionBecomes('offline')).rejects.toThrow(
    /the connection to be offline\. There is: .*why error TEST\.FAIL internal/,
  )
})

test('the documentation’s samples pass in a partner’s project', async ({ site, testKeys }) => {
  test.setTimeout(240_000)
  const project = startPartnerProject()
  try {
    project.add('@playwright/test', '@types/node')
    const samples = readFileSync('docs/testing.md', 'utf8').matchAll(/```ts\n\/\/ (tests\/\S+)\n(.*?)```/gs)
    mkdirSync(join(project.folder, 'tests'))
    const samplePaths = [...samples].map(([, path = '', text = '']) => {
      writeFileSync(join(project.folder, path), text)
      return path
    })
    expect(samplePaths).toEqual(['tests/widget.spec.ts', 'tests/states.spec.ts'])
    const configuration = {
      testDir: 'tests',
      workers: 1,
      timeout: 60_000,
      reporter: 'json',
      use: {
        service: site.serviceUrl,
        apiKey: testKeys.apiKey,
        secretKey: testKeys.secretKey,
        partnerOrigin: 'http://partner.localhost:0',
        launchOptions: chromiumLaunch(),
        viewport: { width: 1440, height: 1000 },
      },
    }
    writeFileSync(
      join(project.folder, 'playwright.config.js'),
      `export default ${JSON.stringify(configuration)}`,
    )
    const cli = join(project.folder, 'node_modules/@playwright/test/cli.js')
    const { stdout } = await promisify(execFile)(process.execPath, [cli, 'test'], {
      cwd: project.folder,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
      maxBuffer: 50_000_000,
    }).catch((error: { stdout: string; stderr: string }) => error)
    const { stats } = JSON.parse(stdout) as { stats: { expected: number; unexpected: number; flaky: number } }
    expect(stats, stdout).toMatchObject({ expected: 9, unexpected: 0, flaky: 0 })
  } finally {
    project.remove()
  }
})
