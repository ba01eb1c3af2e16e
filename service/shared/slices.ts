/** Yields the items in slices of at most `size`, in their order. Without items, there is no slice. */
export function* slices<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
