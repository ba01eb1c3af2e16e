/** REDIS_URL as a cluster. What of it Redis does is loaded only where there is one. */
import type { Log } from '#service/shared/log.ts'
import { EnvironmentError } from '../config/environment.ts'
import type { Environment } from '../config/environment.ts'
import type { Cluster, ClusterParts } from './cluster.ts'

/**
 * Null where this process runs by itself.
 *
 * @throws EnvironmentError where there is nothing that several nodes could share
 */
export async function openCluster(
  { redisUrl, databaseUrl }: Pick<Environment, 'redisUrl' | 'databaseUrl'>,
  log: Log,
  role: ClusterParts['role'] = 'node',
): Promise<Cluster | null> {
  if (redisUrl === null) return null
  if (databaseUrl === null)
    throw new EnvironmentError(
      'REDIS_URL is set, and DATABASE_URL is not: nodes share a Postgres, or there is one node and no Redis.',
    )
  const { joinCluster } = await import('./cluster.ts')
  return joinCluster({ url: redisUrl, log, role })
}
