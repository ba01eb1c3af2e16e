import { expect, test } from 'vitest'
import { readAccentColor } from './accent-color.ts'

test.each<[unknown, string, string]>([
  ['#0b5fb3', '#0b5fb3', '#0b5fb3'],
  ['rgb(11, 95, 179)', 'rgb(11, 95, 179)', 'rgb(11, 95, 179)'],
  ['light-dark(#0b5fb3, #7ab8ff)', '#0b5fb3', '#7ab8ff'],
  [' Light-Dark( rgb(1, 2, 3),oklch(60% 0.2 29) ) ', 'rgb(1, 2, 3)', 'oklch(60% 0.2 29)'],
  ['light-dark(color-mix(in srgb, rgb(1, 2, 3), red), red)', 'color-mix(in srgb, rgb(1, 2, 3), red)', 'red'],
  [{ light: '#0b5fb3', dark: '#7ab8ff' }, '#0b5fb3', '#7ab8ff'],
])('%o is the accent %s in light and %s in dark themes', (value, light, dark) => {
  expect(readAccentColor(value)).toEqual({ light, dark })
})

test.each([
  undefined,
  null,
  7,
  true,
  '',
  ' ',
  [],
  ['#000', '#fff'],
  {},
  { light: '#000' },
  { dark: '#000' },
  { light: '#000', dark: 7 },
  { light: '#000', dark: '#fff', auto: '#777' },
  'light-dark(#000)',
  'light-dark(#000,)',
  'light-dark(#000, #fff, #777)',
  'light-dark(rgb(0, 0, 0))',
  { light: 'light-dark(#000, #fff)', dark: '#fff' },
])('%o is refused', (value) => {
  expect(readAccentColor(value)).toBeUndefined()
})
