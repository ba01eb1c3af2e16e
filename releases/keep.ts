/**
 * Stores the build as a release in this folder: `npm run keep`. Partners pin
 * `/widgetLoader/<version>.js` by its hash, so the service serves every loader in this folder
 * permanently, and the app of its release for the support window (docs/versioning.md).
 * e2e/embed/15-versions tests each release against the current tree.
 *
 * `--check` (part of `npm run build`) stores nothing. Both fail if the loader differs from the
 * stored loader of the version in package.json, if an archive is damaged, or if a built file has
 * the name of a kept file with other bytes.
 */
import pkg from '../package.json' with { type: 'json' }
import { readBuild, releaseProblems, writeRelease } from './release.ts'

const folder = import.meta.dirname
const build = readBuild('dist')

const problems = releaseProblems(folder, pkg.version, build)
if (problems.length) {
  console.error(problems.join('\n'))
  process.exit(1)
}

if (!process.argv.includes('--check')) {
  const day = new Date().toISOString().slice(0, 10)
  const bytes = writeRelease(folder, { version: pkg.version, day, build })
  console.log(
    `stored release ${pkg.version}: the loader and ${build.app.size} files of the app, ${bytes} bytes`,
  )
}
