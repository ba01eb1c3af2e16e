/** Known vulnerabilities of production dependencies, as reported by the registry. */
import { spawnSync } from 'node:child_process'

/** Statuses of a registry that has no advisories, such as a mirror that only forwards packages. */
const withoutAdvisories = [404, 405, 501]
/** Messages of npm if no response arrives. */
const noResponse = /^(request to .+ failed, reason: |network timeout at: |response timeout )/i

/** Whether the environment accepts a registry without advisories: `SUPPLY_ADVISORIES=if-available`. */
export const acceptsNoAdvisories = (environment) => environment['SUPPLY_ADVISORIES'] === 'if-available'

/**
 * Evaluates the output of `npm audit --json`.
 *
 * @param {{ acceptsNone: boolean }} options `acceptsNone`: whether the registry may have no advisories
 * @returns {{ findings: string[], failure: string | null }} advisories of severity high or
 *   critical. A response that is no report is a finding, too: it must not hide an advisory.
 *   `failure` is the reason why nothing was checked, if the registry did not respond, or has no
 *   advisories and need not have any.
 */
export function evaluateAudit(output, { acceptsNone }) {
  if (output.trim() === '') return { findings: [], failure: 'no output' }
  let report
  try {
    report = JSON.parse(output)
  } catch {
    return noReport(output.trim().split('\n')[0])
  }
  if (!report?.vulnerabilities) {
    const message = String(report?.message ?? report?.error?.summary ?? 'no list in the output')
    if (noResponse.test(message)) return { findings: [], failure: message }
    if (!withoutAdvisories.includes(report?.statusCode)) return noReport(message)
    if (acceptsNone) return { findings: [], failure: message }
    return noReport(`${message}. For a registry without advisories, set SUPPLY_ADVISORIES=if-available`)
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

const noReport = (text) => ({ findings: [`the response is no report: ${text}`], failure: null })

/** Queries the registry once, with a short timeout. Reads `SUPPLY_ADVISORIES`. */
export function audit(root) {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000']
  const { stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', timeout: 60_000 })
  return evaluateAudit(stdout || stderr || '', { acceptsNone: acceptsNoAdvisories(process.env) })
}
