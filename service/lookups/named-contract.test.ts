/** Tests of finding the contract that a query names, and of the response for an unknown one. */
import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { ContractParameter } from '#contract/responses/contract-id.ts'
import { Problem } from '#contract/api/problem.ts'
import { simulatedMarket } from '#service/markets/simulated/simulated.ts'
import { memoryBatches } from '#service/store/memory/batches.ts'
import { createLookups, type Lookups } from './lookups.ts'
import { findListedContract, findOpenContract } from './named-contract.ts'
import { readSymbolFacts, type SymbolFacts } from './symbol-facts.ts'

const now = new Date('2026-11-20T20:00:00Z')
const id = 'AAPL261218P00295000'
let lookups: Lookups
let facts: SymbolFacts
beforeAll(async () => {
  const market = simulatedMarket({ seed: 3, clock: () => now })
  const batches = memoryBatches()
  lookups = createLookups({ market, batches, elapsed: () => now.getTime(), log: () => undefined })
  facts = (await readSymbolFacts({ market, batches }, 'AAPL'))!
})

/** Every look-up that takes a contract. */
const contractLookups: Readonly<Record<string, (symbol: string, contract: string) => unknown>> = {
  income: (symbol, contract) => lookups.income(symbol, { contract }),
  roll: (symbol, contract) => lookups.roll(symbol, { contract }),
  scenario: (symbol, contract) => lookups.scenario(symbol, contract),
}

test.each(Object.keys(contractLookups))(
  '`%s` rejects a contract that is unlisted, expired or of another underlying',
  async (name) => {
    const request = async (symbol: string, contract: string) => {
      try {
        return await contractLookups[name]!(symbol, contract)
      } catch (error) {
        return error
      }
    }
    const notListed = await request('AAPL', 'AAPL261218P00295500')
    expect(notListed).toBeInstanceOf(Problem)
    expect(notListed).toMatchObject({
      code: 'symbol-unknown',
      extras: { parameter: 'contract', detail: expect.stringMatching(/is not listed on AAPL/) as string },
    })
    expect(await request('AAPL', 'AAPL260918P00295000')).toMatchObject({
      code: 'symbol-unknown',
      extras: { parameter: 'contract', detail: 'AAPL260918P00295000 expired on 2026-09-18.' },
    })
    expect(await request('MSFT', id)).toMatchObject({
      code: 'malformed-parameter',
      extras: {
        parameter: 'contract',
        detail: `Expected an option on MSFT, but none of its options has the root of ${id}.`,
      },
    })
    // The root of an adjusted contract belongs to the symbol; a root with only the same prefix does not.
    expect(await request('AAPL', 'AAPL1261218P00295000')).toMatchObject({ code: 'symbol-unknown' })
    expect(await request('AAPL', 'AAPLX261218P00295000')).toMatchObject({ code: 'malformed-parameter' })
    expect(await request('NOPE', id)).toBeUndefined()
    expect(await request('AAPL', id)).toMatchObject({ underlying: 'AAPL' })
  },
)

test('for a symbol without listed options, the root decides whether a contract belongs to it', () => {
  const withoutOptions = { ...facts, chain: undefined }
  expect(() => findListedContract(withoutOptions, id)).toThrow(
    expect.objectContaining({ code: 'symbol-unknown' }),
  )
  expect(() => findListedContract(withoutOptions, 'MSFT261218P00295000')).toThrow(
    expect.objectContaining({ code: 'malformed-parameter' }),
  )
})

test('a listed contract with another root belongs to the symbol, for example after a merger', () => {
  const { chain } = facts
  const contracts = chain!.contracts.map((contract) => ({
    ...contract,
    id: contract.id.replace(/^AAPL/, 'OLDCO'),
  }))
  const merged = { ...facts, chain: { ...chain!, contracts } }
  expect(findListedContract(merged, id.replace('AAPL', 'OLDCO')).contract.strike).toBe(295)
  expect(() => findListedContract(merged, 'OLDCO261218P00295500')).toThrow(
    expect.objectContaining({ code: 'symbol-unknown' }),
  )
})

test('`findOpenContract` rejects a contract that is still listed after its last session', () => {
  const expired = { ...facts, dataStatus: { ...facts.dataStatus, asOf: '2026-12-18T21:00:00.000Z' } }
  expect(findListedContract(expired, id).contract.id).toBe(id)
  expect(() => findOpenContract(expired, id)).toThrow(expect.objectContaining({ code: 'symbol-unknown' }))
  expect(findOpenContract(facts, id).contract.id).toBe(id)
})

test.each(['AAPL261218P00295000', 'AAPL  261218P00295000', 'aapl261218p00295000'])('parses %j', (contract) =>
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
])('rejects %j', (contract) => expect(v.safeParse(ContractParameter, contract).success).toBe(false))
