/** Check value that identifies the pepper of the secrets in a store and reveals nothing else about it. */
export interface PepperCheck {
  /** Undefined if none is stored: the store is new, or of an earlier version. */
  read(): Promise<string | undefined>
  /** Stores the value unless one is stored; of concurrent calls, the first one wins. */
  keep(value: string): Promise<void>
}
