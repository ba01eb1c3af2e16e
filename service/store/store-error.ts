/**
 * The reason why a store cannot be used. The message is for the operator (`/readyz`, the log): it names no path, no host
 * and no SQL.
 */
export class StoreError extends Error {
  override name = 'StoreError'
}
