/** The value of `compute`, which is called when it is first asked for and never again. */
export const lazily = <Value>(compute: () => Value): (() => Value) => {
  let known: { readonly value: Value } | undefined
  return () => (known ??= { value: compute() }).value
}
