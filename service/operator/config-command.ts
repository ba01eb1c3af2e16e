/** The effective configuration: every variable, its value and its source. Opens nothing. */
import type { Settings } from '#service/server/config/config-file.ts'
import { shownValue, variableNames, variables } from '#service/server/config/variables.ts'
import type { CommandResult } from './command.ts'

export const configHelp = `  config                                  what the service would be run with, secrets masked; exit code 1 where it cannot be`

export function runConfigCommand(settings: Settings): CommandResult {
  const data = variableNames.map((name) => {
    const setting = settings.get(name)
    return {
      name,
      value: setting ? shownValue(name, setting.value) : null,
      from: setting?.from ?? ('default' as const),
      default: variables[name].otherwise,
      meaning: variables[name].meaning,
    }
  })
  const widest = Math.max(...variableNames.map((name) => name.length))
  const lines = data.map(
    ({ name, value, from, default: otherwise }) =>
      `${name.padEnd(widest)}  ${value ?? `(${otherwise})`}${from === 'default' ? '' : `  # ${from}`}`,
  )
  return { data, text: lines.join('\n') }
}
