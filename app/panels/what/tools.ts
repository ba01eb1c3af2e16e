/** What one does with the list once it is there: filter, sort, move by keys. One file: each part is small. */
export { filterAndSort, nextSort } from './filter-and-sort.ts'
export { press } from './grid-keys.ts'
export { ListName, ListSwitch } from './list-switch.tsx'
export { Toolbar } from './toolbar.tsx'
