/** Tests the sample configuration of HAProxy with the running service. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startServiceSite } from '#e2e/service/kit/site.ts'
import { makeAuthority } from '#service/server/http/certificates.fixture.ts'
import { freePort, requirementText, findTool } from '../tools.fixture.ts'

const haproxy = findTool('haproxy')
const isAvailable = haproxy !== undefined && findTool('openssl') !== undefined

describe.skipIf(!isAvailable)(
  `the HAProxy sample in front of the service (${requirementText('haproxy', 'openssl')})`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'haproxy-service-'))
    const cleanups: (() => unknown)[] = [() => rmSync(folder, { recursive: true })]
    const authority = isAvailable ? makeAuthority(folder) : undefined
    let port: number

    /** Status of a GET through the proxy. */
    const get = (path: string) =>
      new Promise<number>((resolve, reject) => {
        const options = {
          host: '127.0.0.1',
          servername: 'localhost',
          port,
          path,
          ca: authority!.pem,
          agent: false,
        }
        request({ ...options, headers: { host: 'api.example.com' } }, (response) => {
          response.resume()
          resolve(response.statusCode!)
        })
          .on('error', reject)
          .end()
      })
    /** Status of each node on HAProxy's statistics page, for example `{ 'node-1': 'UP' }`. */
    const nodeStates = async () => {
      const csv = await (await fetch(`http://127.0.0.1:${statisticsPort}/;csv`)).text()
      const rows = csv.split('\n').map((line) => line.split(','))
      const statusColumn = rows[0]!.indexOf('status')
      return Object.fromEntries(
        rows
          .filter(([proxy, name]) => proxy === 'nodes' && name?.startsWith('node-'))
          .map((row) => [row[1], row[statusColumn]]),
      )
    }
    let statisticsPort: number

    beforeAll(async () => {
      const site = await startServiceSite('embedded')
      cleanups.push(site.close)
      const { certificate, key } = authority!.issue('localhost')
      writeFileSync(join(folder, 'site.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
      port = await freePort()
      statisticsPort = await freePort()
      const [node] = site.nodes()
      const sample = readFileSync(new URL('haproxy.cfg', import.meta.url), 'utf8')
      const substitutions = {
        'bind :443 ssl crt /etc/haproxy/certs/': `bind 127.0.0.1:${port} ssl crt ${join(folder, 'site.pem')}`,
        'node-1:8080': `127.0.0.1:${node!.port}`,
        'node-2:8080': `127.0.0.1:${node!.port}`,
        'maxconn 50000': 'maxconn 200',
        '127.0.0.1:8405': `127.0.0.1:${await freePort()}`,
      }
      const configuration = Object.entries(substitutions).reduce((text, [from, to]) => {
        expect(text, `haproxy.cfg does not contain "${from}": adapt the substitutions`).toContain(from)
        return text.replaceAll(from, to)
      }, sample)
      const statisticsFrontend = `\nfrontend statistics\n    bind 127.0.0.1:${statisticsPort}\n    stats enable\n    stats uri /\n`
      writeFileSync(join(folder, 'haproxy.cfg'), configuration + statisticsFrontend)
      const proxy = spawn(haproxy!, ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' })
      const exited = once(proxy, 'exit')
      cleanups.push(() => (proxy.kill('SIGTERM'), exited))
      await vi.waitFor(async () => expect((await nodeStates())['node-1']).not.toBe('no check'), {
        timeout: 20_000,
      })
    })
    afterAll(async () => {
      for (const cleanup of cleanups.toReversed()) await cleanup()
    })

    test('health checks of ready nodes succeed, and requests reach the nodes', async () => {
      // HAProxy removes a node after two failed checks, one second apart. Three seconds cover more than two checks.
      const samples: unknown[] = []
      await vi.waitFor(
        async () => {
          samples.push(await nodeStates())
          expect(samples.length).toBeGreaterThan(6)
        },
        { timeout: 20_000, interval: 500 },
      )
      expect(samples.at(-1)).toEqual({ 'node-1': 'UP', 'node-2': 'UP' })
      expect(await get('/docs/playground/')).toBe(200)
    })

    test('responds with 404 to operational paths', async () => {
      const paths = [
        '/metrics',
        '/readyz',
        '/healthz',
        '/%6Detrics',
        '/./metrics',
        '/x/../readyz',
        '/%72eadyz',
      ]
      for (const path of paths) expect(await get(path), path).toBe(404)
    })
  },
)
