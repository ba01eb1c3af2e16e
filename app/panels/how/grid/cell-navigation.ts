/**
 * Returns the index of the cell that a key moves to from the cell `index`, counted row by row;
 * undefined for other keys. The movement does not wrap around. In right-to-left text ArrowLeft
 * moves to the next column.
 *
 * @param size default: the 3 x 3 grid
 */
export function nextCell(
  index: number,
  key: string,
  isRtl: boolean,
  { rows, columns } = { rows: 3, columns: 3 },
): number | undefined {
  const row = Math.floor(index / columns)
  const column = index % columns
  const forwardKey = isRtl ? 'ArrowLeft' : 'ArrowRight'
  const backKey = isRtl ? 'ArrowRight' : 'ArrowLeft'
  if (key === forwardKey) return row * columns + Math.min(columns - 1, column + 1)
  if (key === backKey) return row * columns + Math.max(0, column - 1)
  if (key === 'ArrowDown') return Math.min(rows - 1, row + 1) * columns + column
  if (key === 'ArrowUp') return Math.max(0, row - 1) * columns + column
  if (key === 'Home') return row * columns
  if (key === 'End') return row * columns + columns - 1
  return undefined
}
