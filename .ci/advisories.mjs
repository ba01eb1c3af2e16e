/** Known vulnerabilities of production dependencies, as reported by the registry. */
import { spawnSync } from 'node:child_process'

/**
 * Evaluates the output of `npm audit --json`. An unreachable registry is not a finding: `failure`
 * is then the reason why nothing could be checked.
 *
 * @returns {{ findings: string[], failure: string | null }} findings of severity high or critical
 */
export function evaluateAudit(output) {
  let report
  try {
    report = JSON.parse(output)
  } catch {
    return { findings: [], failure: output.trim().split('\n')[0] || 'no output' }
  }
  if (!report?.vulnerabilities)
    return {
      findings: [],
      failure: String(report?.message ?? report?.error?.summary ?? 'no list in the output'),
    }
  const severe = Object.values(report.vulnerabilities).filter(({ severity }) =>
    /^(high|critical)$/.test(severity),
  )
  const titles = ({ via }) =>
    via.map((cause) => (typeof cause === 'string' ? cause : `${cause.title} ${cause.url}`)).join('; ')
  return {
    findings: severe.map((entry) => `${entry.name} (${entry.severity}): ${titles(entry)}`),
    failure: null,
  }
}

/** Queries the registry once, with a short timeout. */
export function audit(root) {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000']
  const { stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', timeout: 60_000 })
  return evaluateAudit(stdout || stderr || '')
}
