/** Findings of the check of a data folder, by file and line. */
import { BrokenFile, skippedError } from '#service/markets/recorded/read-text.ts'

export type Finding = {
  /** Relative to the data folder. */
  readonly file: string
  /** Counted from 1; null if the finding is about no line. */
  readonly line: number | null
  readonly problem: string
  /** The symbols that the finding is about, if it is about several. */
  readonly symbols?: readonly string[]
}

export type Findings = {
  readonly errors: readonly Finding[]
  readonly warnings: readonly Finding[]
  warn(finding: Finding): void
  fail(finding: Finding): void
  /** Receives the messages of the readers: a skipped file is an error, any other message a warning. */
  readonly log: (message: string) => void
  /** Returns the result of `read`; if the file is broken, records the error and returns undefined. */
  attempt<Result>(read: () => Result): Result | undefined
}

const messagePattern = /^(.+?):(\d+): (.*)$/s

/** Parses `file:line: problem`. */
function findingOf(message: string): Finding {
  const [, file = '', line = '', problem = message] = messagePattern.exec(message) ?? []
  return { file, line: line === '' ? null : Number(line), problem }
}

export function createFindings(): Findings {
  const errors: Finding[] = []
  const warnings: Finding[] = []
  return {
    errors,
    warnings,
    warn: (finding) => void warnings.push(finding),
    fail: (finding) => void errors.push(finding),
    log(message) {
      const error = skippedError(message)
      if (error === undefined) warnings.push(findingOf(message))
      else errors.push(findingOf(error))
    },
    attempt(read) {
      try {
        return read()
      } catch (error) {
        if (!(error instanceof BrokenFile)) throw error
        errors.push(findingOf(error.message))
        return undefined
      }
    },
  }
}

/** A finding as one line: `file:line: problem`. */
export const findingText = ({ file, line, problem }: Finding): string =>
  `${file}${line === null ? '' : `:${line}`}: ${problem}`

const maxNames = 5

/** `551 symbols: AA, AAL, … and 549 more`. */
export const symbolsText = (symbols: readonly string[]): string => {
  const rest = symbols.length - maxNames
  const names = symbols.slice(0, maxNames).join(', ')
  return `${symbols.length} ${symbols.length === 1 ? 'symbol' : 'symbols'}: ${names}${rest > 0 ? ` and ${rest} more` : ''}`
}
