/**
 * Builds the app that runs inside the frame (dist/app), the loader that runs on the partner's page
 * (dist/loader), and the widget's colours for the playground (dist/playground).
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { minify } from '@swc/core'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { type CodeFile, codeFiles, type Step, textsFileOf } from './app/boot/loading/code-files.ts'
import type * as Skeletons from './app/boot/document/skeletons.tsx'
import pkg from './package.json' with { type: 'json' }
import { precompress } from './vite.precompress.ts'
import { separateValibot } from './vite.valibot.ts'

type Graph = {
  getModuleInfo(id: string): { importedIds: readonly string[]; importers: readonly string[] } | null
}

/**
 * Groups the modules into the files of the load plan (app/boot/loading/code-files.ts). A file
 * contains its entries and everything that they import statically, except modules of an earlier
 * file.
 */
function makeCodeGroups() {
  let graph: Graph | undefined
  /**
   * Returns a function that decides whether a module is an entry of the file, or is imported
   * statically by an entry, directly or indirectly.
   */
  const createFileTest = ({ entries }: CodeFile) => {
    const cache = new Map<string, boolean>()
    const belongsToFile = (id: string): boolean => {
      const cached = cache.get(id)
      if (cached !== undefined) return cached
      // Ends the recursion in import cycles: a module that is being visited counts as not belonging.
      cache.set(id, false)
      const belongs =
        entries.some((entry) => entry.test(id)) ||
        (graph?.getModuleInfo(id)?.importers ?? []).some(belongsToFile)
      cache.set(id, belongs)
      return belongs
    }
    return belongsToFile
  }
  const groups = codeFiles.map((file, index) => ({
    name: file.name,
    priority: codeFiles.length - index,
    test: createFileTest(file),
  }))
  const textsGroup = { name: (id: string) => textsFileOf(id) ?? null }
  const plugin: Plugin = {
    name: 'module-graph',
    buildEnd() {
      graph = { getModuleInfo: (id) => this.getModuleInfo(id) }
    },
  }
  return { groups: [...groups, textsGroup], plugin }
}
const codeGroups = makeCodeGroups()

/**
 * Removes Vite's preload helper from lazy imports, because all styles are loaded before the first paint: a call
 * of the helper with a function becomes a call of that function, which the minifier replaces by the import.
 */
const withoutPreloadHelper: Plugin = {
  name: 'without-preload-helper',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
  renderChunk: (code) => ({
    code: code.replaceAll('__vitePreload(', '(').replaceAll(', __VITE_PRELOAD__)', ')()'),
    map: null,
  }),
}

/**
 * Links the files of the load plan in the document: the first script as `modulepreload`, other files
 * `before ideas` as `preload`, and those `after ideas` as `rel=later`, which browsers ignore until
 * prefetch.ts turns it into `modulepreload`. A browser compiles a `modulepreload` on arrival, which
 * for the app's code would delay the first script. It reports no unused one on the console, as it does with a `preload`.
 */
const planInDocument: Plugin = {
  name: 'plan-in-document',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) => {
      const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
      const findChunk = (name: string) => {
        const chunk = chunks.find((candidate) => candidate.name === name)
        if (!chunk)
          throw new Error(`The build contains no chunk "${name}", which app/boot/loading/code-files.ts lists`)
        return chunk
      }
      const linksTo = (step: Step, attributes: (name: string) => object) =>
        codeFiles
          .filter((file) => file.step === step)
          .flatMap(({ name }) =>
            withImports(findChunk(name)).map((fileName) => ({
              tag: 'link',
              attrs: { ...attributes(name), crossorigin: true, href: `/${fileName}` },
            })),
          )
      const withImports = ({ fileName, imports }: Rolldown.OutputChunk) => [fileName, ...imports]
      const beforeIdeas = linksTo('before ideas', (name) =>
        name === 'first' ? { rel: 'modulepreload' } : { rel: 'preload', as: 'script' },
      )
      // The largest first, after a small one: over HTTP/1.1 the first request opens a connection, which takes longer than
      // the wait of the next for one that is open.
      const largestFirst = linksTo('after ideas', () => ({ rel: 'later' })).toReversed()
      const afterIdeas = [...largestFirst.splice(-1), ...largestFirst]
      const linkedFiles = new Set<string>()
      return [...beforeIdeas, ...afterIdeas].filter(
        ({ attrs: { href } }) => !linkedFiles.has(href) && linkedFiles.add(href),
      )
    },
  },
}

