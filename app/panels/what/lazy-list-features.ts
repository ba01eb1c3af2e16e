/**
 * Features of the list that are loaded after its first paint: filters, sorting, keyboard. They share one
 * chunk, because each is small.
 */
export { FullIdeasLoader } from './ideas/full-ideas-loader.tsx'
export { filterAndSort, isColumnHidden, nextSort } from './filters/filter-and-sort.ts'
export { handleGridKey } from './grid/grid-keys.ts'
export { replayKeys } from './grid/replay-keys.ts'
export { AnnualizedNote, DeferredCell, DeferredColumnName } from './ideas/deferred-columns.tsx'
export { Lists, OtherList, OtherToolbar } from './lists.tsx'
export { Toolbar } from './toolbar.tsx'
export { EmptyScan, NoMatch, ScanDate } from './scan-notes.tsx'
export { SeeIncomeButton } from './see-income-button.tsx'
export { HiddenPriceCell, IdeasNote } from './hidden-prices-note.tsx'
export { PriceMark } from './price-mark.tsx'
