/**
 * Checks the image without Docker: its files are sufficient to start the service, and its variables
 * are known.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { isVariable } from '#service/server/config/variables.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const dockerfile = textOf('Dockerfile')
const folder = mkdtempSync(join(tmpdir(), 'image-'))
afterAll(() => rmSync(folder, { recursive: true }))

const copies = [...dockerfile.matchAll(/^COPY --from=build \/build\/(\S+) (\S+)$/gm)].map(
  ([, from = '', to = '']) => ({ from, to }),
)

test('the files in the image are sufficient to start the service', async () => {
  expect(copies.map(({ to }) => to)).toContain('service')
  for (const { from, to } of copies) {
    mkdirSync(dirname(join(folder, to)), { recursive: true })
    // The service starts without the build, so an empty folder is sufficient.
    if (from === 'dist') mkdirSync(join(folder, to))
    else
      cpSync(join(root, from), join(folder, to), {
        recursive: true,
        filter: (path) => !path.endsWith('.test.ts'),
      })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const variables = { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(folder, 'data') }
  const [, ...args] = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)![1]!) as string[]
  const service = spawn(process.execPath, args, {
    cwd: folder,
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [service.stdout, service.stderr])
    stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const exited = once(service, 'exit')
  await expect.poll(() => output, { timeout: 25_000 }).toMatch(/"event":"started"/)
  service.kill('SIGTERM')
  expect(await exited, output).toEqual([0, null])
})

test('the image and the compose file set only variables that the service knows, and NODE_ENV', () => {
  const imageVariables = [...dockerfile.match(/^ENV (.*)$/m)![1]!.matchAll(/(\w+)=/g)].map(
    ([, name = '']) => name,
  )
  const composeVariables = [
    ...textOf('compose.yaml')
      .match(/environment: &variables\n([\s\S]*?)\n {2}secrets:/)![1]!
      .matchAll(/^ {4}([A-Z_]+):/gm),
  ].map(([, name = '']) => name)
  expect(composeVariables.toSorted()).toEqual([
    'DATABASE_URL',
    'MARKET',
    'PEPPER_FILE',
    'REDIS_URL',
    'TRUSTED_PROXIES',
  ])
  expect([...imageVariables, ...composeVariables].filter((name) => !isVariable(name))).toEqual(['NODE_ENV'])
})

test('statement 32: the image contains no secrets', () => {
  const ignoredPatterns = textOf('Dockerfile.dockerignore').split('\n')
  for (const pattern of ['.data', '.git', '**/*.pem', '**/*.key', '**/.env'])
    expect(ignoredPatterns).toContain(pattern)
  expect(dockerfile).not.toMatch(/pepper|password|secret|token/i)
  expect(dockerfile).toMatch(/^USER node$/m)
})

describe('the health check', () => {
  const script = join(root, /HEALTHCHECK[^\n]*"([^"]+\.ts)"/.exec(dockerfile)![1]!)
  const runHealthCheck = (port: number) =>
    new Promise<number | null>((resolve) => {
      spawn(process.execPath, [script], { env: { PORT: String(port) } }).on('exit', resolve)
    })

  test.each([
    [200, 0],
    [503, 1],
  ])('if /healthz responds with %i, exits with %i', async (status, code) => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/healthz' ? status : 404
      response.end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    expect(await runHealthCheck((server.address() as AddressInfo).port)).toBe(code)
    server.close()
  })

  test('exits with 1 if nothing listens', () => {
    const { status } = spawnSync(process.execPath, [script], { env: { PORT: '1' } })
    expect(status).toBe(1)
  })
})
