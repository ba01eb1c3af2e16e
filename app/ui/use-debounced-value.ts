import { useEffect, useState } from 'react'

/** Debounce: returns the last value that did not change for `ms` milliseconds; first the initial value. */
export function useDebouncedValue<Value>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    if (value === debounced) return
    const timer = setTimeout(() => setDebounced(value), ms)
    return () => clearTimeout(timer)
  }, [value, debounced, ms])
  return debounced
}