/**
 * Minifies the scripts with SWC, which finds repetitions that Rolldown leaves: 0.6 % of the app and 5 % of the first script
 * (docs/decisions/0059). A second run renames variables, which makes some scripts smaller and others larger.
 */
const minifyAgain: Plugin = {
  name: 'minify-again',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client' || name === 'firstContract',
  renderChunk: {
    order: 'post',
    async handler(code) {
      const once = await minifyScript(code)
      const twice = await minifyScript(once)
      return {
        code: brotliCompressSync(once).length <= brotliCompressSync(twice).length ? once : twice,
        map: null,
      }
    },
  },
}

const minifyScript = async (code: string): Promise<string> =>
  (await minify(code, { module: true, ecma: 2022, compress: { passes: 3 }, mangle: true })).code

/** Renders the skeletons, which are the document's first paint, with the app's own components. */
async function writeSkeletons(): Promise<void> {
  const skeletonsModule = pathToFileURL('.cache/skeletons/skeletons.js').href
  const { renderSkeletons } = (await import(skeletonsModule)) as typeof Skeletons
  const contractScript = readdirSync('dist/app/assets').find((file) => /^contract-.*\.js$/.test(file))
  if (!contractScript) throw new Error('the build has no script that paints the first contract')
  writeFileSync(
    'dist/app/skeletons.json',
    JSON.stringify(await renderSkeletons({ contractScript: `/assets/${contractScript}` })),
  )
}

export default defineConfig({
  base: '/',
  // `public/` is the demo partner's site, not Vite's folder of static files.
  publicDir: false,
  plugins: [react(), withoutPreloadHelper, separateValibot(), codeGroups.plugin, minifyAgain, planInDocument],
  define: { __VERSION__: JSON.stringify(pkg.version) },
  environments: {
    client: {
      build: {
        outDir: 'dist/app',
        emptyOutDir: true,
        target: 'es2022',
        manifest: true,
        modulePreload: false,
        // All styles are in one small file, so that lazy modules do not wait for styles.
        cssCodeSplit: false,
        rolldownOptions: {
          input: 'app/index.html',
          optimization: { inlineConst: { mode: 'all', pass: 3 } },
          output: {
            codeSplitting: { groups: codeGroups.groups },
            // Short hashes: the app contains about forty file names, and hashes do not compress.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            hashCharacters: 'base36',
          },
        },
      },
    },
    // Paints the first contract in documents of `proStrategies`. It has copies of modules of the app, so that the app's
    // files are the same as without it.
    firstContract: {
      consumer: 'client',
      build: {
        outDir: 'dist/app/assets',
        emptyOutDir: false,
        copyPublicDir: false,
        target: 'es2022',
        rolldownOptions: {
          input: { contract: 'app/boot/first-contract/paint-contract.ts' },
          preserveEntrySignatures: 'exports-only',
          optimization: { inlineConst: { mode: 'all', pass: 3 } },
          output: { entryFileNames: '[name]-[hash:7].js', hashCharacters: 'base36' },
        },
      },
    },
    // The build whose result `writeSkeletons` runs.
    skeletons: {
      consumer: 'server',
      build: {
        outDir: '.cache/skeletons',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'app/boot/document/skeletons.tsx', output: { codeSplitting: false } },
      },
    },
    playground: {
      consumer: 'client',
      build: {
        outDir: 'dist/playground',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'es2022',
        lib: {
          entry: 'app/ui/theming/widget-colors.ts',
          formats: ['es'],
          fileName: () => 'widget-colors.js',
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
          // Mangles properties that end in `_`: by convention, neither the page nor the frame uses them.
          output: { minify: { compress: true, mangle: true, codegen: true, mangleProps: { include: /_$/ } } },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'firstContract', 'skeletons', 'playground', 'loader'])
        await builder.build(builder.environments[name]!)
      await writeSkeletons()
      for (const folder of ['dist/app/assets', 'dist/loader']) await precompress(folder)
    },
  },
})
