/** Runs the operator's commands: takes the words of a command line, returns texts and an exit code. */
import { readSettings } from '#service/server/config/config-file.ts'
import { storedMarketName } from '#service/server/config/data-dir.ts'
import { readEnvironment } from '#service/server/config/environment.ts'
import { backupCommand, restoreCommand, storeCommands } from './archive-commands.ts'
import { auditCommands } from './audit-commands.ts'
import { batchCommands } from './batch-commands.ts'
import { UsageError } from './command.ts'
import type { SettingsContext } from './command-context.ts'
import { readCommandLine, wantsJson } from './command-line.ts'
import type { CommandTree } from './command-line.ts'
import { configCommand } from './config-command.ts'
import { demoCommands } from './demo-commands.ts'
import { domainCommands } from './domain-commands.ts'
import { linesOfError } from './error-lines.ts'
import { fontCommands } from './fonts/font-commands.ts'
import { keyCommands } from './key-commands.ts'
import { marketCommands } from './market/market-commands.ts'
import { partnerCommands } from './partner-commands.ts'
import { recordCommands } from './record-commands.ts'
import { releaseCommands } from './release-commands.ts'
import { scanCommands } from './scan-commands.ts'
import { sessionCommands } from './session-commands.ts'
import { systemUser } from './system-user.ts'
import { usageCommands } from './usage-commands.ts'
import { terminalText } from './visible-text.ts'

export const commandTree: CommandTree = {
  partner: partnerCommands,
  domain: domainCommands,
  key: keyCommands,
  font: fontCommands,
  session: sessionCommands,
  audit: auditCommands,
  scan: scanCommands,
  market: marketCommands,
  batch: batchCommands,
  record: recordCommands,
  release: releaseCommands,
  usage: usageCommands,
  demo: demoCommands,
  store: storeCommands,
  backup: backupCommand,
  restore: restoreCommand,
  config: configCommand,
}

type Variables = Readonly<Record<string, string | undefined>>

/** Runs one command. `variables` is the environment. Exit code 1: it failed; 2: the command line is wrong. */
export async function runAdmin(
  words: readonly string[],
  variables: Variables,
): Promise<{ code: number; out: string; err: string }> {
  const isJson = wantsJson(words)
  let hint = ''
  try {
    const line = readCommandLine(words, commandTree)
    if ('help' in line)
      return { code: 0, out: isJson ? `${JSON.stringify({ help: line.help })}\n` : line.help, err: '' }
    hint = line.hint
    const result = await line.command.execute(readSettingsContext(variables), line.args, line.options)
    const { data, text, isFailure = false } = result
    const out = isJson ? JSON.stringify(data, null, 2) : terminalText(text)
    return { code: isFailure ? 1 : 0, out: `${out}\n`, err: '' }
  } catch (error) {
    const code = error instanceof UsageError ? 2 : 1
    const lines = linesOfError(error)
    if (isJson) return { code, out: '', err: `${JSON.stringify({ error: lines.join('\n') })}\n` }
    const usage = error instanceof UsageError ? (error.hint ?? hint).split('\n') : []
    return { code, out: '', err: `${terminalText([...lines, ...usage])}\n` }
  }
}

/** @throws EnvironmentError if a variable is unknown or invalid */
function readSettingsContext(variables: Variables): SettingsContext {
  const settings = readSettings(variables)
  const market = settings.get('MARKET')?.value ?? storedMarketName(settings.get('DATA_DIR')?.value ?? '.data')
  const environment = readEnvironment({ ...variables, MARKET: market })
  return { settings, environment, user: systemUser(variables) }
}
