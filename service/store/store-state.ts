/** Steps of the schema that a database has, and those that this version knows (`sql/schema-steps.ts`). */
export type SchemaState = {
  /** Number of steps that were applied to the database; 0 for an empty one. */
  readonly appliedSteps: number
  /** Number of steps that this version knows. */
  readonly knownSteps: number
  /** Number of steps that a version must know to work on the database. */
  readonly requiredSteps: number
}

/** State of a database as a check reads it, without changing it. */
export type StoreState = SchemaState & {
  /** Check value of the pepper; null if there is none. */
  readonly pepperCheck: string | null
  readonly hasKeys: boolean
}
