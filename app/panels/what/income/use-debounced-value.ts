import { useEffect, useState } from 'react'

/** Returns the value after it has not changed for `ms` milliseconds; the initial value at once. */
export function useDebouncedValue<Value>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    if (value === debounced) return
    const timer = setTimeout(() => setDebounced(value), ms)
    return () => clearTimeout(timer)
  }, [value, debounced, ms])
  return debounced
}
