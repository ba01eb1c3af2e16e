/**
 * Fonts that the partner has provided: loads the style sheet of each, shows fonts of the device with the same
 * measures, and the font itself once the first ideas are painted, so that its file delays nothing.
 */
import { fontsPath } from '#contract/api/paths.ts'
import { fallbackFamily, fallbackFontNames, fontIdPattern } from '#contract/text/own-fonts.ts'
import type { App } from '#app/boot/app.ts'
import type { Stop } from '#app/state/stop.ts'

/** Maximum time for which the first panel waits for the style sheets, milliseconds. */
const maxWaitMs = 1000

/**
 * Shows the provided fonts of a CSS font list.
 *
 * @param fontNames quoted names, separated by commas
 * @param setFont sets the CSS list of the page's fonts
 * @returns undefined if the list names no provided font. `fallbackShown` resolves when the fallback fonts are
 *   shown, or after a second
 */
export function showOwnFonts(
  app: App,
  fontNames: string,
  setFont: (fontNames: string) => void,
): { fallbackShown: Promise<void>; stop: Stop } | undefined {
  const names = fontNames.split(', ').map((name) => ({ name, fontId: name.slice(1, -1) }))
  const fontIds = names.map(({ fontId }) => fontId).filter((fontId) => fontIdPattern.test(fontId))
  if (fontIds.length === 0) return undefined
  const fallbacksOf = (fontId: string) => fallbackFontNames.map((name) => `'${fallbackFamily(fontId, name)}'`)
  const show = (showsFiles: boolean) =>
    setFont(
      names
        .flatMap(({ name, fontId }) =>
          fontIds.includes(fontId) ? [...(showsFiles ? [name] : []), ...fallbacksOf(fontId)] : [name],
        )
        .join(', '),
    )
  const sheets = fontIds.map((fontId) => loadStyleSheet(fontId, () => reportMissing(app, fontId)))
  show(!!app.hasBackground)
  app.onBackground = () => show(true)
  const allLoaded = Promise.all(sheets.map(({ settled }) => settled))
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWaitMs))
  return {
    fallbackShown: Promise.race([allLoaded, timeout]).then(() => undefined),
    stop() {
      delete app.onBackground
      for (const { link } of sheets) link.remove()
    },
  }
}

function loadStyleSheet(fontId: string, onMissing: () => void) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = `${fontsPath}/${fontId}.css`
  const settled = new Promise<void>((resolve) => {
    link.onload = () => resolve()
    link.onerror = () => {
      onMissing()
      resolve()
    }
  })
  document.head.append(link)
  return { link, settled }
}

const reportMissing = ({ page }: App, fontId: string) =>
  page?.reportError('BAD_OPTION', `fontFamily names ${fontId}, which this service does not have`)
