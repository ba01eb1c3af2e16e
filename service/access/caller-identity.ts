import type { Flow } from '#service/store/sessions.ts'

/**
 * The identified caller of a request, for the log and for the limits of the route. The ids are
 * public.
 */
export type CallerIdentity =
  /** A caller of an endpoint with a limit per address, before its credential is checked. */
  | { readonly kind: 'address'; readonly address: string | undefined }
  /** A subscription key. `perMinute`: the key's own limit; null for the default. */
  | (Account & { readonly kind: 'key'; readonly perMinute: number | null })
  /** A legacy client, identified by its secret or one of its tokens. */
  | (Account & { readonly kind: 'client' })
  /** A partner's server that requests a one-time token. */
  | (Account & { readonly kind: 'one-time-token' })
  /** A widget that requests an access token. */
  | (Account & { readonly kind: 'widget'; readonly flow: Flow })
  /** A widget that opens a session on a page of `origin`. */
  | (Account & { readonly kind: 'opening'; readonly origin: string })
  /** A widget's session. `user`: keyed hash of the user id. */
  | (Account & {
      readonly kind: 'session'
      readonly session: string
      readonly user: string
      readonly flow: Flow
      readonly address: string | undefined
    })

type Account = { readonly account: string; readonly keyId: string }

/** The account and key of a caller, for the log; undefined if only its address is known. */
export const accountOf = (caller: CallerIdentity | undefined): Account | undefined =>
  caller === undefined || caller.kind === 'address' ? undefined : caller
