/** The frame's document before its scripts run. It depends on the parameters of its address. */
import { expect, test } from 'vitest'
import { webResponse } from '#service/http/web.ts'
import { frameDocument } from './frame-document.ts'

const template =
  '<!doctype html><html lang="en"><head><script src="/assets/app.js"></script></head><body><div id="root" hidden></div></body></html>'
const skeletons = {
  'pro en': 'ideas',
  'pro ar': 'أفكار',
  'pro en without-header': 'ideas only',
  'pro en without-header without-what': 'two panels',
  'proStrategies en': "strategies for $& and $' and $1",
}
const hints = () => ''
const htmlOf = (query: string) =>
  webResponse(
    frameDocument(
      { template, skeletons, hints },
      new URL(`https://widget.test/widget${query}`),
      new Headers(),
    ),
  ).text()

test.each([
  ['', 'ideas'],
  ['?type=pro&locale=ar-EG', 'أفكار'],
  ['?showHeader=false', 'ideas only'],
  ['?showHeader=false&showWhatPanel=false', 'two panels'],
  ['?showHeader=true&showWhatPanel=true', 'ideas'],
  // The type has no What panel to hide. `$&` in its skeleton is not a replacement pattern.
  ['?type=proStrategies&showWhatPanel=false', "strategies for $& and $' and $1"],
  // An unknown value counts as absent.
  ['?type=constructor&locale=%3Cb%3E&showHeader=no&showWhatPanel=%22%3E', 'ideas'],
])('%s shows %s', async (query, shown) => {
  expect(await htmlOf(query)).toContain(`<body><div id="root" hidden>${shown}</div></body>`)
})

test('the document stays empty until its scripts run if no skeleton was built', async () => {
  expect(await htmlOf('?locale=de')).toContain('<div id="root" hidden></div>')
})

test.each([
  ['?density=compact', 'compact'],
  ['?density=%22%3E', 'comfortable'],
  ['', 'comfortable'],
])('the document of %s has the density %s', async (query, density) => {
  expect(await htmlOf(query)).toContain(
    `<html lang="en" dir="ltr" data-theme="light" data-density="${density}">`,
  )
})

test('only elements of the build get the nonce, not the skeleton', async () => {
  const shown = { 'pro en': '<script>' }
  const url = new URL('https://widget.test/widget')
  const response = webResponse(frameDocument({ template, skeletons: shown, hints }, url, new Headers()))
  expect(await response.text()).toContain('<div id="root" hidden><script></div>')
})

test('links the script that fills a skeleton’s template, with the nonce', async () => {
  const skeleton = '<template data-script="/assets/contract-1.js">'
  const url = new URL('https://widget.test/widget?type=proStrategies')
  const document = { template, skeletons: { 'proStrategies en': skeleton }, hints }
  const html = await webResponse(frameDocument(document, url, new Headers())).text()
  expect(html).toMatch(
    /<link rel="modulepreload" nonce="[^"]+" crossorigin href="\/assets\/contract-1\.js"><\/head>/,
  )
})
