/**
 * Health check of the container: exits with 0 if /healthz responds with 200, and with 1 otherwise.
 * Uses TLS if the service does.
 */
import { get as plainGet } from 'node:http'
import { get as secureGet } from 'node:https'

const { PORT = '8080', TLS_CERT } = process.env
// Does not verify the certificate, because the request stays inside the container.
const options = {
  host: '127.0.0.1',
  port: Number(PORT),
  path: '/healthz',
  timeout: 2500,
  rejectUnauthorized: false,
}

const request = (TLS_CERT ? secureGet : plainGet)(options, (response) => {
  response.resume()
  process.exitCode = response.statusCode === 200 ? 0 : 1
})
request.on('timeout', () => request.destroy())
request.on('error', () => {
  process.exitCode = 1
})
