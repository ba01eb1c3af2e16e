/**
 * Resource hints of the frame's document: scripts that the browser would otherwise discover only when the app
 * runs.
 */
import * as v from 'valibot'
import { locales } from '#contract/text/locales.ts'
import type { Locale } from '#contract/text/locales.ts'

/** The used part of Vite's manifest: module → its file and imported modules. */
export const BuildManifestSchema = v.record(
  v.string(),
  v.object({ file: v.string(), imports: v.optional(v.array(v.string()), []) }),
)
export type BuildManifest = v.InferOutput<typeof BuildManifestSchema>

/** The links of a document in a language, as HTML. */
export type DocumentHints = (locale: Locale) => string

/** The module of another language's texts for the first screen; the English ones are part of the app. */
export const firstTexts = (locale: Locale) => `app/i18n/common-and-what/${locale}.ts`

/** A module of a language's panel texts, which are all in one file. English texts are part of the panels' code. */
export const laterTexts = (locale: Locale) => `app/i18n/locales/${locale}/why.json`

/** @param template HTML of the built document */
export function createDocumentHints(template: string, manifest: BuildManifest): DocumentHints {
  const isNamed = (file: string) => template.includes(`"/${file}"`)
  const atOnce = template.replaceAll(/<link rel="later"[^>]*>/g, '')
  const own = Object.entries(manifest)
    .filter(([, { file }]) => atOnce.includes(`"/${file}"`))
    .map(([module]) => module)
  const link = (rel: string, modules: readonly string[]) =>
    [...filesOf(modules, manifest)]
      .filter((file) => file.endsWith('.js') && !isNamed(file))
      .map((file) => `<link rel="${rel}" crossorigin href="/${file}">`)
      .join('')
  const hints = new Map(
    locales.map((locale) => [
      locale,
      link('modulepreload', [...own, firstTexts(locale)]) +
        // Browsers ignore this relation until the app activates it: app/boot/loading/load-plan.ts.
        (locale === 'en' ? '' : link('later', [laterTexts(locale)])),
    ]),
  )
  return (locale) => hints.get(locale) ?? ''
}

/** Files of these modules and of their imports, own files first; unknown modules are skipped. */
function filesOf(modules: readonly string[], manifest: BuildManifest): Set<string> {
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (module: string) => {
    const built = manifest[module]
    if (!built || seen.has(module)) return
    seen.add(module)
    files.add(built.file)
    for (const next of built.imports) visit(next)
  }
  for (const module of modules) visit(module)
  return files
}
