/** Splits valibot between the code before the ideas and the code after them. */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parse, type Plugin, type Rolldown } from 'vite'
import { codeFiles } from './app/boot/loading/code-files.ts'

/** Returns the paths of the entries of all files `before ideas`. Throws if an entry of the load plan does not exist. */
function entriesBeforeIdeas(): readonly string[] {
  const paths = readdirSync('app', { recursive: true, encoding: 'utf8' }).map((path) => resolve('app', path))
  return codeFiles
    .filter(({ step }) => step === 'before ideas')
    .flatMap(({ entries }) => entries)
    .map((entry) => {
      const found = paths.find((path) => entry.test(path))
      if (!found) throw new Error(`No file in app/ matches ${entry}, which the load plan lists as an entry`)
      return found
    })
}

/** Returns what a module imports statically, except types. */
async function staticImportsOf(path: string): Promise<readonly string[]> {
  const { module } = await parse(path, await readFile(path, 'utf8'))
  const imports = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value)
  const reexports = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? moduleRequest.value : []))
  return [...imports, ...reexports]
}

/** Returns the modules of the app and the contract that the entries import statically, directly or indirectly. */
async function modulesBeforeIdeas(context: Rolldown.PluginContext): Promise<ReadonlySet<string>> {
  const modules = new Set<string>()
  const visit = async (path: string): Promise<void> => {
    if (modules.has(path)) return
    modules.add(path)
    await Promise.all(
      (await staticImportsOf(path))
        .filter((source) => /^[.#].*\.tsx?$/.test(source))
        .map(async (source) => {
          const resolved = await context.resolve(source, path)
          if (resolved) await visit(resolved.id)
        }),
    )
  }
  await Promise.all(entriesBeforeIdeas().map(visit))
  return modules
}

/**
 * Resolves valibot to a second copy (`?later`) for the modules that are not loaded before the ideas. With one shared
 * module, `main` would contain every part of valibot that any file uses. The modules before the ideas are found before
 * the build's own graph is complete, because the graph depends on the copy.
 */
export function separateValibot(): Plugin {
  let before: Promise<ReadonlySet<string>> | undefined
  return {
    name: 'valibot-later',
    apply: 'build',
    enforce: 'pre',
    // Not in the skeleton build: it does not bundle valibot, and Node cannot import the id with `?later`.
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      before = undefined
    },
    async resolveId(source, importer) {
      if (source !== 'valibot' || !importer) return null
      before ??= modulesBeforeIdeas(this)
      if ((await before).has(importer)) return null
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      return resolved && { ...resolved, id: `${resolved.id}?later` }
    },
  }
}
