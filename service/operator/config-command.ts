/** The effective configuration: every variable, its value and its source. */
import { redactedValue, variableNames, variables } from '#service/server/config/variables.ts'
import { defineCommand } from './command.ts'

export const configCommand = defineCommand({
  summary: 'Prints the settings of the service and their sources.',
  details:
    'These are the settings that the service would start with. Passwords are masked. The exit code is 1 if the service would not start: reads the certificate, the pepper, the store and the market, and changes nothing.',
  needs: 'settings',
  example: 'config',
  async run({ settings, environment }) {
    // Loaded on demand, so that other commands start faster.
    const { findStartProblems } = await import('./start-checks.ts')
    const problems = await findStartProblems(environment)
    const data = variableNames.map((name) => {
      const setting = settings.get(name)
      return {
        name,
        value: setting ? redactedValue(name, setting.value) : null,
        from: setting?.from ?? ('default' as const),
        default: variables[name].defaultText,
        meaning: variables[name].meaning,
        problem: problems.get(name) ?? null,
      }
    })
    const widest = Math.max(...variableNames.map((name) => name.length))
    const lines = data.map(
      ({ name, value, from, default: defaultText }) =>
        `${name.padEnd(widest)}  ${value ?? `(${defaultText})`}${from === 'default' ? '' : `  # ${from}`}`,
    )
    const failures = [...problems].map(([name, problem]) => `${name} cannot be used: ${problem}.`)
    return {
      data,
      text: failures.length === 0 ? lines : [...lines, '', 'The service would not start:', ...failures],
      isFailure: failures.length > 0,
    }
  },
})
