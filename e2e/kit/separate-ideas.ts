import type { Page } from '@playwright/test'

/**
 * Removes `firstRequest` from the widget's request for a session, so that the widget requests its ideas and a test can
 * intercept that request.
 */
export const requestIdeasSeparately = (page: Page): Promise<unknown> =>
  page.route('**/setCookie', (route) => {
    const { firstRequest: _, ...body } = route.request().postDataJSON() as Record<string, unknown>
    return route.continue({ postData: body })
  })
