/**
 * A bare Node HTTP server that sends the recorded responses: the upper bound for a Node server of
 * the same bytes.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RecordedResponse } from './recorded.ts'

const recordedResponses = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as RecordedResponse[]
const responses = new Map(
  recordedResponses.map(({ key, status, headerList, body }) => [
    key,
    { status, headers: headerList as string[], body: Buffer.from(body, 'base64') },
  ]),
)
const server = createServer((request, response) => {
  const { status, headers, body } = responses.get(
    `${request.url} ${request.headers['accept-encoding'] ?? ''}`,
  )!
  response.writeHead(status, headers)
  response.end(body)
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: (user + system) / 1e6 })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
