/**
 * Values of variables from the environment and from the file that `CONFIG_FILE` names. The file has `NAME=value`
 * lines, in the format of systemd and Compose. The environment has precedence. Because a misspelled name would be
 * a silently missing setting, the file may contain known names only, and names in the environment that resemble
 * a variable of the service are refused.
 */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import { isVariable, nearestVariable, variableNames } from './variables.ts'
import type { VariableName } from './variables.ts'

type EnvironmentValues = Readonly<Record<string, string | undefined>>

export type Setting = { readonly value: string; readonly from: 'environment' | 'file' }
/** Variables that have a value. */
export type Settings = ReadonlyMap<VariableName, Setting>

/** Variables that container platforms set for other services, such as `<NAME>_PORT_6379_TCP`. */
const platformVariable = /_SERVICE_(HOST|PORT)|_PORT(_\d+)?(_(TCP|UDP)\w*)?$/

const tlsVariables = variableNames.filter((name) => name.startsWith('TLS_'))

/** @throws EnvironmentError if the file cannot be read or a name is not known */
export function readSettings(env: EnvironmentValues): Settings {
  for (const name of Object.keys(env)) {
    if (isVariable(name) || platformVariable.test(name) || !env[name]?.trim()) continue
    const suggestion = nearestVariable(name)
    if (suggestion)
      throw new EnvironmentError(`${name} is not a variable of the service. Did you mean ${suggestion}?`)
    if (name.startsWith('TLS_'))
      throw new EnvironmentError(
        `${name} is not a variable of the service. The TLS variables are ${tlsVariables.join(', ')}.`,
      )
  }
  const path = env['CONFIG_FILE']?.trim()
  const fileValues = path ? readConfigFile(path) : {}
  const settings = new Map<VariableName, Setting>()
  for (const name of variableNames) {
    const [fromEnvironment, fromFile] = [env[name]?.trim(), fileValues[name]?.trim()]
    if (fromEnvironment) settings.set(name, { value: fromEnvironment, from: 'environment' })
    else if (fromFile) settings.set(name, { value: fromFile, from: 'file' })
  }
  return settings
}

function readConfigFile(path: string): EnvironmentValues {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new EnvironmentError(`CONFIG_FILE="${path}" cannot be read: ${(error as Error).message}`)
  }
  const refuse = (reason: string): never => {
    throw new EnvironmentError(`CONFIG_FILE="${path}" cannot be used: ${reason}.`)
  }
  const values = parseEnv(text)
  // The parser silently skips what it cannot parse.
  const lines = text.split(/\r?\n/).filter((line) => /^\s*[^#\s]/.test(line))
  for (const line of lines)
    if (!/^\s*(export\s+)?[\w.-]+\s*=/.test(line)) refuse('expected NAME=value on every line')
  for (const name of Object.keys(values)) {
    if (name === 'CONFIG_FILE') refuse('it sets CONFIG_FILE, which must be set in the environment')
    if (isVariable(name)) continue
    const suggestion = nearestVariable(name)
    refuse(
      `${name} is not known${suggestion ? `; did you mean ${suggestion}?` : `. The known variables are ${variableNames.join(', ')}`}`,
    )
  }
  return values
}
