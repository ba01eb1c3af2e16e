/**
 * Why a store cannot be used. The message is for the operator, in words, and goes where he looks (`/readyz`, the log): it
 * names no path, no host and no SQL.
 */
export class StoreFault extends Error {
  override name = 'StoreFault'
}
