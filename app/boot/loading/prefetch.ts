/**
 * Fetches the `after ideas` files (code-files.ts) without evaluating them: turns the document's `rel=later` links into
 * `modulepreload`. Further calls do nothing.
 */
export function prefetchLaterFiles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload'
}
