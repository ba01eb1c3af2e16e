/** What tells whether a pepper is the one that the secrets in a store were hashed with, and tells nothing else of it. */
export interface PepperCheck {
  /** Undefined where none was kept: the store is new, or of a version that kept none. */
  read(): Promise<string | undefined>
  /** Keeps it where there is none; who comes second finds the first one's. */
  keep(value: string): Promise<void>
}
