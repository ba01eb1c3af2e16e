import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ErrorBoundary } from './error-boundary.tsx'

test('an error replaces only its own part, and a retry renders that part again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let broken = true
  const Part = () => {
    if (broken) throw new Error('chunk not loaded')
    return <p>restored</p>
  }
  await render(
    <>
      <p>neighbour</p>
      <ErrorBoundary renderFallback={(retry) => <button onClick={retry}>retry</button>}>
        <Part />
      </ErrorBoundary>
    </>,
  )
  await expect.element(page.getByText('neighbour')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'retry' }).click()
  await expect.element(page.getByText('restored')).toBeVisible()
})
