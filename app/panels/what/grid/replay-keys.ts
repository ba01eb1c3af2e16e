import type { early } from '#app/state/early-input.ts'

/** Replays the keys that were pressed on the ideas before the list handled them. */
export function replayKeys(grid: HTMLElement, input: (typeof early)['input']): void {
  const keys = input.flatMap(([event]) => (event.type === 'keydown' ? [event] : []))
  // The list renders synchronously for a key, which an effect must not do.
  queueMicrotask(() => {
    for (const key of keys)
      (grid.querySelector(':focus') ?? grid).dispatchEvent(
        // The constructor reads the key and its modifiers from the event.
        new KeyboardEvent('keydown', key),
      )
  })
}
