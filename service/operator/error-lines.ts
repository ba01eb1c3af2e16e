/** Errors of commands as text. */
import { OperatorError } from '#service/access/operator/operator-error.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import { storeFailureOf } from '#service/store/sqlite/sqlite-errors.ts'
import { StoreError } from '#service/store/store-error.ts'
import { UsageError } from './command.ts'

/** Returns the message of an expected error in one line, and the stack of any other error. */
export function linesOfError(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [String(error)]
  const isExpected =
    error instanceof UsageError || error instanceof OperatorError || error instanceof EnvironmentError
  if (isExpected) return [error.message]
  const failure = failureOf(error)
  return failure === undefined ? (error.stack ?? error.message).split('\n') : [failure]
}

/** What failed outside the program: the store, a file or the network. Undefined for a defect. */
function failureOf(error: Error): string | undefined {
  const storeFailure =
    error instanceof StoreError || isPostgresError(error) ? error.message : storeFailureOf(error)
  if (storeFailure !== undefined) return `The store failed: ${storeFailure}.`
  const { syscall, message } = error as NodeJS.ErrnoException
  return syscall === undefined ? undefined : `The operating system refused a call: ${message}.`
}

/** Whether a Postgres server reported the error: such an error has a severity and an SQLSTATE of five characters. */
const isPostgresError = (error: Error): boolean =>
  'severity' in error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code))
