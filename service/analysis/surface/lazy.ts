/** Memoizes `compute`, which is called on first use. */
export const lazy = <Value>(compute: () => Value): (() => Value) => {
  let cached: { readonly value: Value } | undefined
  return () => (cached ??= { value: compute() }).value
}
