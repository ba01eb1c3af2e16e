/**
 * The theme of the next first paint, in a cookie that the browser sends only with requests for the frame's document.
 * Written here; the server reads it to render the document in that theme.
 */
import { framePath, themeCookie } from '#contract/api/paths.ts'

/** Stores a theme. Deletes the cookie for undefined and for the theme of the document's address. */
export function writeThemeCookie(instance: string, theme: string | undefined): void {
  const isDefault = !theme || theme === new URLSearchParams(location.search).get('theme')
  try {
    document.cookie = `${themeCookie}${instance}=${isDefault ? '; Max-Age=0' : theme}; Path=${framePath}; Secure; SameSite=None; Partitioned`
  } catch {
    // Cookies are denied: after a reload the theme of the address is used until `start`.
  }
}
