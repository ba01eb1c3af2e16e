import { startTransition, useEffect, useState } from 'react'

/**
 * Counts from 0 to `count` once `begun`, one step a task: what is shown step by step is rendered, laid out and painted piece
 * by piece, and a click in between is heard.
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
