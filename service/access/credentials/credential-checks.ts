/**
 * Credential verification; every check goes through here. A caller that repeatedly presents bad credentials
 * is refused before anything is hashed or looked up (`credential-throttle.ts` decides). Credentials that were
 * verified recently, or issued by this process, are always checked.
 */
import { boundedLog } from '#service/shared/bounded-log.ts'
import { logLinesPerMinute } from '#service/shared/limits.ts'
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import { addressBlock } from '#service/access/address.ts'
import { createVerifiedCredentials } from './known-credentials.ts'
import type { Requester } from './request-credentials.ts'
import { createCredentialThrottle } from '#service/access/limits/credential-throttle.ts'
import type { CredentialThrottleParts } from '#service/access/limits/credential-throttle.ts'

/** The endpoint or door at which a credential is presented. */
export type CheckedAt = 'gateway' | 'legacy' | 'widget' | 'auth' | 'token' | 'legacyToken' | 'feed'

export type Credential = {
  readonly at: CheckedAt
  /** The presented text. Only its hash is kept; it is never logged. */
  readonly shown: string
  /** The public id of the claimed holder, if the credential has a well-formed one. */
  readonly publicId: string | null
  /** Whether its format is valid; otherwise it is not looked up. */
  readonly isWellFormed: boolean
  /** The client whose secret is claimed: wrong secrets also count for the client, from any address. */
  readonly client?: string
}

export type CredentialChecks = {
  /**
   * Returns the result of `look`; undefined if the credential is invalid.
   *
   * @throws Problem `rate-limited`, without a check, after too many invalid ones of the address or for the client
   */
  checked<Found>(
    credential: Credential,
    from: Requester,
    look: () => Promise<Found | undefined>,
  ): Promise<Found | undefined>
  /** Whether a credential was valid recently: it may then be checked without counting. It is not thereby accepted. */
  wasGood(shown: string): boolean
  /** Registers a credential that was just issued as valid. */
  given(shown: string): void
}

export type CredentialCheckParts = CredentialThrottleParts & {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count'>
}

export function createCredentialChecks(parts: CredentialCheckParts): CredentialChecks {
  const { elapsed, metrics } = parts
  const known = createVerifiedCredentials()
  const throttle = createCredentialThrottle(parts)
  const tell = boundedLog(parts.log, elapsed, logLinesPerMinute.credentialRefused)

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
      // A credential that was valid recently and has ended or expired does not count as a guess, once.
      else known.delete(shown)
      return undefined
    },
  }
}
