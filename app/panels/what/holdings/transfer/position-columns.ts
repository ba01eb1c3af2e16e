/** Columns of the file of positions. docs/positions.md documents them; their names are the same in every language. */
export const positionColumns = {
  symbol: 'Symbol',
  shares: 'Shares',
  costBasis: 'Cost basis ($ per share)',
  right: 'Call or put',
  expiry: 'Expiry (YYYY-MM-DD)',
  strike: 'Strike ($)',
  contracts: 'Contracts (100 shares each)',
  premium: 'Premium received ($ per share)',
  root: 'Option root (if not the symbol)',
} as const
export type PositionColumn = keyof typeof positionColumns

export const columnNames = Object.keys(positionColumns) as PositionColumn[]
/** Columns that a file may leave out. */
export const optionalColumns: ReadonlySet<PositionColumn> = new Set([
  'shares',
  'costBasis',
  'premium',
  'root',
])
/** Columns that describe the option of a line. */
export const optionColumns = ['right', 'expiry', 'strike', 'contracts', 'premium', 'root'] as const
