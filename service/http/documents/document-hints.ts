/**
 * Resource hints of the frame's document, for scripts that the browser would otherwise discover
 * only when the app runs.
 */
import * as v from 'valibot'
import { locales } from '#contract/text/locales.ts'
import type { Locale } from '#contract/text/locales.ts'

/** Used part of Vite's manifest: module, or a file of several modules → file, its name in the load plan, and imports. */
export const BuildManifestSchema = v.record(
  v.string(),
  v.object({
    file: v.string(),
    name: v.optional(v.string()),
    imports: v.optional(v.array(v.string()), []),
  }),
)
export type BuildManifest = v.InferOutput<typeof BuildManifestSchema>

/** Returns the links of a document in a language, as HTML. */
export type DocumentHints = (locale: Locale) => string

/**
 * Returns the module with a language's texts for the first screen. English texts are part of the
 * app.
 */
export const firstScreenTexts = (locale: Locale) => `app/i18n/common-and-what/${locale}.ts`

/** Returns the name of the file with a language's panel texts (app/boot/loading/code-files.ts). English is part of the app. */
const panelTexts = (locale: Locale) => `words-${locale}`

/** @param template HTML of the built document. */
export function createDocumentHints(template: string, manifest: BuildManifest): DocumentHints {
  const isInTemplate = (file: string) => template.includes(`"/${file}"`)
  const initialHtml = template.replaceAll(/<link rel="later"[^>]*>/g, '')
  const initialModules = Object.entries(manifest)
    .filter(([, { file }]) => initialHtml.includes(`"/${file}"`))
    .map(([module]) => module)
  const modulesOf = (fileName: string) =>
    Object.keys(manifest).filter((module) => manifest[module]!.name === fileName)
  const link = (rel: string, modules: readonly string[]) =>
    [...filesOf(modules, manifest)]
      .filter((file) => file.endsWith('.js') && !isInTemplate(file))
      .map((file) => `<link rel="${rel}" crossorigin href="/${file}">`)
      .join('')
  const hints = new Map(
    locales.map((locale) => [
      locale,
      link('modulepreload', [...initialModules, firstScreenTexts(locale)]) +
        // Browsers ignore this relation until the app activates it: app/boot/loading/prefetch.ts.
        (locale === 'en' ? '' : link('later', modulesOf(panelTexts(locale)))),
    ]),
  )
  return (locale) => hints.get(locale) ?? ''
}

/**
 * Returns the files of these modules and of their imports, importing modules first. Skips unknown
 * modules.
 */
function filesOf(modules: readonly string[], manifest: BuildManifest): Set<string> {
  const visited = new Set<string>()
  const files = new Set<string>()
  const visit = (module: string) => {
    const entry = manifest[module]
    if (!entry || visited.has(module)) return
    visited.add(module)
    files.add(entry.file)
    for (const imported of entry.imports) visit(imported)
  }
  for (const module of modules) visit(module)
  return files
}
