/** Puts a scenario's world between this page and the network. */
import { network } from 'virtual:msw'
import { handlersOf } from './handlers.ts'
import type { ScenarioName } from './scenarios.ts'
import { openWorld } from './world.ts'

/** Returns once every request and socket of this page goes to the scenario's world; the result undoes that. */
export async function startMocks(scenario: ScenarioName): Promise<() => Promise<void>> {
  const world = await openWorld(scenario, { origin: location.origin })
  world.onCut(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true })
    dispatchEvent(new Event('offline'))
  })
  network.configure({ handlers: handlersOf(world, location.origin), context: { quiet: true } })
  await network.enable()
  return async () => {
    await network.disable()
    world.stop()
  }
}
