import { startTransition, useEffect, useState } from 'react'

/**
 * Counts from 0 to `count` once `begun`, one step per task: a large first rendering is split into pieces, and
 * clicks are handled in between.
 */
export function useSteps(begun: boolean, count: number): number {
  const [step, setStep] = useState(0)
  useEffect(() => {
    if (!begun || step >= count) return
    const timer = setTimeout(() => startTransition(() => setStep(step + 1)))
    return () => clearTimeout(timer)
  }, [begun, step, count])
  return step
}
