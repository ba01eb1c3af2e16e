/** A slow line, in the test's hands. */
import type { Page } from '@playwright/test'

/** Holds answers back until what is returned is called. */
export async function hold(page: Page, pattern: string | RegExp): Promise<() => void> {
  let open!: () => void
  const opened = new Promise<void>((resolve) => (open = resolve))
  await page.route(pattern, async (route) => {
    await opened
    await route.continue()
  })
  return open
}
