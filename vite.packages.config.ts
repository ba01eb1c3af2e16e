/** What partners import: dist/packages, the package's entry points with their types. Run by `npm run build`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const outDir = 'dist/packages'

/** ES modules, small as they are served: the element is also used without a bundler. */
const build = (entry: Record<string, string>) => ({
  consumer: 'client' as const,
  build: {
    outDir,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    lib: { entry, formats: ['es' as const] },
    rolldownOptions: {
      external: [/^react($|\/)/],
      preserveEntrySignatures: 'allow-extension' as const,
      output: { minify: true },
    },
  },
})

/** Writes the declarations of the entries and of all they name, with paths that hold outside this project. */
function writeTypes(entries: readonly string[]): void {
  const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
    /package\.json$/,
    'bin/tsc',
  )
  execFileSync(process.execPath, [tsc, '-b', 'loader'], { stdio: 'inherit' })
  const waiting = [...entries]
  const seen = new Set(waiting)
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    const [place] = path.split('/')
    const declared = path.replace(/\.tsx?$/, '.d.ts')
    const text = readFileSync(`.cache/tsc/${place}/${declared}`, 'utf8').replace(
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

export default defineConfig({
  publicDir: false,
  environments: {
    packages: build({ loader: 'loader/package-entry.ts', react: 'loader/react.tsx' }),
    element: build({ element: 'loader/element.ts' }),
  },
  builder: {
    async buildApp(builder) {
      rmSync(outDir, { recursive: true, force: true })
      for (const name of ['packages', 'element']) await builder.build(builder.environments[name]!)
      writeTypes(['loader/package-entry.ts', 'loader/react.tsx', 'loader/element.ts'])
    },
  },
})
