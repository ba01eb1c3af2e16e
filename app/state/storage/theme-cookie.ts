/**
 * The theme of the next first paint, in a cookie that is sent with the frame's document only: the server paints it
 * before anything of the app is there. Written here; the server reads it.
 */
import { framePath, themeCookie } from '#contract/api/paths.ts'

/** Keeps a theme; undefined, and the one that the document's address says anyway, needs no cookie. */
export function writeThemeCookie(instance: string, theme: string | undefined): void {
  const gone = !theme || theme === new URLSearchParams(location.search).get('theme')
  try {
    document.cookie = `${themeCookie}${instance}=${gone ? '; Max-Age=0' : theme}; Path=${framePath}; Secure; SameSite=None; Partitioned`
  } catch {
    // No cookies, no memory: a reload is painted as the address says until the page speaks.
  }
}
