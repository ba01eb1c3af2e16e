/**
 * The steps of a database's schema, and the versions that work on it. A release expands the schema and
 * continues to work with the previous release; a later one contracts it (docs/decisions/0094).
 */
import type { SchemaState } from '#service/store/store-state.ts'

export type SchemaStep = {
  readonly sql: string
  /** Whether versions that do not know the step no longer work after it. */
  readonly isContracting: boolean
}

/**
 * A step after which versions that do not know it still work: it adds tables, columns with a default or
 * null, and indexes that refuse no row.
 */
export const expand = (sql: string): SchemaStep => ({ sql, isContracting: false })

/** A step after which only versions that know it work. */
export const contract = (sql: string): SchemaStep => ({ sql, isContracting: true })

/** Number of steps that a version must know after all these steps: up to the last contracting one. */
export const requiredStepsOf = (steps: readonly SchemaStep[]): number =>
  steps.findLastIndex(({ isContracting }) => isContracting) + 1

/** Whether a newer version has migrated the database. */
export const isNewerSchema = ({ appliedSteps, knownSteps }: SchemaState): boolean => appliedSteps > knownSteps

/** @throws Error if this version does not work on the database */
export function assertUsableSchema({ appliedSteps, knownSteps, requiredSteps }: SchemaState): void {
  if (requiredSteps > knownSteps)
    throw new Error(
      `the database is of a newer version (step ${appliedSteps}) than this service (step ${knownSteps}), and works only with versions that know step ${requiredSteps}`,
    )
}

/**
 * For commands that read or fill all tables: a newer version may have added some.
 *
 * @throws Error if a newer version has migrated the database
 */
export function assertNotNewerSchema(state: SchemaState): void {
  if (isNewerSchema(state))
    throw new Error(
      `the database is of a newer version (step ${state.appliedSteps}) than this command (step ${state.knownSteps}): use the command of the newer version`,
    )
}

/**
 * Whether the database lacks steps of this version.
 *
 * @throws Error if this version does not work on the database
 */
export function needsMigration(state: SchemaState): boolean {
  assertUsableSchema(state)
  return state.appliedSteps < state.knownSteps
}
