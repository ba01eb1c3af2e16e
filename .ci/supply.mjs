/**
 * Supply-chain checks: no secrets, no unreviewed install scripts, no known severe vulnerability, and a bill
 * of materials. `npm run supply`, part of .ci/run; exit code 1 on a finding.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { audit } from './advisories.mjs'
import { writeBill } from './bill-of-materials.mjs'
import { unreviewedScripts } from './install-scripts.mjs'
import { filesOfTree, unexpectedSecrets } from './secrets.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const json = (path) => JSON.parse(readFileSync(`${root}/${path}`, 'utf8'))
const allowed = json('.ci/allowed.json')
let failed = false
const report = (label, wrong) => {
  console.log(`${wrong.length === 0 ? 'ok' : 'wrong'}: ${label}`)
  for (const line of wrong) console.log(`  ${line}`)
  failed ||= wrong.length > 0
}

report('no secrets in the tree', await unexpectedSecrets(filesOfTree(root), allowed.secrets))
report('install scripts are reviewed', unreviewedScripts(json('package-lock.json'), allowed.installScripts))
const { wrong, unknown } = audit(root)
if (unknown === null) report('no severe advisories', wrong)
else console.log(`not checked: advisories, since the registry is unavailable (${unknown})`)
const { file, packages } = writeBill(root, process.env['TEST_REPORTS'] ?? `${root}/.cache/reports`)
console.log(`bill of ${packages} packages: ${file}`)
process.exit(failed ? 1 : 0)
