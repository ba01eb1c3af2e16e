/** Known weaknesses of what runs in production, where the registry tells of them. */
import { spawnSync } from 'node:child_process'

/**
 * What `npm audit --json` printed, judged: what is wrong, and what cannot be said. A registry that cannot be asked is no fault of the tree.
 *
 * @returns {{ wrong: string[], unknown: string | null }}
 */
export function judgeAudit(printed) {
  let report
  try {
    report = JSON.parse(printed)
  } catch {
    return { wrong: [], unknown: printed.trim().split('\n')[0] || 'no answer' }
  }
  if (!report?.vulnerabilities)
    return {
      wrong: [],
      unknown: String(report?.message ?? report?.error?.summary ?? 'no list in the answer'),
    }
  const grave = Object.values(report.vulnerabilities).filter(({ severity }) =>
    /^(high|critical)$/.test(severity),
  )
  const titles = ({ via }) =>
    via.map((one) => (typeof one === 'string' ? one : `${one.title} ${one.url}`)).join('; ')
  return { wrong: grave.map((one) => `${one.name} (${one.severity}): ${titles(one)}`), unknown: null }
}

/** Asks the registry, once and not for long. */
export function audit(root) {
  const asked = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000']
  const { stdout, stderr } = spawnSync('npm', asked, { cwd: root, encoding: 'utf8', timeout: 60_000 })
  return judgeAudit(stdout || stderr || '')
}
