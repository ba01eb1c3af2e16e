/**
 * Generates load with wrk (Debian package). Each connection sends its next request when it has
 * received the response.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type Load = {
  readonly port: number
  readonly headers: Readonly<Record<string, string>>
  /**
   * Requested in random order. If a path has `{n}`, they are requested in sequence, each with a
   * unique number for `{n}`.
   */
  readonly paths: readonly string[]
  /** Expected status of all responses. */
  readonly status: number
  readonly seconds: number
}

export type LoadResult = {
  readonly requests: number
  readonly perSecond: number
  /** Latency: median and 99th percentile, milliseconds. */
  readonly p50: number
  readonly p99: number
}

export const connections = 16
const execute = promisify(execFile)

// Serialises each request once, because the generator shares the machine with the server.
const script = `
local requests, isNumbered, number = {}, false, 0
init = function()
  math.randomseed(tonumber(os.getenv('BENCH_SEED')))
  number = tonumber(os.getenv('BENCH_SEED')) * 1000000
  for path in io.lines(os.getenv('BENCH_PATHS')) do
    isNumbered = isNumbered or path:find('{n}', 1, true) ~= nil
    requests[#requests + 1] = wrk.format('GET', path)
  end
end
request = function()
  if not isNumbered then return requests[math.random(#requests)] end
  number = number + 1
  local text = requests[number % #requests + 1]:gsub('{n}', tostring(number))
  return text
end
done = function(summary, latency)
  io.write(string.format('RESULT %d %d %f %f %d %d\\n', summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), summary.errors.status, summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
`
/** Differs between runs, so that the unique numbers do not repeat. */
let seed = 0

/**
 * Loads a server for some seconds.
 *
 * @throws Error if wrk is missing, a request fails, or a response does not have the expected status
 */
export async function runLoad({ port, headers, paths, status, seconds }: Load): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-service-'))
  try {
    const [scriptPath, pathsPath] = [join(folder, 'load.lua'), join(folder, 'paths')]
    writeFileSync(scriptPath, script)
    writeFileSync(pathsPath, paths.join('\n'))
    seed += 1
    const headerArgs = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const url = `http://127.0.0.1:${port}`
    const { stdout } = await execute(
      'wrk',
      ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', scriptPath, ...headerArgs, url],
      { env: { ...process.env, BENCH_PATHS: pathsPath, BENCH_SEED: String(seed) } },
    ).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT'
        ? new Error('wrk is not installed: install the Debian package wrk')
        : error
    })
    return parseResult(stdout, status)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function parseResult(stdout: string, status: number): LoadResult {
  const result = /RESULT (\d+) (\d+) ([\d.]+) ([\d.]+) (\d+) (\d+)/.exec(stdout)
  if (!result) throw new Error(`wrk printed no result: ${stdout}`)
  const [requests, micros, p50, p99, errorCount, failedCount] = result.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (failedCount > 0) throw new Error(`${failedCount} of ${requests} requests failed`)
  // wrk counts statuses from 400 on as errors.
  const unexpectedCount = status >= 400 ? requests - errorCount : errorCount
  if (unexpectedCount > 0)
    throw new Error(`${unexpectedCount} of ${requests} responses did not have the status ${status}`)
  return { requests, perSecond: requests / (micros / 1e6), p50: p50 / 1000, p99: p99 / 1000 }
}
