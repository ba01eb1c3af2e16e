import '#app/ui/base.css'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from './button.tsx'
import { Popover } from './popover.tsx'

/** A scrolling panel with a button that opens a popover with its own scrolling. */
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

test('follows its button while the panel scrolls', async () => {
  const { scroller, gap } = await show()
  await expect.poll(gap).toBe(4)
  scroller.scrollTop = 90
  await expect.poll(gap).toBe(4)
})

test('closes when its button is scrolled out of view', async () => {
  const { scroller, box, button } = await show()
  scroller.scrollTop = 500
  await expect.poll(() => box.matches(':popover-open')).toBe(false)
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
})

test('wraps a long line without cutting it', async () => {
  const text =
    'How this is calculated and what it leaves out, at such a length that it does not fit on a single line'
  await render(
    <div style={{ inlineSize: 300 }}>
      <Popover label="Score">
        <Button kind="link">{text}</Button>
      </Popover>
    </div>,
  )
  await page.getByRole('button', { name: 'Score' }).click()
  const link = page.getByRole('button', { name: text })
  await expect.element(link).toBeVisible()
  const box = link.element().closest('.popover')!
  expect(box.scrollWidth).toBe(box.clientWidth)
  expect(link.element().scrollWidth).toBeLessThanOrEqual(link.element().clientWidth)
})
