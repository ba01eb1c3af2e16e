/** The token flow in a test: what a partner's server does with its secret key. */
import type { Page } from '@playwright/test'

/** Credentials and address for tokens. */
export type TokenSource = {
  /** Address of the service: `https://SERVICE`. */
  service: string
  apiKey: string
  /** A test key, `sk_test_…`. It stays in the test's process: no page ever gets it. */
  secretKey: string
}

/**
 * Requests a one-time token from the service, as a partner's server does (page `/docs/embedding` of the service). It is valid
 * once, for a couple of minutes.
 *
 * @returns rejects with the service's response if it is refused
 */
export async function fetchAuthToken({ service, apiKey, secretKey }: TokenSource): Promise<string> {
  const response = await fetch(new URL('/Auth', service), {
    method: 'POST',
    body: new URLSearchParams({ apikey: apiKey, secretKey }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${service}/Auth answered ${response.status}: ${text}`)
  return text.replace(/^"|"$/g, '')
}

/**
 * Answers your page's own request for a token instead of your server: `serveAuthToken(page, '**\/my/widget-token', …)`.
 * Each answer is a fresh token as plain text.
 */
export async function serveAuthToken(
  page: Pick<Page, 'route'>,
  url: string | RegExp,
  source: TokenSource,
): Promise<void> {
  await page.route(url, async (route) =>
    route.fulfill({ contentType: 'text/plain', body: await fetchAuthToken(source) }),
  )
}
