/** What is built: the app that runs inside the frame (dist/app) and the loader that runs on the partner's page (dist/loader). */
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import pkg from './package.json' with { type: 'json' }

type Graph = {
  getModuleInfo(id: string): { importedIds: readonly string[]; importers: readonly string[] } | null
}

/** Names the chunk `main` for whatever a module imports without a detour through a lazy import; no name for the rest. */
function firstOnly(entry: RegExp): (id: string, graph: Graph) => string | null {
  const known = new Map<string, boolean>()
  const isFirst = (id: string, graph: Graph): boolean => {
    const answer = known.get(id)
    if (answer !== undefined) return answer
    // Importers that lead back here say nothing new.
    known.set(id, false)
    const first =
      entry.test(id) ||
      (graph.getModuleInfo(id)?.importers ?? []).some((importer) => isFirst(importer, graph))
    known.set(id, first)
    return first
  }
  return (id, graph) => {
    return isFirst(id, graph) ? 'main' : null
  }
}

/**
 * What Vite puts around every lazy import, without the parts for older browsers: the styles of a part are there before
 * the part is, and a part without styles is only imported.
 */
const lazyParts: Plugin = {
  name: 'lazy-parts',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => `
      const sheets = {}
      const style = (file) => sheets[file] ??= new Promise((done, failed) => {
        const link = document.createElement('link')
        link.rel = 'stylesheet'
        link.href = '/' + file
        link.onload = done
        link.onerror = (event) => {
          link.remove()
          delete sheets[file]
          failed(Error(file))
        }
        document.head.append(link)
      })
      export const __vitePreload = (load, files = []) => Promise.all([load(), ...files.map(style)]).then(([part]) => part)
    `,
  },
}

/**
 * valibot is one module, so all of it that anybody uses would be in `main`. The contracts of what comes later have a
 * copy of their own, of only what they use.
 */
const valibotLater: Plugin = {
  name: 'valibot-later',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (
      source !== 'valibot' ||
      !importer ||
      !/\/(contract\/(feed|resources|routes)|app\/api\/feed)\.ts$/.test(importer)
    )
      return null
    const found = await this.resolve(source, importer, { skipSelf: true })
    return found && { ...found, id: `${found.id}?later` }
  },
}

/**
 * The widget asks and shows: nothing of it mutates through the query cache, and no list is endless. What TanStack Query
 * has for the two is left out (1.4 KB); whoever comes to need it is told by an error, and takes this away.
 */
const askOnly: Plugin = {
  name: 'ask-only',
  enforce: 'pre',
  load: {
    filter: { id: /query-core\/build\/modern\/(mutationCache|infiniteQueryBehavior)\.js$/ },
    handler: (id) =>
      id.includes('mutation')
        ? `export class MutationCache {
            resumePausedMutations() { return Promise.resolve() }
            clear() {}
          }`
        : ['infiniteQueryBehavior', 'hasNextPage', 'hasPreviousPage']
            .map((name) => `export const ${name} = () => { throw Error('left out: vite.config.ts') }`)
            .join('\n'),
  },
}

/** Names the first script in the document, where it waits neither for the styles nor for the scripts after it. */
const firstScript: Plugin = {
  name: 'first-script',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) => {
      const script = Object.values(bundle ?? {}).find((one) => one.type === 'chunk' && one.name === 'first')
      if (!script) throw new Error('There is no app/first.ts in the build')
      const attrs = { type: 'module', async: true, crossorigin: true, src: `/${script.fileName}` }
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
    },
  },
}

export default defineConfig({
  base: '/',
  // `public/` is the demo partner's site, not Vite's folder of static files.
  publicDir: false,
  plugins: [react(), lazyParts, valibotLater, askOnly, firstScript],
  define: { __VERSION__: JSON.stringify(pkg.version) },
  environments: {
    client: {
      build: {
        outDir: 'dist/app',
        emptyOutDir: true,
        target: 'es2022',
        manifest: true,
        modulePreload: false,
        rolldownOptions: {
          input: { app: 'app/index.html', first: 'app/first.ts' },
          output: {
            codeSplitting: {
              groups: [
                // What the page hears first, by itself.
                {
                  name: 'first',
                  test: /\/(app\/(first|bridge\/handshake)|contract\/bridge)\.ts$|rolldown.runtime/,
                  priority: 1,
                },
                // One file for all that the first ideas need: it compresses better than many, and nothing waits twice.
                { name: firstOnly(/app\/main\.tsx$|rolldown.runtime/) },
              ],
            },
          },
        },
      },
    },
    loader: {
      consumer: 'client',
      build: {
        outDir: 'dist/loader',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'es2020',
        lib: {
          entry: 'loader/index.ts',
          name: 'serviceWidgetLoader',
          formats: ['iife'],
          fileName: () => 'widgetLoader.js',
        },
        rolldownOptions: {
          optimization: { inlineConst: { mode: 'all' } },
          // Properties that end in `_` are ours alone, by convention: neither the page nor the frame sees them.
          output: { minify: { compress: true, mangle: true, codegen: true, mangleProps: { include: /_$/ } } },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'loader']) await builder.build(builder.environments[name]!)
    },
  },
})
