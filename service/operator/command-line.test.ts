/** Command lines: parsing, validation, help and documentation. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { tableCells } from '#service/testing/table-cells.ts'
import { meaningOf, argumentSyntax, optionSyntax } from './command.ts'
import { readCommandLine } from './command-line.ts'
import { commandTree, runAdmin } from './commands.ts'

/** Runs the program without a data folder, because no command of these tests is executed. */
const admin = (...words: string[]) => runAdmin(words, { DATA_DIR: '/nowhere/that/exists' })
const errorOf = async (...words: string[]) => {
  const { code, out, err } = await admin(...words, '--json')
  expect([words, code, out]).toEqual([words, 2, ''])
  return (JSON.parse(err) as { error: string }).error
}

const commands = Object.entries(commandTree).flatMap(([group, entry]) =>
  'commands' in entry
    ? Object.entries(entry.commands).map(([verb, command]) => ({ name: `${group} ${verb}`, command }))
    : [{ name: group, command: entry }],
)
const usageOf = ({ name, command }: (typeof commands)[number]) =>
  [name, ...Object.entries(command.arguments).map(([word, declared]) => argumentSyntax(word, declared))].join(
    ' ',
  )
const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  )

describe('a wrong command line is refused with exit code 2', () => {
  test('an option that the command does not have is named, with those that it has', async () => {
    expect(await errorOf('partner', 'disable', 'p_1', '--user', 'x')).toBe(
      '"admin partner disable" has no option --user. It has --json, --help',
    )
    expect(await errorOf('key', 'revoke', 'k', '--grace=5')).toBe(
      '"admin key revoke" has no option --grace. It has --json, --help',
    )
    expect(await errorOf('scan', 'run', '--acept-failures')).toBe(
      '"admin scan run" has no option --acept-failures: did you mean --accept-failures? It has --accept-failures, --json, --help',
    )
    expect(await errorOf('key', 'list', '-x')).toContain('has no option -x.')
    expect(await errorOf('scan', 'run', '--no-accept-failures')).toContain(
      'has no option --no-accept-failures',
    )
    expect(await errorOf('scan', 'run', '--accept-failures=1')).toContain('has no option --accept-failures')
    expect(await errorOf('--partner', 'p_1', 'audit', 'list')).toContain('"admin" has no option --partner')
  })

  test('a missing or surplus word is named', async () => {
    expect(await errorOf('partner', 'disable')).toBe('<id> of "admin partner disable" is missing')
    expect(await errorOf('domain', 'add', 'p_1')).toBe('<origin> of "admin domain add" is missing')
    expect(await errorOf('backup')).toBe('<file> of "admin backup" is missing')
    expect(await errorOf('partner', 'add', 'Acme', 'Bank')).toBe(
      '"Bank" is one word too many for "admin partner add"; put a value of several words in quotes',
    )
    expect(await errorOf('config', 'all')).toBe('"all" is one word too many for "admin config"')
  })

  test('an unknown command is named, with the commands of its group', async () => {
    expect(await errorOf('partner', 'lst')).toBe(
      'There is no command "partner lst": did you mean list? There is partner add, partner list, partner show, partner rename, partner disable, partner enable, partner set, partner reset',
    )
    expect(await errorOf('bakup', 'x')).toMatch(
      /^There is no command "bakup": did you mean backup\? There is partner, /,
    )
    expect(await errorOf('partner')).toBe('A command is missing')
    expect((await admin()).err).toMatch(/^A command is missing\nUsage: admin <command>.*key rotate <key id>/s)
    expect((await admin('partner')).err).toMatch(/^A command is missing\nUsage: admin partner <command>/)
  })

  test('an option without its value does not take the next option as the value', async () => {
    expect(await errorOf('session', 'end', '--partner', '--user', 'x')).toBe(
      '--partner needs a value; for a value that begins with a dash write --partner=--user',
    )
    expect(await errorOf('session', 'end', '--user', '')).toBe('--user needs a value')
    expect((await admin('session', 'end', '--user')).err).toMatch(/^--user needs a value\n/)
  })

  test('a number is checked against the range of its option', async () => {
    expect(await errorOf('audit', 'list', '--most', '0')).toBe(
      '--most is "0", and must be a whole number from 1 to 100000',
    )
    expect(await errorOf('key', 'issue', 'p_1', 'subscription', '--rate', '1.5')).toContain(
      'a whole number from 1',
    )
    expect(await errorOf('key', 'rotate', 'k', '--grace', 'day')).toBe(
      '--grace is "day", and must be a number from 0 to 720',
    )
  })

  test('the error is followed by the usage of the command', async () => {
    expect(await admin('partner', 'disable')).toEqual({
      code: 2,
      out: '',
      err: '<id> of "admin partner disable" is missing\nUsage: admin partner disable [options] <id>\nHelp: admin partner disable --help\n',
    })
  })
})

