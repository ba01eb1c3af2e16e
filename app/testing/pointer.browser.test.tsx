/** The setup file of the pointer: a test does not start where an earlier one has left the pointer. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'

const show = (name: string) =>
  render(
    <button type="button" style={{ position: 'fixed', inset: 0 }}>
      {name}
    </button>,
  )

test('a pointer over an element hovers it', async () => {
  await show('Earlier')
  const button = page.getByRole('button', { name: 'Earlier' })
  await userEvent.hover(button)
  expect(button.element().matches(':hover')).toBe(true)
})

test('the next test does not start under that pointer', async () => {
  await show('Later')
  const button = page.getByRole('button', { name: 'Later' })
  let entered = false
  button.element().addEventListener('pointerover', () => (entered = true))
  await userEvent.keyboard('{Tab}')
  await expect.element(button).toHaveFocus()
  expect(button.element().matches(':hover')).toBe(false)
  expect(entered).toBe(false)
})
