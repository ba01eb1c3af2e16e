/** Delays the other parts of the widget until the ideas are painted. */
import { useQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { queries } from '#app/api/queries.ts'

/**
 * Returns true once the ideas are painted, or if they are not being loaded; the other parts may
 * load then. False while `isRunning` is false, because no requests are sent before. Calls `onIdeas`
 * once, right before it returns true.
 */
export function useIdeasPainted(isRunning: boolean, onIdeas: () => void): boolean {
  const ideas = useQuery({ ...queries.tradeIdeas(), enabled: false, refetchInterval: false })
  const areIdeasSettled = isRunning && (ideas.data !== undefined || ideas.fetchStatus !== 'fetching')
  const [painted, setPainted] = useState(false)
  const settle = useEffectEvent(() => {
    onIdeas()
    // A transition renders in slices, because the user may already interact with the list.
    startTransition(() => setPainted(true))
  })
  useEffect(() => {
    if (!areIdeasSettled || painted) return
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => (timer = setTimeout(settle)))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [areIdeasSettled, painted])
  return painted
}
