import type { Page } from '@playwright/test'

/**
 * Removes `firstRequest` from the widget's request for a session, so that the widget requests its ideas and a test can
 * intercept that request. Does so in the frame, because Firefox does not tell Playwright the bodies of requests.
 */
export const requestIdeasSeparately = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const originalFetch = window.fetch
    window.fetch = (input, init) => {
      const isSession = typeof input === 'string' && input.endsWith('/setCookie')
      if (!isSession || typeof init?.body !== 'string') return originalFetch(input, init)
      const { firstRequest: _, ...body } = JSON.parse(init.body) as Record<string, unknown>
      return originalFetch(input, { ...init, body: JSON.stringify(body) })
    }
  })
