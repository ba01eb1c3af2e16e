/** Licensed data of the demo account, on the operator's own machine and at an address that others reach. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { admin } from '../kit/admin.ts'
import { lookUp } from '../kit/calls.ts'
import { startMassive } from '../kit/massive.ts'
import { startProcess } from '../kit/process.ts'
import type { ServiceProcess, Variables } from '../kit/process.ts'

let variables: Variables
let cleanups: (() => Promise<unknown>)[]
beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-data-'))
  const massive = await startMassive()
  variables = { ...massive.variables, DATA_DIR: dataDir }
  cleanups = [() => rm(dataDir, { recursive: true, force: true }), () => massive.standIn.close()]
})
afterEach(async () => {
  for (const cleanUp of cleanups.toReversed()) await cleanUp()
})

async function start(host: string): Promise<ServiceProcess> {
  variables = { ...variables, HOST: host }
  const node = await startProcess(variables)
  cleanups.push(node.kill)
  return node
}
/** Status of a chain for the demo's subscription key, and whether all prices are shown. */
async function chainFor({ url }: ServiceProcess) {
  const { subscriptionKey: key } = await admin<{ subscriptionKey: string }>(variables, 'demo', 'credentials')
  const response = await lookUp(url, '/api/v1/platform/how/chain/AAPL', { key })
  return { status: response.status, isComplete: !(await response.text()).includes('not-licensed') }
}
const setData = (entitlement: string) => admin(variables, 'partner', 'set', 'p_demo', '--data', entitlement)
const listedData = async () => {
  const partners = await admin<{ id: string; data: string }[]>(variables, 'partner', 'list')
  return partners.find(({ id }) => id === 'p_demo')?.data
}

test('the demo shows all data at a loopback address, unless the operator has set its class', async () => {
  const node = await start('127.0.0.1')
  expect(await chainFor(node)).toEqual({ status: 200, isComplete: true })
  expect(await listedData()).toBe('real-time')
  await setData('end-of-day')
  expect(await chainFor(node)).toEqual({ status: 200, isComplete: false })
  await setData('none')
  expect(await chainFor(node)).toEqual({ status: 403, isComplete: false })
  expect(await listedData()).toBe('none')
})

test('the demo shows no data at another address, until the operator has set its class', async () => {
  const node = await start('0.0.0.0')
  expect(await chainFor(node)).toEqual({ status: 403, isComplete: false })
  expect(await listedData()).toBe('none')
  await setData('delayed')
  expect(await chainFor(node)).toEqual({ status: 200, isComplete: true })
})

test('data that the demo shows at a loopback address is not shown after a move to another one', async () => {
  const local = await start('127.0.0.1')
  expect((await chainFor(local)).status).toBe(200)
  expect(await local.stop()).toBe(0)
  expect((await chainFor(await start('0.0.0.0'))).status).toBe(403)
})
