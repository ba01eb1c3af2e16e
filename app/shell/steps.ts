import { startTransition, useEffect, useState } from 'react'

/**
 * Counts from 0 to `count` once `isStarted`, one step per task. This splits a large first
 * rendering, so that clicks are handled in between.
 */
export function useSteps(isStarted: boolean, count: number): number {
  const [step, setStep] = useState(0)
  useEffect(() => {
    if (!isStarted || step >= count) return
    const timer = setTimeout(() => startTransition(() => setStep(step + 1)))
    return () => clearTimeout(timer)
  }, [isStarted, step, count])
  return step
}
