/** The hubs of a service: one a world, so that nobody is sent the quotes of another market. */
import type { Worlds } from '#service/lookups/environments.ts'
import type { WorldName } from '#service/shared/test-market.ts'
import { createFeedHub } from './quote-hub.ts'
import type { FeedHub, HubParts } from './quote-hub.ts'

/** The hub of a world, made when somebody needs it. */
export type HubOf = (world: WorldName) => FeedHub

export function createHubs(parts: HubParts & { readonly worlds: Worlds }): HubOf {
  const hubs = new Map<WorldName, FeedHub>()
  return (name) => {
    let hub = hubs.get(name)
    if (!hub) hubs.set(name, (hub = createFeedHub(parts, parts.worlds.of(name))))
    return hub
  }
}
