/** Declarations of operator commands, their results and their errors. */
import { withContext } from './command-context.ts'
import type { Contexts, SettingsContext } from './command-context.ts'

/** Result of a command: `data` for --json, `text` for people: one line, or several. */
export type CommandResult = {
  readonly data: unknown
  readonly text: string | readonly string[]
  /** The exit code is 1, although there is a result: it describes what failed. */
  readonly isFailure?: boolean
}

/**
 * A positional argument. One with `otherwise` is optional; `otherwise` says in words what the command uses without it.
 */
export type ArgumentDeclaration = { readonly meaning: string; readonly otherwise?: string }

/** An option. Options are never required: a required value is an argument. */
export type OptionDeclaration = { readonly meaning: string; readonly otherwise?: string } & (
  | { readonly type: 'flag' }
  /** `value` names the value in the help. A list is separated by commas or blanks. */
  | { readonly type: 'text' | 'list'; readonly value: string }
  | {
      readonly type: 'number'
      readonly value: string
      /** Accepted range, both ends included. */
      readonly from: number
      readonly to: number
      readonly isWhole: boolean
      readonly default?: number
    }
)

/** By name, in the order of the command line. The name is shown as `<name>`. */
export type Arguments = Readonly<Record<string, ArgumentDeclaration>>
/** By name without dashes. */
export type Options = Readonly<Record<string, OptionDeclaration>>

export type OptionValue = string | number | boolean | readonly string[] | undefined

type ArgumentValues<Declared extends Arguments> = {
  readonly [Name in keyof Declared]: Declared[Name] extends { otherwise: string }
    ? string | undefined
    : string
}

type OptionValues<Declared extends Options> = {
  readonly [Name in keyof Declared]: ValueOf<Declared[Name]>
}

type ValueOf<Option extends OptionDeclaration> = Option extends { type: 'flag' }
  ? boolean
  : Option extends { type: 'number'; default: number }
    ? number
    :
        | (Option extends { type: 'number' }
            ? number
            : Option extends { type: 'list' }
              ? readonly string[]
              : string)
        | undefined

type Described = {
  /** One sentence, for the list of commands. */
  readonly summary: string
  /** More for the help of the command. */
  readonly details?: string
  /** A command line without the program's name. */
  readonly example: string
}

type Declaration<
  DeclaredArguments extends Arguments,
  DeclaredOptions extends Options,
  Needs extends keyof Contexts,
> = Described & {
  readonly arguments?: DeclaredArguments
  readonly options?: DeclaredOptions
  /** Opened before the command runs and closed after it. */
  readonly needs: Needs
  /** Whether it may create the store. For other commands a missing store is a wrong DATA_DIR. */
  readonly createsStore?: true
  readonly run: (
    context: Contexts[Needs],
    args: ArgumentValues<DeclaredArguments>,
    options: OptionValues<DeclaredOptions>,
  ) => Promise<CommandResult>
}

export type Command = Described & {
  readonly arguments: Arguments
  readonly options: Options
  /** Opens what the command needs, runs it and closes what was opened. The values match the declarations. */
  readonly execute: (
    base: SettingsContext,
    args: Readonly<Record<string, string | undefined>>,
    options: Readonly<Record<string, OptionValue>>,
  ) => Promise<CommandResult>
}

export type CommandGroup = {
  /** Subject of the commands, for the list of commands. */
  readonly summary: string
  /** By their second word. */
  readonly commands: Readonly<Record<string, Command>>
}

type None = Readonly<Record<string, never>>

/** Declares a command. The types of its arguments, options and context follow from the declaration. */
export function defineCommand<
  const DeclaredArguments extends Arguments = None,
  const DeclaredOptions extends Options = None,
  const Needs extends keyof Contexts = keyof Contexts,
>(declaration: Declaration<DeclaredArguments, DeclaredOptions, Needs>): Command {
  const { run, needs, createsStore = false, ...described } = declaration
  return {
    arguments: {},
    options: {},
    ...described,
    execute: (base, args, options) =>
      withContext[needs](base, createsStore, (context) =>
        run(context, args as ArgumentValues<DeclaredArguments>, options as OptionValues<DeclaredOptions>),
      ),
  }
}

/** The meaning of an argument or option with its default. */
export function meaningOf(declared: ArgumentDeclaration | OptionDeclaration): string {
  const value = 'default' in declared ? String(declared.default) : declared.otherwise
  return value === undefined ? declared.meaning : `${declared.meaning} (default: ${value})`
}

/** An argument as the usage line shows it. */
export const argumentSyntax = (name: string, { otherwise }: ArgumentDeclaration): string =>
  otherwise === undefined ? `<${name}>` : `[${name}]`

/** An option as the help shows it. */
export const optionSyntax = (name: string, option: OptionDeclaration): string =>
  option.type === 'flag' ? `--${name}` : `--${name} <${option.value}>`

/** A wrong command line: exit code 2. `hint` shows the usage and is filled in for errors of a command that runs. */
export class UsageError extends Error {
  override name = 'UsageError'
  readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.hint = hint
  }
}

export function fail(message: string): never {
  throw new UsageError(message)
}

/** A record for people, one line per member. */
export function linesOf(record: object): string[] {
  return Object.entries(record).map(([name, value]) => `${name}: ${String(value)}`)
}

/** The lines of a list, or one sentence that says that the list is empty. */
export const linesOr = (lines: readonly string[], emptyText: string): string | readonly string[] =>
  lines.length > 0 ? lines : emptyText
