/** commander, with checks for every word of a command line. */
import { Command as Commander } from 'commander'
import type { ParseOptionsResult } from 'commander'
import { didYouMean } from '#contract/bridge/nearest-name.ts'
import { UsageError } from './command.ts'

/**
 * Refuses unknown, missing and surplus words. Errors name the word, the command and what the command has instead.
 * The checks use the public `parseOptions` of commander, whose own errors name neither the command nor its options.
 */
export class StrictParser extends Commander {
  override createCommand(name?: string): StrictParser {
    return new StrictParser(name)
  }

  subcommand(name: string, summary: string): StrictParser {
    // `createCommand` makes it a StrictParser, which the type of `command` does not say.
    return (this.command(name) as StrictParser).summary(summary).description(summary).helpCommand(false)
  }

  override parseOptions(words: string[]): ParseOptionsResult {
    this.#requireValues(words)
    const parsed = super.parseOptions(words)
    const { operands, unknown } = parsed
    if (unknown.some((word) => word === '--help' || word === '-h')) return parsed
    if (this.commands.length > 0) this.#requireCommand(operands, unknown)
    else {
      this.#refuseUnknown(unknown)
      this.#requireArguments(operands)
    }
    return parsed
  }

  fail(message: string): never {
    throw new UsageError(message, this.hint())
  }

  hint(): string {
    return `Usage: ${this.createHelp().commandUsage(this)}\nHelp: ${this.#path()} --help`
  }

  /** commander would take the next option as the value. */
  #requireValues(words: readonly string[]): void {
    for (let i = 0; i < words.length && words[i] !== '--'; i++) {
      const option = this.options.find(({ long, required }) => required && long === words[i])
      if (!option) continue
      const value = words[++i]
      if (value === undefined) this.fail(`${option.long} needs a value`)
      if (value.startsWith('-'))
        this.fail(
          `${option.long} needs a value; for a value that begins with a dash write ${option.long}=${value}`,
        )
    }
  }

  #requireCommand([name]: readonly string[], unknown: readonly string[]): void {
    const names = this.commands.map((command) => command.name())
    if (name !== undefined && names.includes(name)) return
    const prefix = this.parent ? `${this.name()} ` : ''
    if (name === undefined) {
      this.#refuseUnknown(unknown)
      throw new UsageError('A command is missing', this.helpInformation().trimEnd())
    }
    const available = names.map((commandName) => `${prefix}${commandName}`).join(', ')
    this.fail(`There is no command "${prefix}${name}"${didYouMean(name, names) || '.'} There is ${available}`)
  }

  #refuseUnknown([word]: readonly string[]): void {
    if (word === undefined) return
    const [option = ''] = word.split('=')
    const names = [...this.options.map(({ long }) => long ?? ''), '--help']
    this.fail(
      `"${this.#path()}" has no option ${option}${didYouMean(option, names) || '.'} It has ${names.join(', ')}`,
    )
  }

  #requireArguments(words: readonly string[]): void {
    const missing = this.registeredArguments.find((argument, i) => argument.required && i >= words.length)
    if (missing) this.fail(`<${missing.name()}> of "${this.#path()}" is missing`)
    const surplus = words[this.registeredArguments.length]
    if (surplus === undefined) return
    const quotes = this.registeredArguments.length > 0 ? '; put a value of several words in quotes' : ''
    this.fail(`"${surplus}" is one word too many for "${this.#path()}"${quotes}`)
  }

  #path(): string {
    return this.parent instanceof StrictParser ? `${this.parent.#path()} ${this.name()}` : this.name()
  }
}
