/** Check value that identifies the pepper of the secrets in a store and reveals nothing else about it. */
export interface PepperCheck {
  /** Undefined if none is stored: the store is new, or of an earlier version. */
  read(): Promise<string | undefined>
  /** Stores the value unless one is stored; a concurrent second caller finds the first one's. */
  keep(value: string): Promise<void>
}
