import './base.css'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Popover } from './popover.tsx'

/** A panel that scrolls, with a button that opens a box of its own scrolling. */
async function show() {
  const { container } = await render(
    <div data-scrolls style={{ blockSize: 300, overflow: 'auto' }}>
      <div style={{ blockSize: 900, paddingBlockStart: 120 }}>
        <Popover label="Return">
          <p style={{ blockSize: 60 }}>Premium over price</p>
        </Popover>
      </div>
    </div>,
  )
  const button = page.getByRole('button', { name: 'Return' })
  await button.click()
  await expect.element(page.getByText('Premium over price')).toBeVisible()
  const scroller = container.querySelector<HTMLElement>('[data-scrolls]')!
  const box = container.querySelector<HTMLElement>('.popover')!
  const gap = () =>
    Math.round(box.getBoundingClientRect().top - button.element().getBoundingClientRect().bottom)
  return { scroller, box, gap, button }
}

test('goes with its button when the panel scrolls', async () => {
  const { scroller, gap } = await show()
  await expect.poll(gap).toBe(4)
  scroller.scrollTop = 90
  await expect.poll(gap).toBe(4)
})

test('closes when its button is scrolled out of sight', async () => {
  const { scroller, box, button } = await show()
  scroller.scrollTop = 500
  await expect.poll(() => box.matches(':popover-open')).toBe(false)
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
})
