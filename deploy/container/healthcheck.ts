/** Whether the service of this container lives: exit code 0 where /healthz answers 200, by http or by its own TLS. */
import { get as plainGet } from 'node:http'
import { get as secureGet } from 'node:https'

const { PORT = '8080', TLS_CERT } = process.env
// It asks itself: whose certificate that is, is not in doubt.
const options = {
  host: '127.0.0.1',
  port: Number(PORT),
  path: '/healthz',
  timeout: 2500,
  rejectUnauthorized: false,
}

const asked = (TLS_CERT ? secureGet : plainGet)(options, (answer) => {
  answer.resume()
  process.exitCode = answer.statusCode === 200 ? 0 : 1
})
asked.on('timeout', () => asked.destroy())
asked.on('error', () => {
  process.exitCode = 1
})
