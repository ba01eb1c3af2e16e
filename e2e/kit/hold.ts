/** Delays responses under control of a test. */
import type { Page } from '@playwright/test'

/** Delays matching requests until the returned function is called. */
export async function hold(page: Page, pattern: string | RegExp): Promise<() => void> {
  let open!: () => void
  const opened = new Promise<void>((resolve) => (open = resolve))
  await page.route(pattern, async (route) => {
    await opened
    await route.continue()
  })
  return open
}
