/** Failures of a market-data vendor, by what the caller can do about them. */

export const vendorErrorKinds = ['denied', 'throttled', 'unavailable', 'malformed', 'not-found'] as const

/**
 * - `denied`: the vendor refuses the credential, or the plan does not include the data. Only the operator can fix it.
 * - `throttled`: the vendor's rate limit is used up, or a call would wait too long for its turn.
 * - `unavailable`: no response, a 5xx, or the circuit is open.
 * - `malformed`: the response cannot be read; the message names the field and what was expected.
 * - `not-found`: the vendor does not know the requested item.
 */
export type VendorErrorKind = (typeof vendorErrorKinds)[number]

export class VendorError extends Error {
  override name = 'VendorError'
  readonly kind: VendorErrorKind
  /** Milliseconds after which the vendor accepts calls again; null if it did not say. */
  readonly retryAfterMs: number | null

  constructor(
    kind: VendorErrorKind,
    message: string,
    { retryAfterMs = null, cause }: { retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

/** Resolves to undefined if the vendor does not know what `call` asks for; other errors pass. */
export async function undefinedIfNotFound<Result>(
  call: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof VendorError && error.kind === 'not-found') return undefined
    throw error
  }
}
