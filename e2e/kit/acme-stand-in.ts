/**
 * Starts the stand-in of the example vendor Acme over HTTP: `npx node e2e/kit/acme-stand-in.ts [port]`. Copy it to try your
 * own source with `npm start`. It prints the variables with which the service would use it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { acmeKey, acmeUrl, createAcmeServer } from '#service/markets/kit/example/acme.fixture.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'

const acme = createAcmeServer(simulatedMarket({ seed: 1 }))
async function respond({ url = '/', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const reply = await acme.fetch(new URL(url, acmeUrl), {
    headers: { Authorization: headers.authorization ?? '' },
  })
  response.writeHead(reply.status, { 'Content-Type': 'application/json' }).end(await reply.text())
}
const server = createServer((request, response) => void respond(request, response))
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(`MARKET=acme ACME_KEY=${acmeKey} ACME_URL=http://127.0.0.1:${port}`)
})
