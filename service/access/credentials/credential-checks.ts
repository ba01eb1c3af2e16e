/**
 * Verification of credentials; all checks use this module. A caller that repeatedly sends invalid
 * credentials is refused before anything is hashed or looked up (`credential-throttle.ts`).
 * Credentials that were verified recently, or issued by this process, are always checked.
 */
import { boundedLog, logLinesPerMinute } from '#service/shared/bounded-log.ts'
import type { Log } from '#service/shared/log.ts'
import type { Metrics } from '#service/shared/metrics.ts'
import { addressBlock, outerBlock } from '#service/access/address.ts'
import { createVerifiedCredentials } from './verified-credentials.ts'
import type { RequestSender } from './request-credentials.ts'
import { createCredentialThrottle } from '#service/access/limits/credential-throttle.ts'
import type { CredentialThrottleParts } from '#service/access/limits/credential-throttle.ts'

/** The endpoint or door at which a credential is presented. */
export type CredentialEndpoint = 'gateway' | 'legacy' | 'widget' | 'auth' | 'token' | 'legacyToken' | 'feed'

export type Credential = {
  readonly endpoint: CredentialEndpoint
  /** The text in the request. Only its hash is stored; it is never logged. */
  readonly value: string
  /** The public id of the claimed holder, if the credential has a well-formed one. */
  readonly publicId: string | null
  /** Whether its format is valid; otherwise it is not looked up. */
  readonly isWellFormed: boolean
  /** The client whose secret is sent. Wrong secrets also count for the client, from any address. */
  readonly client?: string
}

export type CredentialChecks = {
  /**
   * Checks a credential. Returns the result of `lookUp`; undefined if the credential is invalid.
   *
   * @throws Problem `rate-limited`, without a check, after too many invalid credentials of the
   * address or for the client
   */
  check<Result>(
    credential: Credential,
    sender: RequestSender,
    lookUp: () => Promise<Result | undefined>,
  ): Promise<Result | undefined>
  /**
   * Whether a credential was valid recently. If so, it may be checked without counting, but must
   * still be checked.
   */
  wasVerified(value: string): boolean
  /** Registers a credential that was just issued as valid. */
  addIssued(value: string): void
}

export type CredentialCheckParts = CredentialThrottleParts & {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count'>
}

export function createCredentialChecks(parts: CredentialCheckParts): CredentialChecks {
  const { elapsed, metrics } = parts
  const verifiedCredentials = createVerifiedCredentials()
  const throttle = createCredentialThrottle(parts)
  const logWellFormed = boundedLog(parts.log, elapsed, logLinesPerMinute.wellFormedCredentialRefused)
  const logMalformed = boundedLog(parts.log, elapsed, logLinesPerMinute.malformedCredentialRefused)

  const report = (
    { endpoint, publicId, isWellFormed }: Credential,
    sender: RequestSender,
    reason: string,
  ) => {
    metrics.count('service_credentials_refused_total', { door: endpoint })
    const { requestId, traceId, origin, address } = sender
    const log = isWellFormed ? logWellFormed : logMalformed
    log('warn', 'credential-refused', {
      door: endpoint,
      key: publicId,
      reason,
      ...(requestId !== null && { requestId }),
      ...(traceId != null && { traceId }),
      ...(origin !== null && { origin: origin.slice(0, 100) }),
      ...(address !== undefined && { address }),
    })
  }
  const throttleDecision = (
    { endpoint, value, publicId, client, isWellFormed }: Credential,
    sender: RequestSender,
  ) =>
    throttle({
      block: addressBlock(sender.address),
      outerBlock: outerBlock(sender.address),
      name: `${endpoint} ${publicId ?? verifiedCredentials.fingerprintOf(value)}`,
      client,
      isWellFormed,
    })

  return {
    wasVerified: (value) => verifiedCredentials.has(value),
    addIssued: (value) => verifiedCredentials.add(value),
    async check(credential, sender, lookUp) {
      const { value, isWellFormed } = credential
      const decision = verifiedCredentials.has(value) ? undefined : throttleDecision(credential, sender)
      if (decision?.refusal) {
        report(credential, sender, 'too many')
        throw decision.refusal
      }
      const result = isWellFormed ? await lookUp() : undefined
      if (result !== undefined) {
        if (decision) verifiedCredentials.add(value)
        return result
      }
      report(credential, sender, isWellFormed ? 'not valid' : 'malformed')
      if (decision) await decision.countFailure()
      // A credential that was valid recently, and has ended or expired, is not counted the first time.
      else verifiedCredentials.delete(value)
      return undefined
    },
  }
}
