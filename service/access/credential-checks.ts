/**
 * How credentials are checked: each look is one of these. Whoever shows bad ones again and again is refused before anything
 * is hashed or looked up. Credentials that were good lately, or were given out by this process, are looked at all the same:
 * one bad neighbour behind an office's address shuts out none of its widgets.
 */
import { Problem } from '#contract/problem.ts'
import type { RateState } from '#contract/problem.ts'
import { boundedMap } from '#service/market/bounded-map.ts'
import { boundedLog } from '#service/settings/bounded-log.ts'
import type { Limit, Limits } from '#service/settings/limits.ts'
import type { Log } from '#service/settings/log.ts'
import type { Metrics } from '#service/settings/metrics.ts'
import { addressBlock } from './address.ts'
import { createKnownCredentials } from './known-credentials.ts'
import type { Limiter } from './limiter.ts'
import type { Requester } from './presented.ts'

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
  /** Refused for all who show bad ones for the same id, whatever their address. */
  readonly client?: string
}

export type CredentialChecks = {
  /**
   * What `look` finds behind the credential; undefined where that is nothing.
   *
   * @throws Problem `rate-limited` where the address, or the client, has shown too many bad ones, without looking
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

export type CredentialCheckParts = {
  readonly limiter: Limiter
  readonly limits: Pick<Limits, 'failedAddress' | 'failedClient'>
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count'>
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
}

/** Who is refused, and until when. */
type Refusal = { readonly until: number; readonly rate: RateState | undefined }

const mostRefused = 20_000
const linesPerMinute = 60

export function createCredentialChecks(parts: CredentialCheckParts): CredentialChecks {
  const { limits, elapsed, metrics } = parts
  const known = createKnownCredentials()
  const refused = boundedMap<string, Refusal>(mostRefused)
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
  const assertNotRefused = (who: readonly Counted[]) => {
    for (const { limit, name } of who) {
      const { until, rate } = refused.get(`${limit.name} ${name}`) ?? { until: 0, rate: undefined }
      const seconds = Math.ceil((until - elapsed()) / 1000)
      if (seconds > 0)
        throw new Problem(
          'rate-limited',
          { detail: `Too many credentials that are not valid. Try again in ${seconds} s.` },
          { retryAfterSeconds: seconds, ...(rate && { rate }) },
        )
    }
  }
  const countFailure = async ({ limit, name }: Counted) => {
    try {
      await parts.limiter.take(limit, name)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'rate-limited') throw error
      const { retryAfterSeconds = 1, rate } = error.facts
      refused.set(`${limit.name} ${name}`, { until: elapsed() + retryAfterSeconds * 1000, rate })
    }
  }

  return {
    wasGood: (shown) => known.has(shown),
    given: (shown) => known.add(shown),
    async checked(credential, from, look) {
      const { shown, client, isWellFormed } = credential
      const wasGood = known.has(shown)
      const who: Counted[] = []
      if (!wasGood) {
        who.push({ limit: limits.failedAddress, name: addressBlock(from.address) })
        if (client !== undefined) who.push({ limit: limits.failedClient, name: client })
        try {
          assertNotRefused(who)
        } catch (error) {
          report(credential, from, 'too many')
          throw error
        }
      }
      const found = isWellFormed ? await look() : undefined
      if (found !== undefined) {
        if (!wasGood) known.add(shown)
        return found
      }
      report(credential, from, isWellFormed ? 'not valid' : 'malformed')
      // What was good lately has ended or expired: that is no guess, once.
      if (wasGood) known.delete(shown)
      else for (const one of who) await countFailure(one)
      return undefined
    },
  }
}

type Counted = { readonly limit: Limit; readonly name: string }
