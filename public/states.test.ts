import { expect, test } from 'vitest'
import { scenarioNames } from '#mocks/scenarios.ts'
import { readHash, writeHash } from './options.js'
import { states } from './states.js'

test('the demo lists every scenario of the workbench, once', () => {
  expect(states.map(({ scenario }) => scenario).toSorted()).toEqual([...scenarioNames].toSorted())
})

test('every link of the list has valid settings', () => {
  const links = states.flatMap(({ settings, test }) => [settings ?? [], test ?? []].flat())
  expect(links.length).toBeGreaterThan(0)
  for (const link of links) expect(writeHash(readHash(`#${link}`))).toBe(link)
})
