/**
 * What stands in the partner's page: one frame, or one line of text where no frame can be. Only properties and CSSOM,
 * so that `style-src 'none'` and `trusted-types 'none'` hold.
 */
import type { Life } from './life.ts'
import { stopAsking } from './token.ts'

/**
 * Gives it the widget's box and the theme's surface, so that nothing flashes before the app paints. The explicit
 * `color-scheme` also makes `prefers-color-scheme` inside the frame follow the theme, from the first paint on.
 */
export function applyStyle({ shown_: shown, options_: options }: Life): void {
  if (shown)
    shown.style.cssText = `display:block;border:0;width:${options.width};height:${options.height};color:CanvasText;color-scheme:${
      options.theme === 'dark' ? 'dark;background:#121A25' : 'light;background:#fff'
    }`
}

/** Takes away whatever is there, and ends what runs for it. */
export function clear(life: Life): void {
  clearInterval(life.beat_)
  stopAsking(life)
  life.port_?.close()
  life.port_ = undefined
  life.shown_?.remove()
}

/** Shows an element instead of whatever is there. */
export function show(life: Life, tag: 'iframe' | 'div', properties: object): void {
  clear(life)
  life.shown_ = Object.assign(document.createElement(tag), properties)
  applyStyle(life)
  life.box_?.append(life.shown_)
}
