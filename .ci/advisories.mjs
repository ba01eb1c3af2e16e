/** Known vulnerabilities of production dependencies, as reported by the registry. */
import { spawnSync } from 'node:child_process'

/**
 * Evaluates the output of `npm audit --json`: vulnerabilities, and what could not be checked. An unreachable
 * registry is no fault of the tree.
 *
 * @returns {{ wrong: string[], unknown: string | null }}
 */
export function judgeAudit(printed) {
  let report
  try {
    report = JSON.parse(printed)
  } catch {
    return { wrong: [], unknown: printed.trim().split('\n')[0] || 'no output' }
  }
  if (!report?.vulnerabilities)
    return {
      wrong: [],
      unknown: String(report?.message ?? report?.error?.summary ?? 'no list in the output'),
    }
  const severe = Object.values(report.vulnerabilities).filter(({ severity }) =>
    /^(high|critical)$/.test(severity),
  )
  const titles = ({ via }) =>
    via.map((one) => (typeof one === 'string' ? one : `${one.title} ${one.url}`)).join('; ')
  return {
    wrong: severe.map((entry) => `${entry.name} (${entry.severity}): ${titles(entry)}`),
    unknown: null,
  }
}

/** Queries the registry once, with a short timeout. */
export function audit(root) {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000']
  const { stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', timeout: 60_000 })
  return judgeAudit(stdout || stderr || '')
}
