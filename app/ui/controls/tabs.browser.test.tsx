import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useState } from 'react'
import { render } from 'vitest-browser-react'
import { Segmented } from './segmented.tsx'
import { Tabs } from './tabs.tsx'

const names = ['one', 'two', 'three'] as const

function Choice({ as, dir }: { as: 'tabs' | 'segmented'; dir: 'ltr' | 'rtl' }) {
  const [value, setValue] = useState<(typeof names)[number]>('one')
  const props = {
    label: 'Which',
    value,
    onChange: setValue,
    choices: names.map((name) => ({ value: name, label: name, controls: 'panel' })),
  }
  return (
    <div dir={dir}>
      {as === 'tabs' ? <Tabs className="tabs" {...props} /> : <Segmented {...props} />}
      <div id="panel">{value}</div>
    </div>
  )
}

const focused = () => document.activeElement?.textContent

test.each([
  ['ltr', '{ArrowRight}', '{ArrowLeft}'],
  ['rtl', '{ArrowLeft}', '{ArrowRight}'],
] as const)('in %s text the arrow keys follow its direction and wrap around', async (dir, forward, back) => {
  await render(<Choice as="tabs" dir={dir} />)
  await page.getByRole('tab', { name: 'one' }).click()
  const focusOrder = []
  for (const key of [forward, forward, forward, back, '{Home}', '{End}', '{ArrowDown}']) {
    await userEvent.keyboard(key)
    focusOrder.push(focused())
  }
  // Up and down scroll the page.
  expect(focusOrder).toEqual(['two', 'three', 'one', 'three', 'one', 'three', 'three'])
  await expect.element(page.getByRole('tab', { selected: true })).toHaveTextContent('three')
})

test('the selected tab is the only tab stop', async () => {
  await render(<Choice as="tabs" dir="ltr" />)
  await page.getByRole('tab', { name: 'two' }).click()
  const stops = page
    .getByRole('tab')
    .elements()
    .filter((tab) => tab.getAttribute('tabindex') === '0')
  expect(stops.map((tab) => tab.textContent)).toEqual(['two'])
})

test('in a segmented control the up and down keys move as well', async () => {
  await render(<Choice as="segmented" dir="rtl" />)
  await page.getByRole('radio', { name: 'one' }).click()
  const focusOrder = []
  for (const key of ['{ArrowDown}', '{ArrowUp}', '{ArrowUp}', '{ArrowLeft}']) {
    await userEvent.keyboard(key)
    focusOrder.push(focused())
  }
  expect(focusOrder).toEqual(['two', 'one', 'three', 'one'])
  await expect.element(page.getByRole('radio', { name: 'one' })).toBeChecked()
})
