/** The columns of the chain that the user has chosen; null = those that fit. */
import { type AppState, defineState } from '#app/state/app-state.ts'
import { readChainColumns, rememberChainColumns } from '#app/state/storage/chain-columns.ts'
import { type ChainColumnName, columnNames } from './columns.ts'

type Chosen = readonly ChainColumnName[] | null

/** Returns the stored choice in the order of the columns. Unknown names are ignored. */
function readChosen(): Chosen {
  const stored = readChainColumns()
  const known = columnNames.filter((name) => stored?.includes(name))
  return known.length > 0 ? known : null
}

/** Undefined until first used: storage is not read before a chain is shown. */
const useChosen = defineState<{ columns: Chosen | undefined }>({ columns: undefined })

const currentColumns = (app: AppState): Chosen => {
  const store = useChosen.of(app)
  const { columns } = store.getState()
  if (columns !== undefined) return columns
  const stored = readChosen()
  store.setState({ columns: stored })
  return stored
}

/** Returns the chosen columns. The first use reads them from storage. */
export function useChosenColumns(app: AppState): Chosen {
  const columns = useChosen((chosen) => chosen.columns)
  return columns === undefined ? currentColumns(app) : columns
}

/** Chooses columns, or with null those that fit, and stores the choice for frames that start later. */
export function chooseColumns(app: AppState, columns: Chosen): void {
  const ordered = columns && columnNames.filter((name) => columns.includes(name))
  useChosen.of(app).setState({ columns: ordered })
  rememberChainColumns(ordered)
}
