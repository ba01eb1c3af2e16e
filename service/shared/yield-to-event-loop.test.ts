import { expect, test } from 'vitest'
import { createEventLoopYield } from './yield-to-event-loop.ts'

/** A clock that work advances, and an event loop whose turns the test controls. */
function createTestLoop() {
  let now = 0
  const pendingTurns: (() => void)[] = []
  const yieldToEventLoop = createEventLoopYield({
    elapsed: () => now,
    nextTurn: () => new Promise<void>((resolve) => pendingTurns.push(resolve)),
    sliceMs: 1,
  })
  // Ends the first slice, so that the first step of the work yields.
  now = 100
  const completedSteps: string[] = []
  const work = async (name: string, steps: number, stepMs: number, caller?: string) => {
    for (let step = 1; step <= steps; step++) {
      await yieldToEventLoop(caller)
      now += stepMs
      completedSteps.push(name + step)
    }
  }
  /** Runs one turn of the event loop and returns the work done in it. */
  const runTurn = async (): Promise<string[]> => {
    expect(pendingTurns.length, 'at most one turn is awaited at a time').toBeLessThanOrEqual(1)
    pendingTurns.shift()?.()
    // When this timer fires, all work that needs no further turn is done.
    await new Promise((resolve) => setTimeout(resolve, 0))
    return completedSteps.splice(0)
  }
  return { work, runTurn }
}

test('runs short work in one slice, in the next event-loop turn', async () => {
  const { work, runTurn } = createTestLoop()
  const run = work('a', 4, 0.2)
  expect(await runTurn()).toEqual(['a1', 'a2', 'a3', 'a4'])
  await run
})

test('a slice ends with the step in which it exceeds its length', async () => {
  const { work, runTurn } = createTestLoop()
  const run = work('a', 6, 0.5)
  expect(await runTurn()).toEqual(['a1', 'a2'])
  expect(await runTurn()).toEqual(['a3', 'a4'])
  expect(await runTurn()).toEqual(['a5', 'a6'])
  await run
})

test('each event-loop turn has one slice, round-robin over all computations', async () => {
  const { work, runTurn } = createTestLoop()
  const runs = [work('a', 3, 2), work('b', 3, 2), work('c', 1, 2)]
  const stepsByTurn = []
  for (let index = 0; index < 7; index++) stepsByTurn.push(await runTurn())
  expect(stepsByTurn).toEqual([['a1'], ['b1'], ['c1'], ['a2'], ['b2'], ['a3'], ['b3']])
  await Promise.all(runs)
})

test('a caller with many computations gets no more slices than one with a single computation', async () => {
  const { work, runTurn } = createTestLoop()
  const runs = [...['a', 'b', 'c'].map((name) => work(name, 2, 2, 'greedy')), work('m', 2, 2, 'modest')]
  const stepsByTurn = []
  for (let index = 0; index < 8; index++) stepsByTurn.push(await runTurn())
  expect(stepsByTurn).toEqual([['a1'], ['m1'], ['b1'], ['m2'], ['c1'], ['a2'], ['b2'], ['c2']])
  await Promise.all(runs)
})
