/** Memoises `compute`, which is called on first use. */
export const lazily = <Value>(compute: () => Value): (() => Value) => {
  let known: { readonly value: Value } | undefined
  return () => (known ??= { value: compute() }).value
}
