/**
 * Returns the index of the cell that a key moves to from the cell `index` (0 to 8, row by row);
 * undefined for other keys. The movement does not wrap around. In right-to-left text ArrowLeft
 * moves to the next column.
 */
export function nextCell(index: number, key: string, isRtl: boolean): number | undefined {
  const row = Math.floor(index / 3)
  const column = index % 3
  const forwardKey = isRtl ? 'ArrowLeft' : 'ArrowRight'
  const backKey = isRtl ? 'ArrowRight' : 'ArrowLeft'
  if (key === forwardKey) return row * 3 + Math.min(2, column + 1)
  if (key === backKey) return row * 3 + Math.max(0, column - 1)
  if (key === 'ArrowDown') return Math.min(2, row + 1) * 3 + column
  if (key === 'ArrowUp') return Math.max(0, row - 1) * 3 + column
  if (key === 'Home') return row * 3
  if (key === 'End') return row * 3 + 2
  return undefined
}
