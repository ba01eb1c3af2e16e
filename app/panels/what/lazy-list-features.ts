/** What one does with the list once it is there: filter, sort, move by keys, see more of it. One file: each part is small. */
export { Beside } from './beside.tsx'
export { filterAndSort, nextSort } from './filter-and-sort.ts'
export { press } from './grid-keys.ts'
export { AnnualizedNote, Later, LaterName } from './deferred-columns.tsx'
export { Lists, OtherList, OtherToolbar } from './lists.tsx'
export { Toolbar } from './toolbar.tsx'
export { WhatElse } from './see-income-button.tsx'
