/** Waiting for what a user would see, and saying what stands there instead where it does not come. */
import type { FrameLocator, Locator } from '@playwright/test'

/** The widget's document: its frame, or the page itself where an app shows the widget alone. */
export type WidgetPlace = Pick<FrameLocator, 'locator' | 'getByRole' | 'getByText' | 'getByLabel'>

/** What the parts of a widget have from it. */
export type Surroundings = {
  readonly frame: WidgetPlace
  /** Milliseconds that a step waits. */
  readonly timeout: number
  /** Waits for an element of the widget; where it does not come, the error says what stands there. */
  wait: (wanted: Locator, what: string, state?: 'attached' | 'visible') => Promise<void>
}

/** Milliseconds a step waits where nothing else is said: an answer of `TEST.SLOW`, three times over. */
export const patience = 15_000

/**
 * Waits for the first element that a locator finds.
 *
 * @param what a sentence's end: `the panel why to show AAPL`
 * @param described says what stands there instead
 */
export async function waitFor(
  wanted: Locator,
  what: string,
  timeout: number,
  described: () => Promise<string>,
  state: 'attached' | 'visible' = 'attached',
): Promise<void> {
  try {
    await wanted.first().waitFor({ state, timeout })
  } catch (cause) {
    throw new Error(`Waited ${timeout} ms for ${what}. There is: ${await described()}`, { cause })
  }
}
