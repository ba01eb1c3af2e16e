/** Opens the cluster of REDIS_URL. Loads the Redis client only if the variable is set. */
import type { Log } from '#service/shared/log.ts'
import { EnvironmentError } from '#service/shared/environment-error.ts'
import type { Environment } from '#service/server/config/environment.ts'
import type { Cluster, ClusterParts } from './cluster.ts'

/**
 * Returns null if REDIS_URL is not set.
 *
 * @throws EnvironmentError if there is no database that several nodes can share
 */
export async function openCluster(
  { redisUrl, databaseUrl }: Pick<Environment, 'redisUrl' | 'databaseUrl'>,
  log: Log,
  role: ClusterParts['role'] = 'node',
): Promise<Cluster | null> {
  requireSharedDatabase({ redisUrl, databaseUrl })
  if (redisUrl === null) return null
  const { joinCluster } = await import('./cluster.ts')
  return joinCluster({ url: redisUrl, log, role })
}

/** @throws EnvironmentError if several nodes are configured without a database that they can share */
export function requireSharedDatabase({
  redisUrl,
  databaseUrl,
}: Pick<Environment, 'redisUrl' | 'databaseUrl'>): void {
  if (redisUrl === null || databaseUrl !== null) return
  throw new EnvironmentError(
    'REDIS_URL is set, but DATABASE_URL is not. Set DATABASE_URL to a Postgres that all nodes share, or remove REDIS_URL to run one node.',
  )
}
