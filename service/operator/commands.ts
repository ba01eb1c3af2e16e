/** The operator's commands: words in, text and exit code out. `admin.ts` runs them. */
import { parseArgs } from 'node:util'
import { keyedHash } from '#service/access/credentials/hashing.ts'
import { createOperator } from '#service/access/operator/operator.ts'
import { OperatorError } from '#service/access/operator/operator-error.ts'
import { storedMarketName } from '#service/server/config/data-dir.ts'
import { readSettings } from '#service/server/config/config-file.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import { readEnvironment } from '#service/server/config/environment.ts'
import { openData } from '#service/server/open-store.ts'
import { runArchiveCommand, archiveHelp } from './archive-commands.ts'
import { openCluster } from '#service/server/cluster/open-cluster.ts'
import { silentLog } from '#service/shared/log.ts'
import { auditCommands } from './audit-commands.ts'
import { requireStore, fail, UsageError } from './command.ts'
import type { CommandResult, Command, Flags } from './command.ts'
import { runConfigCommand, configHelp } from './config-command.ts'
import { batchCommands } from './batch-commands.ts'
import { demoCommands } from './demo-commands.ts'
import { domainCommands } from './domain-commands.ts'
import { keyCommands } from './key-commands.ts'
import { partnerCommands } from './partner-commands.ts'
import { scanCommands } from './scan-commands.ts'
import { sessionCommands } from './session-commands.ts'

const groups = [
  partnerCommands,
  domainCommands,
  keyCommands,
  sessionCommands,
  auditCommands,
  scanCommands,
  batchCommands,
  demoCommands,
]
const commands = new Map<string, Command>(groups.flatMap((group) => Object.entries(group.commands)))
const help = `Usage: npm run --silent admin -- <command> [--json]

${[...groups.map((group) => group.help), archiveHelp, configHelp].join('\n\n')}

DATA_DIR (default .data) names the data; MARKET the market, by default that of the last start.`

const names = [...commands.keys(), 'backup', 'restore', 'store copy', 'config']

function noSuchCommand(given: readonly string[]): string {
  const alike = names.filter((name) => name.startsWith(`${given[0]} `))
  const known = alike.length > 0 ? `; there is ${alike.join(', ')}` : ''
  return `There is no command "${given.join(' ')}"${known}`
}

/** The help text of a command with its options; empty for an unknown command. */
function helpOf([group = '', verb = '']: readonly string[]): string {
  const lines = help.split('\n')
  const at = lines.findIndex((line) =>
    [`  ${group} ${verb} `, `  ${group} <`].some((begin) => `${line} `.startsWith(begin)),
  )
  if (at < 0) return ''
  const end = lines.findIndex((line, place) => place > at && !line.startsWith('    '))
  return `${lines.slice(at, end).join('\n')}\n`
}

type Variables = Readonly<Record<string, string | undefined>>

async function run(given: readonly string[], flags: Flags, variables: Variables): Promise<CommandResult> {
  const settings = readSettings(variables)
  const market = settings.get('MARKET')?.value ?? storedMarketName(settings.get('DATA_DIR')?.value ?? '.data')
  const environment = readEnvironment({ ...variables, MARKET: market })
  if (given.length === 1 && given[0] === 'config') return runConfigCommand(settings)
  const archived = await runArchiveCommand(given, environment)
  if (archived) return archived
  const [group, verb, ...words] = given
  const command = commands.get(`${group} ${verb}`) ?? fail(noSuchCommand(given))
  if (environment.databaseUrl === null && !command.begins) requireStore(environment.dataDir)
  const { store, pepper } = await openData(environment, { connections: 2 })
  // A command completes when every node has applied its changes.
  const cluster = await openCluster(environment, silentLog, 'command')
  if (cluster) store.onInvalidation((event) => cluster.invalidations.publish(event))
  try {
    const hash = await keyedHash(pepper)
    const operator = createOperator({ store, hash, clock: () => Date.now(), actor: 'operator' })
    if (words.length > (command.most ?? Infinity))
      fail(`"${words[command.most!]}" is one word too many; put names of several words in quotes`)
    return await command.run({ store, cluster, operator, hash, environment, words, flags })
  } finally {
    await cluster?.close()
    await store.close()
  }
}

/** Runs one command. `variables` is the environment. */
export async function runAdmin(
  given: readonly string[],
  variables: Variables,
): Promise<{ code: number; out: string; err: string }> {
  let json = given.includes('--json')
  let words: readonly string[] = given.filter((word) => !word.startsWith('-'))
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        test: { type: 'boolean' },
        scopes: { type: 'string' },
        rate: { type: 'string' },
        ip: { type: 'string' },
        certificate: { type: 'string' },
        grace: { type: 'string' },
        partner: { type: 'string' },
        key: { type: 'string' },
        user: { type: 'string' },
        most: { type: 'string' },
        'accept-failures': { type: 'boolean' },
      },
    })
    json = values.json
    words = positionals
    if (values.help || positionals.length === 0)
      return { code: values.help ? 0 : 2, out: `${help}\n`, err: '' }
    const { data, text } = await run(positionals, values, variables)
    return { code: 0, out: `${json ? JSON.stringify(data, null, 2) : text}\n`, err: '' }
  } catch (error) {
    const wrongUse = error instanceof UsageError || (error instanceof TypeError && 'code' in error)
    const expected = wrongUse || error instanceof OperatorError || error instanceof EnvironmentError
    const message = expected
      ? // What Node adds to an option it does not know helps nobody.
        error.message.replace(/\. To specify a positional argument .*$/s, '')
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error)
    const err = json
      ? `${JSON.stringify({ error: message })}\n`
      : `${message}${wrongUse ? `. ${helpOf(words) === '' ? 'See --help.' : `It is:\n${helpOf(words)}`}`.trimEnd() : ''}\n`
    return { code: wrongUse ? 2 : 1, out: '', err }
  }
}
