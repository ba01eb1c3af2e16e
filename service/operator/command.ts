/** Types and helpers of operator commands. */
import { existsSync } from 'node:fs'
import { OperatorError } from '#service/access/operator/operator-error.ts'
import type { Hash } from '#service/access/credentials/hashing.ts'
import type { Operator } from '#service/access/operator/operator.ts'
import { databaseFile } from '#service/server/config/data-dir.ts'
import type { Environment } from '#service/server/config/environment.ts'
import type { Cluster } from '#service/server/cluster/cluster.ts'
import type { Store } from '#service/store/store.ts'

/** Result of a command: `data` for --json, `text` for people. */
export type CommandResult = { readonly data: unknown; readonly text: string }

export type Flags = Readonly<Record<string, string | boolean | undefined>>

/** The environment of a command. */
export type CommandContext = {
  readonly store: Store
  /** The cluster, if there is one. */
  readonly cluster: Cluster | null
  readonly operator: Operator
  readonly hash: Hash
  readonly environment: Environment
  /** Those behind the command's own two. */
  readonly words: readonly string[]
  readonly flags: Flags
}

export type Command = {
  /** How many words may follow; absent where they are of no interest. */
  readonly most?: number
  /** It may be the first that is done with a store. By all others a store that is not there is a DATA_DIR that was written wrongly. */
  readonly begins?: true
  readonly run: (context: CommandContext) => Promise<CommandResult>
}

/** The commands of a group by their two words, and their lines of the help. */
export type CommandGroup = { readonly commands: Readonly<Record<string, Command>>; readonly help: string }

/** A command that was written wrongly: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export function fail(message: string): never {
  throw new UsageError(message)
}

/** @throws UsageError naming the word that is missing */
export function wordAt(words: readonly string[], at: number, name: string): string {
  return words[at] ?? fail(`${name} is missing`)
}

/** @throws OperatorError where the data folder has no store: to make an empty one would answer for the one that was meant */
export function requireStore(folder: string): void {
  if (existsSync(databaseFile(folder))) return
  throw new OperatorError(
    `There is no store in ${folder}: DATA_DIR names the folder (by itself .data), and must be the one the service runs with.`,
  )
}

/** A record for people, one line a member. */
export function linesOf(record: object): string {
  return Object.entries(record)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n')
}
