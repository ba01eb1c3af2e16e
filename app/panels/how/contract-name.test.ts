import { expect, test } from 'vitest'
import { readContractId } from './contract-name.ts'

test('parses expiry, leg and strike from the end of an OSI symbol', () => {
  expect(readContractId('AAPL270115C00242500')).toEqual({
    expiryDate: '2027-01-15',
    leg: 'call',
    strike: 242.5,
  })
  expect(readContractId('BRKB1280121P00000500')).toEqual({
    expiryDate: '2028-01-21',
    leg: 'put',
    strike: 0.5,
  })
})
