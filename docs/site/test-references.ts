/**
 * Checks the references of documentation pages to files, tests and documents. Lists under "Verified by" have items of
 * the form `path`, `path` (remark), or `path`: `test name`, `test name`.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Folder of the repository, with a slash at the end. */
export const root: string = fileURLToPath(new URL('../..', import.meta.url))

/** Names of the tests in a file's text: the first quoted text in a call or a row of cases. */
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/[([]\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`)/g)].map(
    ([, single, double, template]) => (single ?? double ?? template ?? '').replaceAll(/\\(.)/g, '$1'),
  )

const isNumber = (name: string): boolean => /^\d+$/.test(name)

/** Whether one of the test names contains `wanted`; a number must be at the start of a name. */
const isNamed = (wanted: string, names: readonly string[]): boolean =>
  names.some((name) => {
    const index = name.indexOf(wanted)
    // `statement 5` is not `statement 55`.
    return index >= 0 && (index === 0 || !isNumber(wanted)) && !/^\d/.test(name.slice(index + wanted.length))
  })

/** The items of a statement's lists that begin with a path, without the dash. */
export const sourcesOf = (text: string): readonly string[] =>
  [...text.matchAll(/^- (`[\w.-]+\/[\w./-]*`.*)$/gm)].map(([, source]) => source!)

/**
 * Errors in a statement: links and paths to missing files, and list items with another form than `path`, `path`
 * (remark), or `path`: `test name`, `test name`.
 */
export function errorsIn(text: string): string[] {
  const errors: string[] = []
  for (const [, target] of text.matchAll(/\]\(([^)#]+)/g))
    if (!existsSync(`${root}docs/${target!}`)) errors.push(`${target!} does not exist`)
  for (const [, path] of text.matchAll(/`([\w.-]+\/[\w./-]*)`/g))
    if (!existsSync(root + path!)) errors.push(`${path!} does not exist`)
  for (const source of sourcesOf(text)) {
    const [, path = '', details = ''] = /^`([^`]+)`(.*)$/.exec(source)!
    if (/^( \([^)]+\))?$/.test(details)) continue
    if (!/^: `[^`]+`(, `[^`]+`)*$/.test(details))
      errors.push(`${path}: expected a list of test names instead of “${details}”`)
    if (!existsSync(root + path) || !statSync(root + path).isFile()) continue
    const names = namesIn(readFileSync(root + path, 'utf8'))
    for (const [, name = ''] of details.matchAll(/`([^`]+)`/g))
      if (!isNamed(name, names)) errors.push(`${path} has no test “${name}”`)
  }
  return errors
}
