/**
 * Looks at dist/packages as partners get it: packs it, and has the packed files judged by publint and by arethetypeswrong,
 * every warning an error. Beyond that its types may name no package that a partner may not have. Part of `npm run check`; needs no network.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import pkg from '../package.json' with { type: 'json' }

const built = 'dist/packages'
const folder = mkdtempSync(join(tmpdir(), 'options-packed-'))
const wrong: string[] = []

try {
  const said = execFileSync('npm', ['pack', `./${built}`, '--json', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename, files }] = JSON.parse(said) as [{ filename: string; files: { path: string }[] }]
  const tarball = readFileSync(join(folder, filename))

  const manifest = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')) as Record<string, unknown>
  const { messages } = await publint({
    pack: { tarball: Uint8Array.from(tarball).buffer },
    strict: true,
  })
  wrong.push(...messages.map((message) => `publint: ${formatMessage(message, manifest, { color: false })}`))

  const { types, ...found } = await checkPackage(createPackageFromTarballData(tarball))
  // ES modules only, found by `exports` only: older ways to resolve them are not offered.
  const offered = (problem: object) =>
    !('resolutionKind' in problem) || !/^node10$|^node16-cjs$/.test(String(problem.resolutionKind))
  if (!types) wrong.push('arethetypeswrong: no types')
  else if ('problems' in found)
    wrong.push(
      ...found.problems.filter(offered).map((problem) => `arethetypeswrong: ${JSON.stringify(problem)}`),
    )

  // An import in a declaration that the partner does not have silently becomes `any`.
  const peers = Object.keys(manifest['peerDependencies'] as object)
  for (const path of files.map((file) => file.path).filter((name) => name.endsWith('.d.ts')))
    for (const [, from = ''] of readFileSync(join(built, path), 'utf8').matchAll(
      /(?:from|import)\(? ?['"]([^.'"][^'"]*)/g,
    ))
      if (!peers.some((peer) => from === peer || from.startsWith(`${peer}/`)))
        wrong.push(`${path} imports ${from}, which partners may not have`)

  for (const paper of ['README.md', 'LICENSE', 'CHANGELOG.md'])
    if (!files.some(({ path }) => path === paper)) wrong.push(`${paper} is not in the package`)
  if (!readFileSync(join(built, 'CHANGELOG.md'), 'utf8').includes(`\n## ${pkg.version}\n`))
    wrong.push(`CHANGELOG.md says nothing of ${pkg.version}`)
} finally {
  rmSync(folder, { recursive: true })
}

if (wrong.length) {
  console.error(wrong.join('\n'))
  process.exit(1)
}
console.log(`${pkg.name} ${pkg.version}: fit to be published`)
