/**
 * Parses a command line according to the declarations of the commands: commander splits it, finds the command
 * and writes the help.
 * docs/decisions/0052-operator-commands.md
 */
import { Argument, CommanderError, Option } from 'commander'
import { meaningOf, argumentSyntax, optionSyntax } from './command.ts'
import type { Command, CommandGroup, OptionDeclaration, OptionValue } from './command.ts'
import { footer, groupUsage, listOfCommands, program, termOf } from './command-help.ts'
import { StrictParser } from './strict-parser.ts'

/** Commands of one word, and groups of commands of two words, by their first word. */
export type CommandTree = Readonly<Record<string, Command | CommandGroup>>

export type CommandLine =
  | { readonly help: string }
  | {
      readonly command: Command
      readonly args: Readonly<Record<string, string | undefined>>
      readonly options: Readonly<Record<string, OptionValue>>
      /** Usage of the command, for an error that the command itself finds. */
      readonly hint: string
    }

/** Whether the result or error is printed as JSON. */
export function wantsJson(words: readonly string[]): boolean {
  const separatorIndex = words.indexOf('--')
  return words.slice(0, separatorIndex < 0 ? undefined : separatorIndex).includes('--json')
}

/** @throws UsageError naming the word that is wrong or missing */
export function readCommandLine(words: readonly string[], tree: CommandTree): CommandLine {
  let help = ''
  let result: CommandLine | undefined
  const root = new StrictParser(program).description(
    'Commands against the store of a running service. Each takes effect with the next request.',
  )
  root.configureOutput({
    writeOut: (text) => (help += text),
    getOutHelpWidth: () => process.stdout.columns ?? 100,
  })
  root.configureHelp({ subcommandTerm: termOf }).exitOverride().enablePositionalOptions()
  root.helpCommand(false).helpOption('-h, --help', 'Shows this help.').usage(groupUsage)
  const add = (parent: StrictParser, name: string, command: Command) =>
    addCommand(parent, name, command, (line) => (result = line))
  for (const [name, entry] of Object.entries(tree)) {
    if (!('commands' in entry)) {
      add(root, name, entry)
      continue
    }
    const group = root.subcommand(name, entry.summary).usage(groupUsage).addOption(jsonOption())
    for (const [verb, command] of Object.entries(entry.commands)) add(group, verb, command)
  }
  // Set after the commands are created, because a command copies the configuration of its parent at creation.
  root.addOption(jsonOption()).configureHelp({ formatHelp: listOfCommands })
  root.addHelpText('after', `\n${footer}`)
  try {
    root.parse(words, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return { help }
    throw error
  }
  return result!
}

const jsonOption = () => new Option('--json', 'Prints one JSON value.')

function addCommand(
  parent: StrictParser,
  name: string,
  command: Command,
  onParsed: (line: CommandLine) => void,
) {
  const { summary, details, example } = command
  const parser = parent.subcommand(name, summary)
  parser.description(details === undefined ? summary : `${summary}\n\n${details}`)
  for (const [word, declared] of Object.entries(command.arguments))
    parser.addArgument(new Argument(argumentSyntax(word, declared), meaningOf(declared)))
  const options = Object.entries(command.options).map(([word, declared]) => {
    const option = new Option(optionSyntax(word, declared), meaningOf(declared))
    if (declared.type !== 'flag') option.argParser((text) => valueOf(parser, word, declared, text))
    parser.addOption(option)
    // The meaning shows the default; commander would show it a second time.
    const defaultValue =
      declared.type === 'flag' ? false : 'default' in declared ? declared.default : undefined
    return () =>
      [word, (parser.getOptionValue(option.attributeName()) ?? defaultValue) as OptionValue] as const
  })
  parser.addOption(jsonOption()).addHelpText('after', `\nExample:\n  ${program} ${example}`)
  parser.action(() =>
    onParsed({
      command,
      args: Object.fromEntries(Object.keys(command.arguments).map((word, i) => [word, parser.args[i]])),
      options: Object.fromEntries(options.map((readOption) => readOption())),
      hint: parser.hint(),
    }),
  )
}

function valueOf(parser: StrictParser, name: string, option: OptionDeclaration, text: string): OptionValue {
  if (text.trim() === '') parser.fail(`--${name} needs a value`)
  if (option.type === 'list') return text.split(/[\s,]+/).filter((item) => item !== '')
  if (option.type !== 'number') return text
  const value = Number(text)
  const { from, to, isWhole } = option
  if (value >= from && value <= to && (!isWhole || Number.isInteger(value))) return value
  return parser.fail(
    `--${name} is "${text}", and must be a ${isWhole ? 'whole number' : 'number'} from ${from} to ${to}`,
  )
}
