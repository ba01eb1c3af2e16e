/**
 * Returns whether a module of the build's manifest belongs to the app in English. Each other language
 * has separate files: `words-<language>` (app/boot/loading/code-files.ts), the module of its common
 * texts, and one file for each kind of text that is loaded on demand.
 */
export const isOfEnglishApp = (source: string): boolean =>
  !/\/locales\/(?!en\/)|\/common-and-what\/|^_words-/.test(source)
