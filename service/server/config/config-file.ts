/**
 * Values of variables: the environment, and the file that `CONFIG_FILE` names, with `NAME=value` lines as
 * systemd and Compose read them. The environment has precedence. A misspelled name would be a silently
 * missing setting: the file may contain known names only, and in the environment, which has many unrelated
 * names, names similar to ours are refused.
 */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import { isVariable, nearestVariable, variableNames } from './variables.ts'
import type { VariableName } from './variables.ts'

type Given = Readonly<Record<string, string | undefined>>

export type Setting = { readonly value: string; readonly from: 'environment' | 'file' }
/** The variables with a value. */
export type Settings = ReadonlyMap<VariableName, Setting>

/** Variables that container platforms set for neighbouring services: `<NAME>_SERVICE_HOST`, `<NAME>_PORT_6379_TCP` and the like. */
const ofPlatform = /_SERVICE_(HOST|PORT)|_PORT(_\d+)?(_(TCP|UDP)\w*)?$/

const ofTls = variableNames.filter((name) => name.startsWith('TLS_'))

/** @throws EnvironmentError for a file that cannot be read and for a name that is not known */
export function readSettings(given: Given): Settings {
  for (const name of Object.keys(given)) {
    if (isVariable(name) || ofPlatform.test(name) || !given[name]?.trim()) continue
    const meant = nearestVariable(name)
    if (meant) throw new EnvironmentError(`${name} is no variable of the service: did you mean ${meant}?`)
    if (name.startsWith('TLS_'))
      throw new EnvironmentError(`${name} is no variable of the service, which has ${ofTls.join(', ')}.`)
  }
  const path = given['CONFIG_FILE']?.trim()
  const inFile = path ? readConfigFile(path) : {}
  const settings = new Map<VariableName, Setting>()
  for (const name of variableNames) {
    const [ours, file] = [given[name]?.trim(), inFile[name]?.trim()]
    if (ours) settings.set(name, { value: ours, from: 'environment' })
    else if (file) settings.set(name, { value: file, from: 'file' })
  }
  return settings
}

function readConfigFile(path: string): Given {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new EnvironmentError(`CONFIG_FILE="${path}" cannot be read: ${(error as Error).message}`)
  }
  const refuse = (what: string): never => {
    throw new EnvironmentError(`CONFIG_FILE="${path}" cannot be used: ${what}.`)
  }
  const values = parseEnv(text)
  // The parser silently skips what it cannot parse.
  const lines = text.split(/\r?\n/).filter((line) => /^\s*[^#\s]/.test(line))
  for (const line of lines)
    if (!/^\s*(export\s+)?[\w.-]+\s*=/.test(line)) refuse('expected NAME=value on every line')
  for (const name of Object.keys(values)) {
    if (name === 'CONFIG_FILE') refuse('it names itself; CONFIG_FILE belongs in the environment')
    if (isVariable(name)) continue
    const meant = nearestVariable(name)
    refuse(
      `${name} is not known${meant ? `; did you mean ${meant}?` : `. Known are ${variableNames.join(', ')}`}`,
    )
  }
  return values
}
