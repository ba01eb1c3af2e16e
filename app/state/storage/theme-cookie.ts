/**
 * Stores the theme for the first paint of the next document in a cookie, which the browser sends
 * only with requests for the frame's document. The server renders the document in that theme.
 */
import { framePath, themeCookie } from '#contract/api/paths.ts'

/**
 * Stores a theme. Deletes the cookie if the theme is undefined or is the one in the document's
 * address.
 */
export function writeThemeCookie(instance: string, theme: string | undefined): void {
  const isDefault = !theme || theme === new URLSearchParams(location.search).get('theme')
  try {
    document.cookie = `${themeCookie}${instance}=${isDefault ? '; Max-Age=0' : theme}; Path=${framePath}; Secure; SameSite=None; Partitioned`
  } catch {
    // The browser denies cookies: after a reload the theme in the address applies until `start`.
  }
}
