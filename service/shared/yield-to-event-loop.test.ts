import { expect, test } from 'vitest'
import { createEventLoopYield } from './yield-to-event-loop.ts'

/** A clock that work advances, and an event loop whose turns the test controls. */
function loop() {
  let now = 0
  const turns: (() => void)[] = []
  const pace = createEventLoopYield({
    elapsed: () => now,
    nextTurn: () => new Promise<void>((resolve) => turns.push(resolve)),
    stretchMs: 1,
  })
  // Other work has run since.
  now = 100
  const done: string[] = []
  const work = async (name: string, steps: number, stepMs: number) => {
    for (let step = 1; step <= steps; step++) {
      await pace()
      now += stepMs
      done.push(name + step)
    }
  }
  /** Runs one turn of the event loop and returns the work done in it. */
  const turn = async (): Promise<string[]> => {
    expect(turns.length, 'nobody waits for more than one turn at a time').toBeLessThanOrEqual(1)
    turns.shift()?.()
    // Everything that needs no further turn has run by now.
    await new Promise((resolve) => setTimeout(resolve, 0))
    return done.splice(0)
  }
  return { work, turn }
}

test('runs short work in one slice, after pending work', async () => {
  const { work, turn } = loop()
  const all = work('a', 4, 0.2)
  expect(await turn()).toEqual(['a1', 'a2', 'a3', 'a4'])
  await all
})

test('a slice ends with the step in which it exceeds its length', async () => {
  const { work, turn } = loop()
  const all = work('a', 6, 0.5)
  expect(await turn()).toEqual(['a1', 'a2'])
  expect(await turn()).toEqual(['a3', 'a4'])
  expect(await turn()).toEqual(['a5', 'a6'])
  await all
})

test('each event-loop turn has one slice, round-robin over all computations', async () => {
  const { work, turn } = loop()
  const all = [work('a', 3, 2), work('b', 3, 2), work('c', 1, 2)]
  const turns = []
  for (let at = 0; at < 7; at++) turns.push(await turn())
  expect(turns).toEqual([['a1'], ['b1'], ['c1'], ['a2'], ['b2'], ['a3'], ['b3']])
  await Promise.all(all)
})
