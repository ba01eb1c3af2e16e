/**
 * Checks packages that run scripts during installation: each must be reviewed and listed in
 * allowed.json.
 */

/**
 * Returns the findings, one per line: scripts that are not reviewed, and entries that match no
 * package.
 *
 * @param {{ packages: Record<string, { version?: string, hasInstallScript?: boolean }> }} lock
 *   package-lock.json
 * @param {{ name: string, version: string, reason: string }[]} allowed
 */
export function unreviewedScripts(lock, allowed) {
  const packagesWithScripts = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path, { version }]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), version }))
  const isSame = (a, b) => a.name === b.name && a.version === b.version
  return [
    ...packagesWithScripts
      .filter((pkg) => !allowed.some((entry) => isSame(pkg, entry)))
      .map(({ name, version }) => `${name}@${version} runs an install script that is not reviewed`),
    ...allowed
      .filter((entry) => !packagesWithScripts.some((pkg) => isSame(pkg, entry)))
      .map(
        ({ name, version }) =>
          `.ci/allowed.json: ${name}@${version} is not in the lock file, or runs no install script`,
      ),
  ]
}

/**
 * Returns the packages whose reviewed scripts may run, as `name@version`: entries with `runs`.
 * `.npmrc` prevents all scripts during the installation.
 *
 * @param {{ name: string, version: string, runs?: boolean }[]} allowed
 */
export const packagesToRebuild = (allowed) =>
  allowed.filter(({ runs }) => runs === true).map(({ name, version }) => `${name}@${version}`)