describe('a correct command line', () => {
  const read = (...words: string[]) => {
    const line = readCommandLine(words, commandTree)
    if ('help' in line) throw new Error('expected a command')
    return line
  }

  test('gives the values of arguments and options, and the defaults', () => {
    expect(read('audit', 'list')).toMatchObject({ args: {}, options: { partner: undefined, most: 100 } })
    expect(read('scan', 'run').options).toEqual({ 'accept-failures': false })
    expect(read('scan', 'run', '--accept-failures').options).toEqual({ 'accept-failures': true })
    expect(read('key', 'issue', 'p_1', 'subscription', '--scopes', 'what, why', '--rate=60')).toMatchObject({
      args: { 'partner id': 'p_1', kind: 'subscription' },
      options: { test: false, scopes: ['what', 'why'], rate: 60, certificate: undefined, ip: undefined },
    })
    expect(read('store', 'copy').args).toEqual({ 'data folder': undefined })
  })

  test('may have options before, between and after its words, and words that begin with a dash', () => {
    expect(read('--json', 'partner', '--json', 'disable', 'p_1').args).toEqual({ id: 'p_1' })
    expect(read('session', 'end', '--user=-x', 's_1')).toMatchObject({
      args: { 'session id': 's_1' },
      options: { user: '-x' },
    })
    expect(read('partner', 'add', '--', '--json').args).toEqual({ name: '--json' })
  })

  test.each(commands)('is the example of $name', ({ name, command }) => {
    const words = wordsOf(command.example)
    expect(words.slice(0, name.split(' ').length).join(' ')).toBe(name)
    expect(read(...words).command).toBe(command)
  })
})

describe('the help is generated from the declarations', () => {
  const helpOf = async (...words: string[]) => {
    const { code, out, err } = await admin(...words)
    expect([code, err]).toEqual([0, ''])
    return out
  }
  /** One line, as a terminal may wrap it. */
  const unwrapped = (text: string) => text.replaceAll(/\s+/g, ' ')

  test('admin --help lists every command on one line', async () => {
    const lines = (await helpOf('--help')).split('\n')
    for (const item of commands) {
      const line = lines.find((text) => text.startsWith(`  ${usageOf(item)} `))
      expect(line, item.name).toMatch(
        new RegExp(`  ${item.command.summary.replaceAll('.', String.raw`\.`)}$`),
      )
    }
    for (const entry of Object.values(commandTree))
      if ('commands' in entry) expect(lines).toContain(entry.summary)
    expect(await helpOf('-h')).toBe(lines.join('\n'))
  })

  test.each(Object.entries(commandTree))('admin %s --help has its summary', async (group, entry) => {
    const help = await helpOf(group, '--help')
    expect(help).toContain(entry.summary)
    if ('commands' in entry)
      for (const verb of Object.keys(entry.commands)) expect(help).toContain(`\n  ${verb} `)
  })

  test('the help shows the default of an option and of an optional argument', async () => {
    const rotate = unwrapped(await helpOf('key', 'rotate', '--help'))
    expect(rotate).toContain('0 refuses it at once (default: 0)')
    expect(await helpOf('store', 'copy', '--help')).toContain('the folder to copy from (default: DATA_DIR)')
  })

  test.each(commands)('admin $name --help has usage, meanings, defaults and an example', async (item) => {
    const help = unwrapped(await helpOf(...item.name.split(' '), '--help'))
    const { summary, example } = item.command
    const [words, ...args] = [
      item.name,
      ...usageOf(item)
        .slice(item.name.length + 1)
        .split(/ (?=[<[])/),
    ].filter(Boolean)
    expect(help).toContain(`Usage: admin ${[words, '[options]', ...args].join(' ')} ${summary}`)
    for (const [word, declared] of Object.entries(item.command.arguments))
      expect(help).toContain(` ${word} ${meaningOf(declared)}`)
    for (const [word, declared] of Object.entries(item.command.options))
      expect(help).toContain(` ${optionSyntax(word, declared)} ${meaningOf(declared)}`)
    expect(help).toContain(`Example: admin ${example}`)
    expect(JSON.parse((await admin(...item.name.split(' '), '--help', '--json')).out)).toEqual({
      help: await helpOf(...item.name.split(' '), '--help'),
    })
  })
})

describe('the documentation', () => {
  const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

  test('docs/operating.md has a table of all commands with their options', () => {
    const section = /\n## Commands\n(.*?)\n## /s.exec(textOf('docs/operating.md'))![1]!
    const rows = section.split('\n').filter((line) => line.startsWith('| `'))
    expect(tableCells(rows)).toEqual(
      commands.map((item) => [
        `\`${usageOf(item)}\``,
        item.command.summary,
        Object.entries(item.command.options)
          .map(([word, declared]) => `\`${optionSyntax(word, declared)}\``)
          .join(', '),
      ]),
    )
  })

  test.each([
    'docs/operating.md',
    'docs/markets.md',
    'docs/runbook.md',
    'docs/test-keys.md',
    'README.md',
    'CONTRIBUTING.md',
  ])('%s shows command lines that the program accepts', (path) => {
    const text = textOf(path)
    const inBlocks = [...text.matchAll(/^.*npm run --silent admin -- (.+)$/gm)]
      .map(([, line = '']) => line.replaceAll(/\$\([^)]*\)|<[^>]*>/g, 'x').replaceAll(/\[[^\]]*\]/g, ''))
      .filter((line) => !line.includes('`'))
    for (const line of inBlocks) expect(() => readCommandLine(wordsOf(line), commandTree), line).not.toThrow()
    const inText = [...text.matchAll(/`admin ([a-z ]+)/g)].map(([, words = '']) => words.trim())
    // In a sentence the arguments may be left out.
    for (const line of inText)
      expect(
        commands.some(({ name }) => `${line} `.startsWith(`${name} `)),
        line,
      ).toBe(true)
    if (path === 'docs/operating.md') expect(inBlocks.length).toBeGreaterThan(30)
    if (path === 'docs/runbook.md') expect(inText.length).toBeGreaterThan(4)
  })
})
