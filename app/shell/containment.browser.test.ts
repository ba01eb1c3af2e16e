/** Which panels are laid out on their own: those whose height does not depend on their content. */
import '#app/ui/panel.css'
import './shell.css'
import './auto-height.css'
import { afterEach, expect, test } from 'vitest'

afterEach(() => {
  document.body.replaceChildren()
  delete document.documentElement.dataset['autoHeight']
})

/** The names of the panels in a container with these attributes that are laid out on their own. */
function containedPanels(attributes: string): string[] {
  const panels = ['what', 'why', 'how'].map(
    (name) => `<section class="panel panel-${name}"><div class="panel-body" id="${name}"></div></section>`,
  )
  document.body.innerHTML = `<div class="w"><main class="main"><div ${attributes}>${panels.join('')}</div></main></div>`
  return [...document.querySelectorAll('.panel-body')]
    .filter((body) => getComputedStyle(body).contain === 'size layout')
    .map(({ id }) => id)
}

test('all panels side by side and behind tabs', () =>
  expect(containedPanels('class="panels"')).toEqual(['what', 'why', 'how']))

test('not the summary above How, which is as high as its content', () =>
  expect(containedPanels('class="panels panels-strategies"')).toEqual(['what', 'how']))

test('not below an open chain, which covers other panels', () =>
  expect(containedPanels('class="panels" data-chain-open')).toEqual(['what']))

test('only the list in a frame that is as high as its content', () => {
  document.documentElement.dataset['autoHeight'] = ''
  expect(containedPanels('class="panels"')).toEqual(['what'])
  expect(containedPanels('class="panels panels-strategies"')).toEqual(['what'])
})
