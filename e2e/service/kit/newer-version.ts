/** A newer version of the service: the same code with another build of the app, and more steps of the schema. */
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { root } from './process.ts'

export type NewerVersion = {
  /** Folder to start the process in. */
  readonly folder: string
  /** Paths of the files of its build, `/assets/app-1.js`. */
  readonly assets: readonly string[]
  /** Adds a step to its migrations of Postgres, as code: `expand('…')`. */
  readonly addStep: (code: string) => Promise<void>
  readonly remove: () => Promise<void>
}

const isCompressed = (name: string) => /\.(br|gz)$/.test(name)

/** Paths of the files that a build has below `/assets/`. */
export async function builtAssets(folder = root): Promise<string[]> {
  const names = await readdir(join(folder, 'dist/app/assets'))
  return names.filter((name) => !isCompressed(name)).map((name) => `/assets/${name}`)
}

/** Copies this version, and gives every file of its build another name. */
export async function makeNewerVersion(): Promise<NewerVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'newer-version-'))
  for (const name of ['contract', 'service', 'public', 'releases', 'package.json', 'dist/app', 'dist/loader'])
    await cp(join(root, name), join(folder, name), { recursive: true, filter: (path) => !isCompressed(path) })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await renameAssets(join(folder, 'dist/app'))
  const migrations = join(folder, 'service/store/postgres/migrations.ts')
  return {
    folder,
    assets: await builtAssets(folder),
    async addStep(code) {
      const text = await readFile(migrations, 'utf8')
      await writeFile(
        migrations,
        text
          .replace('\n]\n', `\n  ${code},\n]\n`)
          .replace('import { expand, ', 'import { expand, contract, ')
          .replace('contract, contract, ', 'contract, '),
      )
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

/** Changes the hash in the name of every file, also where other files name it, and compresses the files. */
async function renameAssets(app: string): Promise<void> {
  const hashes = (await readdir(join(app, 'assets'))).map((name) => /-([^-.]+)\.\w+$/.exec(name)![1]!)
  const pattern = new RegExp(`-(${[...new Set(hashes)].join('|')})\\.`, 'g')
  const renamed = (text: string) =>
    text.replaceAll(pattern, (_, hash: string) => `-${hash.split('').toReversed().join('')}0.`)
  const entries = await readdir(app, { recursive: true, withFileTypes: true })
  for (const { name, parentPath } of entries.filter((entry) => entry.isFile())) {
    const path = join(parentPath, name)
    const isText = /\.(js|css|html|json)$/.test(name)
    const content = await readFile(path)
    const newContent = isText ? Buffer.from(renamed(content.toString('utf8'))) : content
    await rm(path)
    const newPath = join(parentPath, renamed(name))
    await writeFile(newPath, newContent)
    if (!isText || !parentPath.endsWith('assets')) continue
    // A low quality, because speed matters more than size.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
    await writeFile(`${newPath}.br`, brotliCompressSync(newContent, { params }))
    await writeFile(`${newPath}.gz`, gzipSync(newContent, { level: 9 }))
  }
}
