/** Packages that run scripts during installation: each is reviewed and listed in allowed.json with the reason. */

/**
 * Findings, one per line.
 *
 * @param {{ packages: Record<string, { version?: string, hasInstallScript?: boolean }> }} lock package-lock.json
 * @param {{ name: string, version: string, reason: string }[]} allowed
 */
export function unreviewedScripts(lock, allowed) {
  const found = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path, { version }]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), version }))
  const isSame = (a, b) => a.name === b.name && a.version === b.version
  return [
    ...found
      .filter((one) => !allowed.some((other) => isSame(one, other)))
      .map(({ name, version }) => `${name}@${version} runs an install script that is not reviewed`),
    ...allowed
      .filter((one) => !found.some((other) => isSame(one, other)))
      .map(({ name, version }) => `.ci/allowed.json: ${name}@${version} is not installed, or runs no script`),
  ]
}
