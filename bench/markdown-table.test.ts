import { expect, test } from 'vitest'
import { markdownTable } from './markdown-table.ts'

test('columns are as wide as their widest cell, and numbers are right-aligned', () => {
  const rows = [
    ['a', '1'],
    ['longer', '12,345'],
  ]
  expect(markdownTable(['name', 'n'], rows).split('\n')).toEqual([
    '| name   |      n |',
    '| ------ | -----: |',
    '| a      |      1 |',
    '| longer | 12,345 |',
  ])
})

test('the text columns are left-aligned', () => {
  expect(markdownTable(['name', 'n', 'note'], [['a', '1', 'no']], [0, 2]).split('\n')).toEqual([
    '| name |   n | note |',
    '| ---- | --: | ---- |',
    '| a    |   1 | no   |',
  ])
})
