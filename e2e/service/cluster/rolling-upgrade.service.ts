/** Two versions serve one site during a rolling upgrade, and the older one can be restarted. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '../kit/calls.ts'
import { builtAssets, makeNewerVersion } from '../kit/newer-version.ts'
import type { NewerVersion } from '../kit/newer-version.ts'
import type { ServiceProcess } from '../kit/process.ts'
import { siteSkipReason, startServiceSite } from '../kit/site.ts'
import type { ServiceSite } from '../kit/site.ts'

const skipReason = siteSkipReason('cluster')
const documents = 20

describe.skipIf(skipReason)(`a rolling upgrade${skipReason ? ` (${skipReason})` : ''}`, () => {
  let site: ServiceSite
  let newer: NewerVersion
  let older: { node: ServiceProcess; assets: readonly string[] }
  let newerNode: ServiceProcess
  beforeAll(async () => {
    newer = await makeNewerVersion()
    await newer.addStep("expand('alter table keys add column colour text')")
    site = await startServiceSite('cluster', { nodes: 1 })
    older = { node: site.nodes()[0]!, assets: await builtAssets() }
    newerNode = await site.addNode({}, newer.folder)
  }, 180_000)
  afterAll(async () => {
    await site?.close()
    await newer?.remove()
  })

  /** The files that the document of a widget names. */
  const documentAssets = async (url: string): Promise<string[]> => {
    const response = await fetch(`${url}/widget`)
    expect(response.status).toBe(200)
    return [...new Set((await response.text()).match(/\/assets\/[\w.-]+/g))]
  }
  /** Status, headers and content of a file, as text that can be compared. */
  const read = async (url: string, path: string, encoding: string) => {
    const response = await fetch(url + path, { headers: { 'Accept-Encoding': encoding } })
    const names = ['content-type', 'content-encoding', 'content-length', 'cache-control', 'etag', 'vary']
    const headers = names.map((name) => `${name}: ${response.headers.get(name)}`)
    return [response.status, ...headers, Buffer.from(await response.arrayBuffer()).toString('base64')].join(
      '\n',
    )
  }
  const failedStatuses = async (url: string, paths: readonly string[]) => {
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(url + path)).status))
    return statuses.filter((status) => status !== 200)
  }

  test('no file of a document is missing at either node', { timeout: 120_000 }, async () => {
    const nodes = [older.node, newerNode]
    const named = await Promise.all(nodes.map(({ url }) => documentAssets(url)))
    expect(named[0]!.length).toBeGreaterThan(3)
    expect(named[0]).not.toEqual(named[1])
    const requested: string[] = []
    for (let index = 0; index < documents; index++) {
      const paths = await documentAssets(nodes[index % 2]!.url)
      expect(await failedStatuses(nodes[(index + 1) % 2]!.url, paths)).toEqual([])
      requested.push(...paths)
    }
    expect(requested.length).toBeGreaterThanOrEqual(3 * documents)
    for (let index = 0; index < documents; index++)
      expect(await failedStatuses(site.url, await documentAssets(site.url))).toEqual([])
  })

  test('both nodes send the same bytes and headers in every encoding', { timeout: 120_000 }, async () => {
    for (const [owner, other, paths] of [
      [older.node, newerNode, older.assets],
      [newerNode, older.node, newer.assets],
    ] as const)
      for (const path of paths)
        for (const encoding of ['br', 'gzip', 'identity'])
          expect(await read(other.url, path, encoding), path).toBe(await read(owner.url, path, encoding))
  })

  test('the older node restarts on the schema of the newer one', { timeout: 120_000 }, async () => {
    await older.node.stop()
    const restarted = await site.addNode()
    const used = restarted.log().filter(({ event }) => event === 'newer-schema-used')
    expect(used).toHaveLength(1)
    const { appliedSteps, knownSteps } = used[0]!
    expect(appliedSteps).toBe(Number(knownSteps) + 1)
    expect(await openSession(restarted.url, site.credentials)).toMatchObject({
      token: expect.any(String) as string,
    })
    expect(await failedStatuses(restarted.url, newer.assets)).toEqual([])
    expect(await site.admin('partner', 'list')).toContainEqual(
      expect.objectContaining({ id: site.partnerId }),
    )
    await restarted.stop()
  })

  test('an open widget finds its later files after the upgrade', async () => {
    expect(site.urls()).toEqual([newerNode.url])
    expect(await failedStatuses(newerNode.url, older.assets)).toEqual([])
    expect(await failedStatuses(newerNode.url, ['/assets/invented-1.js'])).toEqual([404])
  })

  test('the older version refuses a schema that was contracted', { timeout: 120_000 }, async () => {
    await newer.addStep("contract('alter table keys drop column colour')")
    await site.addNode({}, newer.folder)
    await expect(site.addNode()).rejects.toThrow(
      /the database is of a newer version \(step \d+\) than this service \(step \d+\), and works only with versions that know step \d+/,
    )
  })
})
