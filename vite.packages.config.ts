/** What partners install: dist/packages, a package of its own with the entry points and their types. Run by `npm run build`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import pkg from './package.json' with { type: 'json' }

/** ES modules, small as they are served: the element is also used without a bundler. */
const build = (entry: Record<string, string>) => ({
  consumer: 'client' as const,
  build: {
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    lib: { entry, formats: ['es' as const] },
    rolldownOptions: {
      external: [/^react($|\/)/],
      // 'use client' is kept: it stands first in an entry. e2e/packages.e2e.ts looks.
      checks: { moduleLevelDirective: false },
      preserveEntrySignatures: 'allow-extension' as const,
      output: { minify: true },
    },
  },
})

/** Writes the declarations of the entries and of all they name, with paths that hold outside this project. */
function writeTypes(outDir: string, entries: readonly string[]): void {
  const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
    /package\.json$/,
    'bin/tsc',
  )
  execFileSync(process.execPath, [tsc, '-p', 'loader/tsconfig.packages.json'], { stdio: 'inherit' })
  const waiting = [...entries]
  const seen = new Set(waiting)
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    const [place] = path.split('/')
    const declared = path.replace(/\.tsx?$/, '.d.ts')
    const text = readFileSync(`.cache/packages/${declared}`, 'utf8').replace(
      /(['"])(#|\.\/)([^'"]+\.tsx?)\1/g,
      (_, quote: string, from: string, name: string) => {
        const target = from === '#' ? name : `${place}/${name}`
        if (!seen.has(target)) waiting.push(target)
        seen.add(target)
        return `${quote}${from === '#' ? '../' : './'}${name.replace(/\.tsx?$/, '.js')}${quote}`
      },
    )
    mkdirSync(`${outDir}/types/${place}`, { recursive: true })
    writeFileSync(`${outDir}/types/${declared}`, text)
  }
}

/** The published package's own manifest: nothing of what builds or runs this project, and the partner's React. */
function writeManifest(outDir: string): void {
  const { name, version, description, license, type, exports } = pkg
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    exports: JSON.parse(JSON.stringify(exports).replaceAll('./dist/packages/', './')) as object,
    sideEffects: ['./element.js'],
    peerDependencies: { react: '>=18' },
    peerDependenciesMeta: { react: { optional: true } },
  }
  writeFileSync(`${outDir}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`)
}

export default defineConfig({
  publicDir: false,
  build: { outDir: 'dist/packages' },
  environments: {
    packages: build({ loader: 'loader/package-entry.ts', react: 'loader/react.tsx' }),
    element: build({ element: 'loader/element.ts' }),
  },
  builder: {
    async buildApp(builder) {
      const { outDir } = builder.config.build
      rmSync(outDir, { recursive: true, force: true })
      for (const name of ['packages', 'element']) await builder.build(builder.environments[name]!)
      writeTypes(outDir, ['loader/package-entry.ts', 'loader/react.tsx', 'loader/element.ts'])
      writeManifest(outDir)
    },
  },
})
