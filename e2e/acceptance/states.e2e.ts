/** Acceptance, states: point 17 of the widget's checklist, and axe on each state. */
import type { ScenarioName } from '#mocks/scenarios.ts'
import { insideWidget, violations } from '#e2e/kit/axe.ts'
import { expect, test } from '#e2e/kit/fixtures.ts'
import { settle } from '#e2e/kit/page.ts'
import type { Workbench } from '#e2e/kit/workbench.ts'

type StateCase = {
  title: string
  scenario: ScenarioName
  /** `data-state` of panels. */
  states?: Partial<Record<'what' | 'why' | 'how', string>>
  /** Expected text by selector. */
  texts: Record<string, RegExp>
  prepare?: (workbench: Workbench) => Promise<void>
}

const stateCases: readonly StateCase[] = [
  {
    title: 'loading',
    scenario: 'slow',
    states: { how: 'loading' },
    texts: { '.data-status': /Simulated|Connecting|Live/ },
  },
  {
    title: 'no idea matches the filters',
    scenario: 'calm',
    states: { what: 'ready' },
    texts: { '.panel-what .note': /No ideas match.*Clear filters/s },
    prepare: async ({ widget }) => {
      await widget.what.ready()
      await widget.what.root.getByRole('button', { name: 'Filters' }).click()
      await widget.what.root.getByRole('searchbox').fill('no such company')
    },
  },
  {
    title: 'the scan found nothing',
    scenario: 'empty',
    states: { what: 'empty' },
    texts: { '.panel-what .note': /no ideas|nothing/i },
  },
  {
    title: 'the daily prices are out of date',
    scenario: 'outdated',
    states: { what: 'ready', why: 'ready', how: 'ready' },
    texts: {
      '.why-unknown': /No technical analysis\. The daily prices end on \w+ \d+, \d{4}\./,
      '.why-facts': /1M trend.*Unknown/s,
    },
  },
  {
    title: 'the price moved away from the option quotes',
    scenario: 'drifted',
    states: { why: 'ready', how: 'empty' },
    texts: { '.panel-how .note': /No contract of \S+ is recommended now.*price has moved away/s },
  },
  {
    title: 'the option quotes are of another day',
    scenario: 'yesterday',
    states: { why: 'ready', how: 'empty' },
    texts: { '.panel-how .note': /No contract of \S+ is recommended now.*option quotes are of/s },
  },
  {
    title: 'no listed options',
    scenario: 'optionless',
    states: { why: 'ready', how: 'empty' },
    texts: { '.panel-how .note': /No listed options for AAPL/ },
  },
  {
    title: 'one panel fails',
    scenario: 'partial',
    states: { what: 'ready', why: 'ready', how: 'error' },
    texts: { '.panel-how [role=alert]': /Try again|Retry/ },
  },
  {
    title: 'every panel fails',
    scenario: 'failing',
    states: { what: 'error', why: 'error', how: 'error' },
    texts: {
      '.panel-what [role=alert]': /Retry|Try again/,
      '.panel-why [role=alert]': /Retry|Try again/,
      '.panel-how [role=alert]': /Retry|Try again/,
    },
  },
  {
    title: 'stale',
    scenario: 'stale',
    states: { why: 'stale', how: 'stale' },
    texts: { '.data-status': /stopped|stale/i, '.banner': /Connection lost/ },
  },
  {
    title: 'offline',
    scenario: 'offline',
    states: { why: 'stale' },
    // The banner offers no retry, because it would fail: updates resume when the network returns.
    texts: { '[data-banner=offline]': /offline.*resume automatically/is },
  },
  {
    title: 'session ended',
    scenario: 'expired',
    texts: { '[data-banner=ended]': /Session ended.*no longer updated/is },
  },
  {
    title: 'refused domain',
    scenario: 'refused',
    texts: { '[data-screen=refused]': /http:\/\/127\.0\.0\.1/ },
  },
  {
    title: 'market closed',
    scenario: 'closed',
    states: { why: 'ready' },
    texts: { '.data-status': /closed/i },
  },
  {
    title: 'delayed',
    scenario: 'delayed',
    states: { why: 'ready' },
    texts: { '.data-status': /Delayed 15 min/, '.footer': /15 min/ },
  },
  {
    title: 'simulated',
    scenario: 'calm',
    states: { what: 'ready', why: 'ready', how: 'ready' },
    texts: { '.data-status': /Simulated data/, '.footer': /Simulated data/ },
  },
]

test('acceptance 17: every state is a scenario, explains itself and has no accessibility violation', async ({
  workbench,
  page,
}) => {
  // Takes a minute on an idle machine.
  test.setTimeout(600_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const findings: string[] = []
  for (const { title, scenario, states, texts, prepare } of stateCases) {
    await test.step(title, async () => {
      await page.setViewportSize({ width: 1280, height: 1000 })
      await workbench.open({ scenario, symbol: 'AAPL' }, { runsClock: true })
      await prepare?.(workbench)
      for (const [name, state] of Object.entries(states ?? {}))
        await expect(workbench.widget[name as 'what'].root, `${title}, ${name}`).toHaveAttribute(
          'data-state',
          state,
          { timeout: 30_000 },
        )
      for (const [selector, text] of Object.entries(texts)) {
        await expect(workbench.widget.frame.locator(selector), `${title}, ${selector}`).toBeVisible({
          timeout: 30_000,
        })
        await expect(workbench.widget.frame.locator(selector), `${title}, ${selector}`).toHaveText(text)
      }
      // The order line covers controls that can be scrolled into view: axe would report them as too small.
      await page.locator('iframe').evaluate((element) => (element.style.height = '2400px'))
      const frame = await workbench.frame()
      // A theme changes colours only, so other rules are checked once per width.
      for (const [width, theme, rules] of [
        [1280, 'light', undefined],
        [1280, 'three-panel-light', ['color-contrast']],
        [390, 'dark', undefined],
      ] as const) {
        await workbench.resize(width)
        await frame.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
        await settle(frame)
        findings.push(
          ...(await violations(page, { include: insideWidget, rules })).map(
            (violation) => `${title}, ${theme} at ${width}: ${violation}`,
          ),
        )
      }
    })
  }
  expect(findings).toEqual([])
})
