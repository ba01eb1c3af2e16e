/**
 * Checks the npm package that partners install: packs dist/packages, and runs publint and
 * arethetypeswrong on the packed files, with warnings as errors. The types may import peer
 * dependencies only. Part of `npm run check`; needs no network.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import pkg from '../package.json' with { type: 'json' }

const packageFolder = 'dist/packages'
const tarballFolder = mkdtempSync(join(tmpdir(), 'options-packed-'))
const problems: string[] = []
let manifest: Record<string, unknown> = {}

try {
  const packOutput = execFileSync(
    'npm',
    ['pack', `./${packageFolder}`, '--json', '--pack-destination', tarballFolder],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const [{ filename, files }] = JSON.parse(packOutput) as [{ filename: string; files: { path: string }[] }]
  const tarball = readFileSync(join(tarballFolder, filename))

  manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as typeof manifest
  const { messages } = await publint({
    pack: { tarball: Uint8Array.from(tarball).buffer },
    strict: true,
  })
  problems.push(
    ...messages.map((message) => `publint: ${formatMessage(message, manifest, { color: false })}`),
  )

  const { types, ...analysis } = await checkPackage(createPackageFromTarballData(tarball))
  // The package has only ES modules and `exports`, so it does not support older resolution modes.
  const affectsSupportedMode = (problem: object) =>
    !('resolutionKind' in problem) || !/^node10$|^node16-cjs$/.test(String(problem.resolutionKind))
  if (!types) problems.push('arethetypeswrong: the package has no types')
  else if ('problems' in analysis)
    problems.push(
      ...analysis.problems
        .filter(affectsSupportedMode)
        .map((problem) => `arethetypeswrong: ${JSON.stringify(problem)}`),
    )

  // If a partner has not installed a package that a declaration imports, its types silently become `any`.
  const peers = Object.keys(manifest['peerDependencies'] as object)
  for (const path of files.map((file) => file.path).filter((name) => name.endsWith('.d.ts')))
    for (const [, specifier = ''] of readFileSync(join(packageFolder, path), 'utf8').matchAll(
      /(?<!['"\w-])(?:from|import)\(? ?['"]([^.'"][^'"]*)/g,
    ))
      if (!peers.some((peer) => specifier === peer || specifier.startsWith(`${peer}/`)))
        problems.push(`${path} imports ${specifier}, which partners may not have`)

  for (const document of ['README.md', 'LICENSE', 'CHANGELOG.md'])
    if (!files.some(({ path }) => path === document)) problems.push(`${document} is not in the package`)
  if (!readFileSync(join(packageFolder, 'CHANGELOG.md'), 'utf8').includes(`\n## ${pkg.version}\n`))
    problems.push(`CHANGELOG.md has no section for ${pkg.version}`)
} finally {
  rmSync(tarballFolder, { recursive: true })
}

if (problems.length) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`${String(manifest['name'])} ${pkg.version}: ready to publish`)
