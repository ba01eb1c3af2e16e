/** The bill of materials (SBOM): every package the lock file names, as CycloneDX. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes it into a folder; gives back where, and how many packages it names. */
export function writeBill(root, folder) {
  const asked = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const printed = execFileSync('npm', asked, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const bill = JSON.parse(printed)
  // npm takes the folder's name for ours.
  bill.metadata.component.name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'sbom.cyclonedx.json')
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  return { file, packages: bill.components.length }
}
