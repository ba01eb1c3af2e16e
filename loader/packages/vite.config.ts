/** What partners install: dist/packages, a package of its own with the entry points and their types. Run by `npm run build`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const entries = {
  loader: 'loader/packages/module.ts',
  react: 'loader/packages/react.tsx',
  element: 'loader/packages/element.ts',
}

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
      // 'use client' is kept: it stands first in an entry. e2e/journeys/packages.e2e.ts looks.
      checks: { moduleLevelDirective: false },
      preserveEntrySignatures: 'allow-extension' as const,
      output: { minify: true },
    },
  },
})

/** Writes the declarations of the entries and of all they name, with paths that hold outside this project. */
function writeTypes(outDir: string): void {
  const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
    /package\.json$/,
    'bin/tsc',
  )
  execFileSync(process.execPath, [tsc, '-p', 'loader/packages'], { stdio: 'inherit' })
  const waiting = Object.values(entries)
  const seen = new Set(waiting)
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    const folder = posix.dirname(path)
    const declared = path.replace(/\.tsx?$/, '.d.ts')
    const text = readFileSync(`.cache/packages/${declared}`, 'utf8').replace(
      /(['"])(#|\.\.?\/)([^'"]+\.tsx?)\1/g,
      (_, quote: string, from: string, name: string) => {
        const target = from === '#' ? name : posix.join(folder, from, name)
        if (!seen.has(target)) waiting.push(target)
        seen.add(target)
        const relative = posix.relative(folder, target).replace(/\.tsx?$/, '.js')
        return `${quote}${relative.startsWith('.') ? '' : './'}${relative}${quote}`
      },
    )
    mkdirSync(`${outDir}/types/${folder}`, { recursive: true })
    writeFileSync(`${outDir}/types/${declared}`, text)
  }
}

/** The published package's own manifest: nothing of what builds or runs this project, and the partner's React. */
function writeManifest(outDir: string): void {
  const { name, version, description, license, type, exports } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  ) as Record<string, unknown>
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
    packages: build({ loader: entries.loader, react: entries.react }),
    element: build({ element: entries.element }),
  },
  builder: {
    async buildApp(builder) {
      const { outDir } = builder.config.build
      rmSync(outDir, { recursive: true, force: true })
      for (const name of ['packages', 'element']) await builder.build(builder.environments[name]!)
      writeTypes(outDir)
      writeManifest(outDir)
    },
  },
})
