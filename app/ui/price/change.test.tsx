import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formats } from '#app/i18n/format.ts'
import { Change } from './change.tsx'

const format = formats('en')

test.each([
  [0.8, 'change-up', 'arrow-up'],
  [-0.8, 'change-down', 'arrow-down'],
  [0.005, 'change-up', 'arrow-up'],
  [0.0049, 'change-flat', 'arrow-flat'],
  [-0.0049, 'change-flat', 'arrow-flat'],
  [0, 'change-flat', 'arrow-flat'],
  [null, 'change-flat', 'arrow-flat'],
])('a change of %s %% has the arrow of its displayed value', (value, kind, arrow) => {
  const text = format.signedPercent(value === null ? null : value / 100)
  const markup = renderToStaticMarkup(<Change value={value}>{text}</Change>)
  expect(markup).toContain(kind)
  expect(markup).toContain(arrow)
  expect(/[+−]/.test(text)).toBe(kind !== 'change-flat')
})

test('a change of less than half a cent has an arrow if the stock costs less than a dollar', () => {
  const change = (value: number, price: number) =>
    renderToStaticMarkup(
      <Change value={value} minDisplayed={format.minDisplayedChange(price)}>
        {format.change(value, price)}
      </Change>,
    )
  expect(change(0.003, 0.42)).toContain('change-up')
  expect(change(0.003, 0.42)).toContain('+0.0030')
  expect(change(0.003, 42)).toContain('change-flat')
})
