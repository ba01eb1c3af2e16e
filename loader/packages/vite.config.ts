/** The npm package for partners: dist/packages, with entry points and types. Run by `npm run build`. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { describeElementTypes } from './published-types.ts'

/** Bundle of an entry's script; an entry that only adds types re-exports the element's script. */
type Bundle = 'page' | 'element' | 'testing' | 'element types'
type Entry = { source: string; bundle: Bundle; peers?: Readonly<Record<string, string>> }

/** Entry points by path in the package; `peers` are the partner's own dependencies, in these versions. */
const entries: Readonly<Record<string, Entry>> = {
  loader: { source: 'module.ts', bundle: 'page' },
  react: { source: 'react.tsx', bundle: 'page', peers: { react: '>=18', '@types/react': '>=18.2.8' } },
  element: { source: 'element.ts', bundle: 'element' },
  'element-react': { source: 'element-react.ts', bundle: 'element types' },
  'element-preact': { source: 'element-preact.ts', bundle: 'element types', peers: { preact: '>=10' } },
  'element-vue': { source: 'element-vue.ts', bundle: 'element types', peers: { vue: '>=3.3' } },
  'element-svelte': { source: 'element-svelte.ts', bundle: 'element types', peers: { svelte: '>=4' } },
  'element-solid': { source: 'element-solid.ts', bundle: 'element types', peers: { 'solid-js': '>=1.6' } },
  testing: { source: 'testing/index.ts', bundle: 'testing', peers: { '@playwright/test': '>=1.42' } },
  'testing/fake': { source: 'testing/fake.ts', bundle: 'testing' },
}

const sourceFolder = 'loader/packages'
/** The package's name and documents. */
const publishedFolder = `${sourceFolder}/published`
/** Documents in the package. */
const documents = ['README.md', 'LICENSE', 'CHANGELOG.md']
/** Returns the script's name: `testing/fake` → `testing-fake`. */
const scriptOf = (path: string) => path.replaceAll('/', '-')
const sourcesOf = (bundle: Bundle) =>
  Object.fromEntries(
    Object.entries(entries)
      .filter(([, entry]) => entry.bundle === bundle)
      .map(([path, { source }]) => [scriptOf(path), `${sourceFolder}/${source}`]),
  )

/** Minified ES modules: the element is also used without a bundler. */
const build = (entry: Record<string, string>, minify = true) => ({
  consumer: 'client' as const,
  build: {
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    lib: { entry, formats: ['es' as const] },
    rolldownOptions: {
      external: [/^react($|\/)/, /^node:/],
      // 'use client' must stay the first statement of its entry; e2e/partner/packages.e2e.ts checks it.
      checks: { moduleLevelDirective: false },
      preserveEntrySignatures: 'allow-extension' as const,
      output: { minify },
    },
  },
})

/** Returns the declarations of a source file, by their path below the project. */
function declarationsOf(path: string): string {
  const read = (name: string) => readFileSync(`.cache/packages/${name}`, 'utf8')
  if (path !== `${sourceFolder}/element-types.d.ts`) return read(path)
  return describeElementTypes(read(path), read('contract/bridge/options/option-descriptions.d.ts'))
}

/** Writes the declarations of the entries and of everything they import, with relative paths. */
function writeTypes(outDir: string): void {
  const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
    /package\.json$/,
    'bin/tsc',
  )
  execFileSync(process.execPath, [tsc, '-p', 'loader/packages'], { stdio: 'inherit' })
  const pending = Object.values(entries).map(({ source }) => `${sourceFolder}/${source}`)
  const seen = new Set(pending)
  for (let path = pending.pop(); path; path = pending.pop()) {
    const folder = posix.dirname(path)
    const declarationPath = path.replace(/\.tsx?$/, '.d.ts')
    const text = declarationsOf(declarationPath).replace(
      /(['"])(#|\.\.?\/)([^'"]+\.tsx?)\1/g,
      (_, quote: string, prefix: string, name: string) => {
        const target = prefix === '#' ? name : posix.join(folder, prefix, name)
        if (!seen.has(target)) pending.push(target)
        seen.add(target)
        const relative = posix.relative(folder, target).replace(/\.tsx?$/, '.js')
        return `${quote}${relative.startsWith('.') ? '' : './'}${relative}${quote}`
      },
    )
    mkdirSync(`${outDir}/types/${folder}`, { recursive: true })
    writeFileSync(`${outDir}/types/${declarationPath}`, text)
  }
}

/** Writes the manifest: `published/package.json`, this project's version, and the entry points. */
function writeManifest(outDir: string): void {
  const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  const { name, publishConfig, ...published } = readJson(`${publishedFolder}/package.json`)
  const { version } = readJson('package.json')
  const exports = Object.entries(entries).map(([path, { source }]) => [
    `./${path}`,
    {
      types: `./types/${sourceFolder}/${source.replace(/tsx?$/, 'd.ts')}`,
      default: `./${scriptOf(path)}.js`,
    },
  ])
  const peers = Object.assign({}, ...Object.values(entries).map(({ peers }) => peers)) as object
  const defining = Object.keys(entries).filter((path) => path.startsWith('element'))
  const manifest = {
    name,
    version,
    ...published,
    exports: Object.fromEntries([...exports, ['./package.json', './package.json']]) as object,
    files: ['*.js', 'types', ...documents],
    // Importing one of these defines the element; unused exports of the others can be tree-shaken.
    sideEffects: defining.map((path) => `./${path}.js`),
    peerDependencies: peers,
    peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((peer) => [peer, { optional: true }])),
    publishConfig,
  }
  writeFileSync(`${outDir}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`)
}

export default defineConfig({
  publicDir: false,
  build: { outDir: 'dist/packages' },
  environments: {
    page: build(sourcesOf('page')),
    element: build(sourcesOf('element')),
    // Not minified: its code appears in stack traces of failed tests.
    testing: build(sourcesOf('testing'), false),
  },
  builder: {
    async buildApp(builder) {
      const { outDir } = builder.config.build
      rmSync(outDir, { recursive: true, force: true })
      for (const name of ['page', 'element', 'testing']) await builder.build(builder.environments[name]!)
      for (const name of Object.keys(sourcesOf('element types')))
        writeFileSync(`${outDir}/${name}.js`, `import './element.js'\n`)
      writeTypes(outDir)
      writeManifest(outDir)
      for (const document of documents)
        copyFileSync(`${publishedFolder}/${document}`, `${outDir}/${document}`)
    },
  },
})
