/** The warning about an event that the options imply. */
import '#app/ui/base.css'
import i18next from 'i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startI18n } from '#app/i18n/i18n.ts'
import { HowPanel } from '#app/panels/how/how-panel.tsx'
import { initialView } from '#app/state/view.ts'
import { sampleIncome, sampleOptimals } from '#app/testing/income.ts'
import { host, live, PanelFrame, TestApp, view } from '#app/testing/test-app.tsx'

beforeAll(async () => void (await startI18n('en', i18next)))
afterEach(() => vi.unstubAllGlobals())

test('the card names its move and the expiration by which it falls', async () => {
  view.setState({ ...initialView, symbol: 'AAPL' }, true)
  host.setState({ phase: 'ready', options: null, settings: null })
  live.setState({ quotes: {}, options: {}, market: null, connection: 'live', stale: false })
  const calls = sampleOptimals('call')
  const impliedEvent = { move: 0.149, after: '2025-12-05', until: '2025-12-12' }
  const callOptimals = calls.with(4, { ...calls[4]!, impliedEvent, warnings: ['earnings-before-expiry'] })
  vi.stubGlobal('fetch', async () => Response.json(sampleIncome({ callOptimals })))
  await render(
    <TestApp>
      <PanelFrame width={410} height={700}>
        <HowPanel onTrade={() => undefined} />
      </PanelFrame>
    </TestApp>,
  )
  const chip = page.getByText('Event implied by Dec 12')
  await expect.element(chip).toBeVisible()
  expect(chip.element().closest('[title]')?.getAttribute('title')).toBe(
    'Option prices imply a move of about 15% by Dec 12, for which no date is known. It may be an earnings report.',
  )
})
