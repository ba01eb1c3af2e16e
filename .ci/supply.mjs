/**
 * Supply-chain checks, `npm run supply`: no secrets, no unreviewed install scripts and no known
 * severe vulnerability. Writes a bill of materials. Exits 1 if there is a finding. Part of .ci/run.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { audit } from './advisories.mjs'
import { writeBillOfMaterials } from './bill-of-materials.mjs'
import { unreviewedScripts } from './install-scripts.mjs'
import { filesOfTree, unexpectedSecrets } from './secrets.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const readJson = (path) => JSON.parse(readFileSync(`${root}/${path}`, 'utf8'))
const allowed = readJson('.ci/allowed.json')
let failed = false
const report = (label, findings) => {
  console.log(`${findings.length === 0 ? 'ok' : 'failed'}: ${label}`)
  for (const line of findings) console.log(`  ${line}`)
  failed ||= findings.length > 0
}

report('no secrets in the tree', await unexpectedSecrets(filesOfTree(root), allowed.secrets))
report(
  'install scripts are reviewed',
  unreviewedScripts(readJson('package-lock.json'), allowed.installScripts),
)
const { findings, failure } = audit(root)
if (failure === null) report('no severe advisories', findings)
else console.log(`not checked: advisories, because the registry did not return them (${failure})`)
const { file, packages } = writeBillOfMaterials(root, process.env['TEST_REPORTS'] ?? `${root}/.cache/reports`)
console.log(`bill of ${packages} packages: ${file}`)
process.exit(failed ? 1 : 0)
