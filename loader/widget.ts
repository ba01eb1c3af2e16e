/** The result of `load`. */
import type { EventPayloads, EventType, WidgetCommand } from '#contract/bridge/bridge.ts'

export type WidgetInstance = {
  /**
   * Subscribes to a widget event; returns the unsubscribe function. A READY that has already happened is
   * delivered at once.
   */
  on: <E extends EventType>(eventType: E, callback: (payload: EventPayloads[E]) => void) => () => void
  /**
   * Sends a command; until the widget is ready, the last value of each command is stored. A command with an invalid
   * name or payload changes nothing and causes an ERROR with the code BAD_COMMAND; nothing is thrown.
   */
  postMessage: <C extends WidgetCommand>(eventType: C, payload: EventPayloads[C]) => void
  /**
   * Returns the displayed view as a text for a URL, at most 512 characters without data about the user. The option
   * `state` opens it. Until the widget displays data, this is the option `state`, or undefined without it.
   */
  getState: () => string | undefined
  /** Removes the frame and ends the server session. May be called at any time and more than once. */
  destroyWidget: () => void
  /** Names of the events and commands: `widget.EventType.READY`. */
  EventType: typeof EventType
}
