/** The list of commands in `admin --help`. The help of a group and of a command is commander's. */
import type { Argument, Command as Commander, Help } from 'commander'

/** The name of this program in the help. */
export const program = 'admin'

export const groupUsage = '<command> [options]'

export const footer = `"${program}" is short for: npm run --silent admin --
DATA_DIR (default .data) is the data folder; MARKET is the market, by default that of the last start.`

/** A command in a list of commands, without the options. */
export const termOf = (command: Commander): string =>
  [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' ')

const argumentTerm = (argument: Argument): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`

const itemOf = (command: Commander, prefix = '') => ({
  term: `${prefix}${termOf(command)}`,
  summary: command.summary(),
})

/** The help of the program: all groups, one line per command. */
export function listOfCommands(root: Commander, helper: Help): string {
  const groups = root.commands.filter(({ commands }) => commands.length > 0)
  const sections = [
    ...groups.map((group) => ({
      title: group.summary(),
      lines: group.commands.map((command) => itemOf(command, `${group.name()} `)),
    })),
    {
      title: 'Other commands',
      lines: root.commands.filter((command) => !groups.includes(command)).map((command) => itemOf(command)),
    },
  ]
  const options = helper
    .visibleOptions(root)
    .map((option) => ({ term: helper.optionTerm(option), summary: option.description }))
  const width = Math.max(
    ...[...sections.flatMap(({ lines }) => lines), ...options].map(({ term }) => term.length),
  )
  const format = ({ term, summary }: { term: string; summary: string }) =>
    helper.formatItem(term, width, summary, helper)
  return [
    `Usage: ${program} <command> [options]`,
    '',
    root.description(),
    ...sections.flatMap(({ title, lines }) => ['', title, ...lines.map(format)]),
    '',
    'Options of every command:',
    ...options.map(format),
    '',
    `More about a group or a command: ${program} key --help, ${program} key issue --help`,
    '',
  ].join('\n')
}
