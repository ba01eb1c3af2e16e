/** Writes the bill of materials (SBOM): every package in the lock file, as CycloneDX. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes `sbom.cyclonedx.json` into a folder. Returns the path of the file and the number of
 * packages.
 */
export function writeBillOfMaterials(root, folder) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const output = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const bill = JSON.parse(output)
  // Corrects the name: npm writes the folder's name instead of the package's.
  bill.metadata.component.name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'sbom.cyclonedx.json')
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  return { file, packages: bill.components.length }
}
