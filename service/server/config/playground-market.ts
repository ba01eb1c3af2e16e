/** The market that the playground shows. The playground's key is public. */
import type { PlaygroundKeys } from '#service/http/documents/playground.ts'
import type { PlaygroundMarket } from '#service/shared/config.ts'
import type { Log } from '#service/shared/log.ts'
import type { Store } from '#service/store/store.ts'
import { isOnThisMachineOnly } from './demo-data.ts'
import type { Environment } from './environment.ts'

type Choice = Pick<Environment, 'host' | 'trustedProxies' | 'hosts' | 'market' | 'playgroundMarket'>

/** The market of `PLAYGROUND_MARKET`; by default the configured one only if it is simulated and nobody else reaches it. */
export const playgroundMarketOf = (choice: Choice): PlaygroundMarket =>
  choice.playgroundMarket ??
  (choice.market.kind === 'simulated' && isOnThisMachineOnly(choice) ? 'configured' : 'test')

/** Logs whether the published key of the playground reads the configured market; nothing if the key is revoked. */
export async function reportPlayground(
  choice: Choice,
  { apiKey }: PlaygroundKeys,
  { log, keys }: { readonly log: Log; readonly keys: Pick<Store['keys'], 'find'> },
): Promise<void> {
  const key = await keys.find(apiKey)
  if (!key || key.revokedAt !== null) return
  if (playgroundMarketOf(choice) === 'test')
    return log('info', 'playground-limited', { apiKey, market: 'test' })
  const level = isOnThisMachineOnly(choice) ? 'info' : 'warn'
  log(level, 'playground-open', { apiKey, market: choice.market.kind })
}
