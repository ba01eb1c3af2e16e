/** One quote hub per environment, so that no client receives quotes of another market. */
import type { LookupEnvironments } from '#service/lookups/environments.ts'
import type { CredentialEnvironment } from '#service/shared/environment-names.ts'
import { createQuoteHub } from './quote-hub.ts'
import type { QuoteHub, QuoteHubParts } from './quote-hub.ts'

/** Returns the hub of an environment. Creates it on first use. */
export type HubOf = (environment: CredentialEnvironment) => QuoteHub

export function createQuoteHubs(parts: QuoteHubParts & { readonly environments: LookupEnvironments }): HubOf {
  const hubs = new Map<CredentialEnvironment, QuoteHub>()
  return (name) => {
    let hub = hubs.get(name)
    if (!hub) hubs.set(name, (hub = createQuoteHub(parts, parts.environments.environmentOf(name))))
    return hub
  }
}
