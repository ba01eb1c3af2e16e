/** Waits for what a user would see, and reports what is shown instead on a timeout. */
import type { FrameLocator, Locator } from '@playwright/test'

/** The widget's document: its frame, or the page itself in an app's web view. */
export type WidgetPlace = Pick<FrameLocator, 'locator' | 'getByRole' | 'getByText' | 'getByLabel'>

/** Context that the parts of a widget share. */
export type WidgetContext = {
  readonly frame: WidgetPlace
  /** Timeout of a step, milliseconds. */
  readonly timeout: number
  /** Waits for an element of the widget; on a timeout, the error says what is shown instead. */
  wait: (locator: Locator, what: string, state?: 'attached' | 'visible') => Promise<void>
}

/** Default timeout of a step, milliseconds: three times a response of `TEST.SLOW`. */
export const defaultTimeoutMs = 15_000

/**
 * Waits for the first element that a locator finds.
 *
 * @param expectation the end of a sentence: `the panel why to show AAPL`
 * @param describeState returns what is shown instead
 */
export async function waitFor(
  locator: Locator,
  expectation: string,
  timeout: number,
  describeState: () => Promise<string>,
  state: 'attached' | 'visible' = 'attached',
): Promise<void> {
  try {
    await locator.first().waitFor({ state, timeout })
  } catch (cause) {
    throw new Error(`Waited ${timeout} ms for ${expectation}. There is: ${await describeState()}`, { cause })
  }
}
