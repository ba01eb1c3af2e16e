/**
 * What the loader puts into the partner's page: one frame, or one line of text where no frame can be. Only
 * properties and CSSOM, so that `style-src 'none'` and `trusted-types 'none'` hold.
 */
import type { PageOptions } from '#contract/options.ts'

/**
 * Gives an element the widget's box and the theme's surface, so that nothing flashes before the app paints. The
 * explicit `color-scheme` also makes `prefers-color-scheme` inside the frame follow the theme, from the first paint on.
 */
export function applyFrameStyle(
  element: HTMLElement,
  { width, height, theme }: Pick<PageOptions, 'width' | 'height' | 'theme'>,
): void {
  element.style.cssText = `display:block;border:0;width:${width};height:${height};color:CanvasText;color-scheme:${
    theme === 'dark' ? 'dark;background:#121A25' : 'light;background:#fff'
  }`
}
