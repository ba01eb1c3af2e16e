/**
 * Returns the cell that a key moves to from cell `index`; undefined for other keys. The grid does not wrap around.
 * With right-to-left text ArrowLeft moves forward.
 */
export function nextCell(index: number, key: string, rightToLeft: boolean): number | undefined {
  const row = Math.floor(index / 3)
  const column = index % 3
  const forward = rightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const back = rightToLeft ? 'ArrowRight' : 'ArrowLeft'
  if (key === forward) return row * 3 + Math.min(2, column + 1)
  if (key === back) return row * 3 + Math.max(0, column - 1)
  if (key === 'ArrowDown') return Math.min(2, row + 1) * 3 + column
  if (key === 'ArrowUp') return Math.max(0, row - 1) * 3 + column
  if (key === 'Home') return row * 3
  if (key === 'End') return row * 3 + 2
  return undefined
}
