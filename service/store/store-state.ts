/** State of a database as a check reads it, without changing it. */
export type StoreState = {
  /** Number of migration steps that were applied; 0 for an empty database. */
  readonly appliedSteps: number
  /** Number of migration steps that this version has. */
  readonly knownSteps: number
  /** Check value of the pepper; null if there is none. */
  readonly pepperCheck: string | null
  readonly hasKeys: boolean
}
