import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ErrorBoundary } from './error-boundary.tsx'

test('what breaks fails alone and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let broken = true
  const Part = () => {
    if (broken) throw new Error('chunk not loaded')
    return <p>here again</p>
  }
  await render(
    <>
      <p>neighbour</p>
      <ErrorBoundary renderFallback={(again) => <button onClick={again}>again</button>}>
        <Part />
      </ErrorBoundary>
    </>,
  )
  await expect.element(page.getByText('neighbour')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'again' }).click()
  await expect.element(page.getByText('here again')).toBeVisible()
})
