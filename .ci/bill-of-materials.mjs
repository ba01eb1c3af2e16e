/** Writes the bill of materials (SBOM): every package in the lock file, as CycloneDX. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes it into a folder; returns the file and the number of packages. */
export function writeBill(root, folder) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const printed = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const bill = JSON.parse(printed)
  // npm uses the folder's name instead of the package's.
  bill.metadata.component.name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'sbom.cyclonedx.json')
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  return { file, packages: bill.components.length }
}
