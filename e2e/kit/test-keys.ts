/** A partner whose keys are test keys, which read the test market. */
import type { Site } from './site.ts'

export type TestKeys = { partnerId: string; apiKey: string; secretKey: string }

export async function createTestKeys(site: Site): Promise<TestKeys> {
  const runAdmin = async (...command: string[]) =>
    JSON.parse(await site.admin(...command, '--json')) as Record<string, string>
  const { id: partnerId = '' } = await runAdmin('partner', 'add', 'Quality')
  const { apiKey = '', secretKey = '' } = await runAdmin('key', 'issue', partnerId, 'widget', '--test')
  return { partnerId, apiKey, secretKey }
}
