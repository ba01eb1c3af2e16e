/**
 * The element in the partner's page: one frame, or one line of text if no frame is possible. Only properties
 * and CSSOM, so that `style-src 'none'` and `trusted-types 'none'` hold.
 */
import type { Life } from './widget-state.ts'

/**
 * Gives it the widget's box and the theme's surface, so that nothing flashes before the app paints. The explicit
 * `color-scheme` also makes `prefers-color-scheme` inside the frame follow the theme, from the first paint on. A size that
 * the browser does not know leaves the one before it.
 */
export function applyLook({ shown_: shown, options_: { theme, width, height } }: Life): void {
  shown!.style.cssText = `display:block;border:0;width:100%;height:768px;width:${width};height:calc(${height});color:CanvasText;color-scheme:${
    theme === 'dark' ? 'dark;background:#121A25' : 'light;background:#fff'
  }`
}

/** Removes the element, and stops what runs for it. */
export function clear(life: Life): void {
  clearInterval(life.beat_)
  life.port_?.close()
  life.port_ = undefined
  life.shown_?.remove()
}

/** Replaces the element. */
export function show(life: Life, tag: 'iframe' | 'div', properties: object): void {
  clear(life)
  life.shown_ = Object.assign(document.createElement(tag), properties)
  applyLook(life)
  life.box_?.append(life.shown_)
}
