/**
 * How credentials are checked: each look is one of these. Whoever shows bad ones again and again is refused before anything
 * is hashed or looked up (`throttle.ts` says who). Credentials that were good lately, or were given out by this process, are
 * looked at all the same.
 */
import { boundedLog } from '#service/shared/bounded-log.ts'
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import { addressBlock } from '../address.ts'
import { createKnownCredentials } from './known-credentials.ts'
import type { Requester } from './request-credentials.ts'
import { createThrottle } from '../limits/credential-throttle.ts'
import type { ThrottleParts } from '../limits/credential-throttle.ts'

/** Where a credential is shown. */
export type CheckedAt = 'gateway' | 'legacy' | 'widget' | 'auth' | 'token' | 'legacyToken' | 'feed'

export type Credential = {
  readonly at: CheckedAt
  /** As it is shown. Remembered as a number only, and never logged. */
  readonly shown: string
  /** Whose it claims to be, where it has a public half that is well-formed. */
  readonly publicId: string | null
  /** Whether it looks like one at all; one that does not is not looked up. */
  readonly isWellFormed: boolean
  /** Whose secret it claims to be: wrong ones count for the client as well, from wherever they come. */
  readonly client?: string
}

export type CredentialChecks = {
  /**
   * What `look` finds behind the credential; undefined where that is nothing.
   *
   * @throws Problem `rate-limited`, without looking, where too many bad ones were shown by the address or for the client
   */
  checked<Found>(
    credential: Credential,
    from: Requester,
    look: () => Promise<Found | undefined>,
  ): Promise<Found | undefined>
  /** Whether a credential was good lately: it may be looked at without being counted first. Proves nothing. */
  wasGood(shown: string): boolean
  /** A credential that was just given out is known to be good. */
  given(shown: string): void
}

export type CredentialCheckParts = ThrottleParts & {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count'>
}

const linesPerMinute = 60

export function createCredentialChecks(parts: CredentialCheckParts): CredentialChecks {
  const { elapsed, metrics } = parts
  const known = createKnownCredentials()
  const throttle = createThrottle(parts)
  const tell = boundedLog(parts.log, elapsed, linesPerMinute)

  const report = ({ at, publicId }: Credential, from: Requester, reason: string) => {
    metrics.count('service_credentials_refused_total', { door: at })
    const { requestId, traceId, origin, address } = from
    tell('warn', 'credential-refused', {
      door: at,
      key: publicId,
      reason,
      ...(requestId !== null && { requestId }),
      ...(traceId != null && { traceId }),
      ...(origin !== null && { origin: origin.slice(0, 100) }),
      ...(address !== undefined && { address }),
    })
  }
  const standingOf = ({ at, shown, publicId, client, isWellFormed }: Credential, from: Requester) =>
    throttle({
      block: addressBlock(from.address),
      name: `${at} ${publicId ?? known.numberOf(shown)}`,
      client,
      isWellFormed,
    })

  return {
    wasGood: (shown) => known.has(shown),
    given: (shown) => known.add(shown),
    async checked(credential, from, look) {
      const { shown, isWellFormed } = credential
      const unproven = known.has(shown) ? undefined : standingOf(credential, from)
      if (unproven?.refusal) {
        report(credential, from, 'too many')
        throw unproven.refusal
      }
      const found = isWellFormed ? await look() : undefined
      if (found !== undefined) {
        if (unproven) known.add(shown)
        return found
      }
      report(credential, from, isWellFormed ? 'not valid' : 'malformed')
      if (unproven) await unproven.failed()
      // What was good lately has ended or expired: that is no guess, once.
      else known.delete(shown)
      return undefined
    },
  }
}
