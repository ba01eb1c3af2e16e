/**
 * The element in the partner's page: one frame, or one line of text if no frame is possible. It is
 * created with properties and the CSSOM only, so that it works under `style-src 'none'` and
 * `trusted-types 'none'`.
 */
import type { LoaderWidgetState } from './widget-state.ts'

/**
 * Sets the size and the theme's background, so that nothing flashes before the app paints. The
 * explicit `color-scheme` also makes `prefers-color-scheme` inside the frame follow the theme from
 * the first paint. If the browser does not support a size, the default size that precedes it in the
 * style applies. With `auto` the element has the page's scheme and colours: the frame follows them. A warmed frame is
 * invisible and takes no space.
 */
export function applyLook({
  frameElement_: frameElement,
  isWarm_: isWarm,
  options_: { theme, width, height },
}: LoaderWidgetState): void {
  frameElement!.style.cssText = `display:block;border:0;width:100%;height:768px;width:${width};height:calc(${height});${
    theme === 'auto'
      ? ''
      : `color:CanvasText;color-scheme:${/dark/.test(theme!) ? 'dark;background:#121A25' : 'light;background:#fff'}`
  }${isWarm ? ';display:none' : ''}`
}

/** Removes the element, its watchdog and its port. */
export function clear(widgetState: LoaderWidgetState): void {
  clearInterval(widgetState.heartbeatTimer_)
  widgetState.port_?.close()
  widgetState.port_ = undefined
  widgetState.frameElement_?.remove()
}

/** Replaces the element. */
export function show(widgetState: LoaderWidgetState, tag: 'iframe' | 'div', properties: object): void {
  clear(widgetState)
  widgetState.frameElement_ = Object.assign(document.createElement(tag), properties)
  applyLook(widgetState)
  widgetState.container_?.append(widgetState.frameElement_)
}
