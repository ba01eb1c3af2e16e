/** Loads the ideas first: everything else waits until they are painted. */
import { useQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { queries } from '#app/api/queries.ts'

/**
 * True once the ideas are painted, or are not being loaded: then the rest may load. `onIdeas` is called once,
 * right before. False until `running`: no requests are sent before.
 */
export function useIdeasPainted(running: boolean, onIdeas: () => void): boolean {
  const ideas = useQuery({ ...queries.tradeIdeas(), enabled: false, refetchInterval: false })
  const settled = running && (ideas.data !== undefined || ideas.fetchStatus !== 'fetching')
  const [painted, setPainted] = useState(false)
  const settle = useEffectEvent(() => {
    onIdeas()
    // In slices: the user may already be at the list.
    startTransition(() => setPainted(true))
  })
  useEffect(() => {
    if (!settled || painted) return
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => (timer = setTimeout(settle)))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [settled, painted])
  return painted
}
