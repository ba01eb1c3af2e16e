/** A partner with keys that read the test market. */
import type { Site } from './site.ts'

export type TestKeys = { partnerId: string; apiKey: string; secretKey: string }

export async function newTestKeys(site: Site): Promise<TestKeys> {
  const made = async (...command: string[]) =>
    JSON.parse(await site.admin(...command, '--json')) as Record<string, string>
  const { id: partnerId = '' } = await made('partner', 'add', 'Quality')
  const { apiKey = '', secretKey = '' } = await made('key', 'issue', partnerId, 'widget', '--test')
  return { partnerId, apiKey, secretKey }
}
