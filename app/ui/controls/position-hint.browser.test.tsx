import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { axeViolations } from '#app/testing/axe.ts'
import { PositionHint } from './position-hint.tsx'

afterEach(() => void vi.useRealTimers())

test('announces the text of several keystrokes once, after a pause', async () => {
  vi.useFakeTimers()
  const announced: string[] = []
  const hint = (text: string) => <PositionHint className="hint" text={text} />
  const { container, rerender } = await render(hint(''))
  const status = container.querySelector('[role=status]')!
  const observer = new MutationObserver(() => announced.push(status.textContent))
  observer.observe(status, { childList: true, characterData: true, subtree: true })
  for (const text of ['97 more.', '70 more.', '3 contracts.']) {
    await rerender(hint(text))
    expect(container.querySelector('.hint')!.textContent).toBe(text)
    await vi.advanceTimersByTimeAsync(400)
  }
  expect(status.textContent).toBe('')
  await vi.advanceTimersByTimeAsync(300)
  await expect.poll(() => announced).toEqual(['3 contracts.'])
  observer.disconnect()
})

test('describes its field, although only the announcement is in the accessibility tree', async () => {
  const { container } = await render(
    <label>
      Shares
      <input aria-describedby="hint" />
      <PositionHint id="hint" className="hint" text="3 contracts." />
    </label>,
  )
  expect(container.querySelector('input')!).toHaveAccessibleDescription('3 contracts.')
  expect(await axeViolations(container)).toEqual([])
})
