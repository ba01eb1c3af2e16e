/**
 * A store cannot be used. The message is for the operator (`/readyz`, the log) and contains no
 * path, no host and no SQL.
 */
export class StoreError extends Error {
  override name = 'StoreError'
}
