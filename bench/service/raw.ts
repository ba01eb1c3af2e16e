/** What Node's HTTP server does at its best: the same bytes and fields as ours, found by the request's target and written. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Recorded } from './recorded.ts'

const recorded = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Recorded[]
const answers = new Map(
  recorded.map(({ key, status, fields, body }) => [
    key,
    { status, fields: fields as string[], body: Buffer.from(body, 'base64') },
  ]),
)
const server = createServer((request, response) => {
  const { status, fields, body } = answers.get(`${request.url} ${request.headers['accept-encoding'] ?? ''}`)!
  response.writeHead(status, fields)
  response.end(body)
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: (user + system) / 1e6 })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
