/** The contract that a query names, and the response for an unknown one. */
import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { ContractParameter } from '#contract/responses/contract-id.ts'
import { Problem } from '#contract/api/problem.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { createLookups, type Lookups } from './lookups.ts'
import { listedIn, openIn } from './named-contract.ts'
import { readSymbolFacts, type SymbolFacts } from './symbol-facts.ts'

const now = new Date('2026-11-20T20:00:00Z')
const id = 'AAPL261218P00295000'
let lookups: Lookups
let facts: SymbolFacts
beforeAll(async () => {
  const market = simulatedMarket({ seed: 3, clock: () => now })
  const batches = memoryBatches()
  lookups = createLookups({ market, batches, elapsed: () => now.getTime(), log: () => undefined })
  facts = (await readSymbolFacts(market, batches, 'AAPL'))!
})

/** Every look-up that takes a contract. */
const looks: Readonly<Record<string, (symbol: string, contract: string) => unknown>> = {
  income: (symbol, contract) => lookups.income(symbol, { contract }),
  roll: (symbol, contract) => lookups.roll(symbol, { contract }),
  scenario: (symbol, contract) => lookups.scenario(symbol, contract),
}

test.each(Object.keys(looks))('%s has the same response for an unlisted contract', async (name) => {
  const ask = async (symbol: string, contract: string) => {
    try {
      return await looks[name]!(symbol, contract)
    } catch (error) {
      return error
    }
  }
  const notListed = await ask('AAPL', 'AAPL261218P00295500')
  expect(notListed).toBeInstanceOf(Problem)
  expect(notListed).toMatchObject({
    code: 'symbol-unknown',
    extras: { parameter: 'contract', detail: expect.stringMatching(/is not listed on AAPL/) as string },
  })
  expect(await ask('AAPL', 'AAPL260918P00295000')).toMatchObject({
    code: 'symbol-unknown',
    extras: { parameter: 'contract', detail: 'AAPL260918P00295000 expired on 2026-09-18.' },
  })
  expect(await ask('MSFT', id)).toMatchObject({
    code: 'malformed-parameter',
    extras: {
      parameter: 'contract',
      detail: `Expected an option on MSFT: none of those has the root of ${id}.`,
    },
  })
  // The root of an adjusted contract belongs to the symbol; a root with only the same prefix does not.
  expect(await ask('AAPL', 'AAPL1261218P00295000')).toMatchObject({ code: 'symbol-unknown' })
  expect(await ask('AAPL', 'AAPLX261218P00295000')).toMatchObject({ code: 'malformed-parameter' })
  expect(await ask('NOPE', id)).toBeUndefined()
  expect(await ask('AAPL', id)).toMatchObject({ underlying: 'AAPL' })
})

test('without listed options the root of the contract decides', () => {
  const none = { ...facts, chain: undefined }
  expect(() => listedIn(none, id)).toThrow(expect.objectContaining({ code: 'symbol-unknown' }))
  expect(() => listedIn(none, 'MSFT261218P00295000')).toThrow(
    expect.objectContaining({ code: 'malformed-parameter' }),
  )
})

test('a listed contract with another root belongs to the symbol, for example after a merger', () => {
  const { chain } = facts
  const contracts = chain!.contracts.map((each) => ({ ...each, id: each.id.replace(/^AAPL/, 'OLDCO') }))
  const merged = { ...facts, chain: { ...chain!, contracts } }
  expect(listedIn(merged, id.replace('AAPL', 'OLDCO')).contract.strike).toBe(295)
  expect(() => listedIn(merged, 'OLDCO261218P00295500')).toThrow(
    expect.objectContaining({ code: 'symbol-unknown' }),
  )
})

test('a contract that is still listed after its last session has expired', () => {
  const over = { ...facts, dataStatus: { ...facts.dataStatus, asOf: '2026-12-18T21:00:00.000Z' } }
  expect(listedIn(over, id).contract.id).toBe(id)
  expect(() => openIn(over, id)).toThrow(expect.objectContaining({ code: 'symbol-unknown' }))
  expect(openIn(facts, id).contract.id).toBe(id)
})

test.each(['AAPL261218P00295000', 'AAPL  261218P00295000', 'aapl261218p00295000'])('%j is read', (contract) =>
  expect(v.parse(ContractParameter, contract)).toBe(id),
)
test('accepts the longer roots of the test market', () =>
  expect(v.parse(ContractParameter, 'TESTSTALE261218P00295000')).toBe('TESTSTALE261218P00295000'))
test.each([
  '',
  'AAPL',
  'AAPL261218X00295000',
  'AAPL261218P295',
  'AAPL261318P00295000',
  `${' '.repeat(40)}${id}`,
])('%j is no option', (contract) => expect(v.safeParse(ContractParameter, contract).success).toBe(false))
