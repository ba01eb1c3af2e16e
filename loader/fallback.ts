/** For the entry points that load the loader: what stands in a widget's place while there is no loader to say it. */
import type { WidgetOptions } from '#contract/options.ts'

/** Puts the line `ERROR <code>` into the place, on the theme's surface, as the loader does where no frame can be. */
export function showFailure(
  place: Element,
  code: string,
  { height, theme }: Pick<WidgetOptions, 'height' | 'theme'>,
): void {
  const line = document.createElement('div')
  line.textContent = `ERROR ${code}`
  const surface = theme === 'dark' ? '#121A25' : '#fff'
  // Properties only, for pages under `style-src 'none'`; what is no value is left out by the browser.
  Object.assign(line.style, { height, background: surface, color: 'CanvasText', colorScheme: theme })
  place.replaceChildren(line)
}

/** Whether a place, by our line or the loader's, says what may be over once the browser is online again. */
export const isOffline = ({ textContent }: Element): boolean => /NETWORK|TIMEOUT/.test(textContent)
