/** The pepper's check value in memory. */
import type { PepperCheck } from '../pepper-check.ts'

export function memoryPepperCheck(): PepperCheck {
  let stored: string | undefined
  return {
    async read() {
      return stored
    },
    async keep(value) {
      stored ??= value
    },
  }
}
