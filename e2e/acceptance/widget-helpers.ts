/** Opens the demo partner's page with a ready widget, and changes its width, theme and visible panel. */
import type { Frame, Page } from '@playwright/test'
import type { DemoSettings, DemoPage } from '#e2e/kit/demo-page.ts'
import type { EmbeddedWidget } from '#loader/packages/testing/widget.ts'
import { expect } from '@playwright/test'
import { frameOf, settle } from '#e2e/kit/page.ts'

/** Widths with three panels side by side, px. */
export const wide = [1440, 1280, 1024] as const
/** Widths with tabs, px. */
export const narrow = [1023, 768, 390, 320] as const
export const panelNames = ['what', 'why', 'how'] as const

/** Opens the page with the widget of a symbol and waits until everything is drawn, charts included. */
export async function openDrawn(demoPage: DemoPage, settings: DemoSettings = {}): Promise<Frame> {
  await demoPage.page.setViewportSize({ width: 1600, height: 1000 })
  await demoPage.open({ stage: '1280', symbol: 'AAPL', ...settings })
  await expect(demoPage.status).toHaveText('Ready')
  await waitUntilDrawn(demoPage.widget, settings.type !== 'proStrategies')
  return frameOf(demoPage.page)
}

/** Waits until the parts that are rendered last are visible; `hasChart`: also the chart. */
export async function waitUntilDrawn(widget: EmbeddedWidget, hasChart = true): Promise<void> {
  await widget.how.ready()
  if (hasChart) await expect(widget.why.root.locator('.why-marks')).toBeAttached()
  await expect(widget.how.root.locator('.how-card').first()).toBeAttached()
}

/** Sets the width of the widget without reloading it. */
export async function resize(page: Page, frame: Frame, width: number): Promise<void> {
  await page.locator('#stage').evaluate((stage, to) => (stage.style.width = `${to}px`), width)
  await settle(frame, width)
}

/** Sets the theme as `SET_THEME` does, but synchronously. */
export const setTheme = (frame: Frame, theme: string): Promise<string> =>
  frame.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)

/** Runs `check` for all panels: once if they are side by side, otherwise for each tab. */
export async function forEachPanel(
  widget: EmbeddedWidget,
  frame: Frame,
  check: (panel: string) => Promise<void>,
): Promise<void> {
  if ((await widget.frame.getByRole('tab', { name: /^(what|why|how)$/i }).count()) === 0)
    return check('all panels')
  for (const name of panelNames) {
    if ((await widget[name].root.count()) === 0) continue
    await frame.locator(`#tab-${name}`).click()
    await expect(widget[name].root).toBeVisible()
    await settle(frame)
    await check(name)
  }
}
