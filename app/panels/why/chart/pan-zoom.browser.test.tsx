/** Panning and zooming of the chart, tested in the Why panel. */
import i18next from 'i18next'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startI18n } from '#app/i18n/i18n.ts'
import { resetWhyPanel, show, slider, waitForChart } from '#app/panels/why/why-panel.fixture.tsx'

beforeAll(async () => void (await startI18n('en', i18next)))
beforeEach(resetWhyPanel)

test('the chart zooms and pans by keys and buttons, keeps the selected bar visible, and says which range it shows', async () => {
  await show()
  await waitForChart()
  const ticks = () => document.querySelectorAll('.why-marks > .why-price-tick').length
  expect(ticks()).toBeGreaterThanOrEqual(4)
  const path = (name: string) => document.querySelector(`.why-${name}`)!.getAttribute('d')!
  const line = () => path('line')
  /** Pixels from the last bar to the start of the cone. */
  const coneDistance = () => {
    const lastX = [...line().matchAll(/[ML]([-\d.]+)/g)].at(-1)![1]
    return Number(/^M([-\d.]+)/.exec(path('cone'))![1]) - Number(lastX)
  }
  const initialLine = line()
  expect(coneDistance()).toBeCloseTo(0, 0)
  const range = page.getByRole('radio', { name: '6M' })
  await expect.element(range).toHaveAttribute('aria-checked', 'true')
  slider().element().focus()
  await userEvent.keyboard('++')
  await expect.poll(() => line().length).toBeLessThan(initialLine.length * 0.6)
  await expect.element(range).toHaveAttribute('aria-checked', 'false')
  await expect.element(range).toHaveAttribute('tabindex', '0')
  // The cone moves with the last bar, on the same axis.
  expect(coneDistance()).toBeCloseTo(0, 0)
  expect(ticks()).toBeGreaterThanOrEqual(4)
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await expect.poll(() => document.querySelector('.why-last')).toBeNull()
  await userEvent.keyboard('{End}')
  await expect.poll(() => document.querySelector('.why-last')).not.toBeNull()
  await userEvent.keyboard('0')
  await expect
    .element(page.getByRole('button', { name: 'Zoom out' }))
    .toHaveAttribute('aria-disabled', 'true')
  await range.click()
  await expect.poll(line).toBe(initialLine)
  await expect.element(range).toHaveAttribute('aria-checked', 'true')
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Earlier' }).click()
  await expect.element(range).toHaveAttribute('aria-checked', 'false')
  await page.getByRole('radio', { name: '3M' }).click()
  await expect.element(page.getByRole('radio', { name: '3M' })).toHaveAttribute('aria-checked', 'true')
})

test('the wheel scrolls the page, or zooms the chart with Ctrl; dragging pans the chart', async () => {
  await show()
  await waitForChart()
  const chart = slider().element()
  const box = chart.getBoundingClientRect()
  const dispatchWheel = (init: WheelEventInit) =>
    chart.dispatchEvent(
      new WheelEvent('wheel', {
        bubbles: true,
        cancelable: true,
        clientX: box.left + 100,
        clientY: box.top + 60,
        ...init,
      }),
    )
  const line = () => document.querySelector('.why-line')!.getAttribute('d')!
  const fullLine = line()
  // `dispatchEvent` returns true if the page handles the wheel event.
  expect(dispatchWheel({ deltaY: 100 })).toBe(true)
  expect(line()).toBe(fullLine)
  expect(dispatchWheel({ deltaY: -60, ctrlKey: true })).toBe(false)
  await expect.poll(() => line().length).toBeLessThan(fullLine.length)
  const zoomedLine = line()
  const pointer = (type: string, x: number) =>
    chart.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: box.left + x, clientY: box.top + 60 }),
    )
  chart.setPointerCapture = () => undefined
  pointer('pointerdown', 100)
  pointer('pointermove', 160)
  await expect.poll(line).not.toBe(zoomedLine)
  expect((chart as HTMLElement).dataset['moving']).toBe('true')
  pointer('pointerup', 160)
  await expect.poll(() => (chart as HTMLElement).dataset['moving']).toBe('false')
})
