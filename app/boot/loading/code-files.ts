/**
 * The load plan: the files of the app's code, and when they are loaded. vite.config.ts creates the
 * files, load-code.ts loads them, and bench/sizes.ts verifies them with the build's manifest.
 */

/**
 * `before ideas`: loaded by the document. `after ideas`: prefetched while the session is awaited or when the ideas are
 * shown, evaluated with the app. All other modules are loaded on demand: dialogs, menus,
 * details, legal texts.
 */
export type Step = 'before ideas' | 'after ideas'

/**
 * A built file: its entry modules and everything that they import, except the modules of earlier
 * files.
 */
export type CodeFile = { name: string; step: Step; entries: readonly RegExp[] }

export const codeFiles: readonly CodeFile[] = [
  { name: 'first', step: 'before ideas', entries: [/\/app\/first\.ts$/] },
  { name: 'main', step: 'before ideas', entries: [/\/app\/main\.tsx$/] },
  // Also loaded before the ideas by a page that passes the option `state`, without the panels.
  { name: 'shared-view', step: 'after ideas', entries: [/\/app\/boot\/page\/open-state\.ts$/] },
  // Loaded before the ideas by a page that passes an accent, a font or a radius, without the panels.
  { name: 'theming', step: 'after ideas', entries: [/\/app\/boot\/document\/theming\.ts$/] },
  {
    name: 'panels',
    step: 'after ideas',
    entries: [
      /\/app\/panels\/how\/grid\/trades\.tsx$/,
      /\/app\/panels\/what\/lazy-list-features\.ts$/,
      /\/app\/shell\/parts\.tsx$/,
      /\/app\/boot\/document\/background\.ts$/,
      /\/app\/api\/session-renewal\.ts$/,
      /\/app\/i18n\/locale-files\.ts$/,
      /\/app\/ui\/price\/flash-animation\.ts$/,
      /\/contract\/api\/routes\.ts$/,
      // Texts that the panels show, in English; legal texts come on demand.
      /\/app\/i18n\/locales\/en\/(why|filters|how|ticket|shell|errors|messages|unknown)\.json$/,
    ],
  },
  { name: 'chart', step: 'after ideas', entries: [/\/app\/panels\/why\/chart\/price-chart\.tsx$/] },
]

/**
 * Path of the texts that the panels show, in a language: one file is built for each language except
 * English. Texts that are loaded on demand have separate files.
 */
const panelTextsPath =
  /\/app\/i18n\/locales\/([\w-]+)\/(?!common|what|legal|ideas|chain|scenario|volatility|holdings|record)\w+\.json$/

/** Returns the name of the file that a texts module belongs to; undefined for other modules. */
export function textsFileOf(id: string): string | undefined {
  const language = panelTextsPath.exec(id)?.[1]
  return language && language !== 'en' ? `words-${language}` : undefined
}

/** Maximum number of code and style files until all panels are shown, in any language. */
export const maxFiles = 12
