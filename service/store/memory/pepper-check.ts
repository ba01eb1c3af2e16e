/** The pepper's check value in memory. */
import type { PepperCheck } from '../pepper-check.ts'

export function memoryPepperCheck(): PepperCheck {
  let kept: string | undefined
  return {
    async read() {
      return kept
    },
    async keep(value) {
      kept ??= value
    },
  }
}
