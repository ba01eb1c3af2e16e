/// <reference types="vite/client" />
/**
 * The whole app in a pseudo-language made from the English texts: accents, brackets, 40 % longer. Text on
 * screen without brackets is hard-coded and cannot be translated; what does not fit here will not fit in
 * Finnish. The data is that of the workbench.
 */
import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { formWithAnnualized } from '#contract/responses/annualized.ts'
import { messages } from '#contract/text/messages.ts'
import { readLocaleFile } from '#app/i18n/locale-files.ts'
import { makeState } from '#app/state/app-state.ts'
import { closeDialog, openDialog } from '#app/state/dialogs.ts'
import { drawIn, faces } from '#app/testing/faces.ts'
import { cutTexts, overflows } from '#app/testing/measure.ts'
import { openWholeApp } from './whole-app.fixture.ts'

type Tree = { readonly [key: string]: string | Tree }
const files = import.meta.glob<Tree>('../app/i18n/locales/en/*.json', { eager: true, import: 'default' })

/** A language in which the app requests the service's sentences, unlike English. */
const language = 'fr'
const plain = 'aceginosuyzACEGINOSUYZ'
const accented = 'áçéğíñóšúýžÁÇÉĞÍÑÓŠÚÝŽ'
const accent = (text: string) =>
  text.replaceAll(/[a-z]/gi, (letter) => accented[plain.indexOf(letter)] ?? letter)

/** `Sell {{count}} now` → `[Šéll {{count}} ñów ~~~ ]`: placeholders stay as they are. */
function pseudo(text: string): string {
  const words = text.split(/(\{\{[^{}]*\}\})/)
  const spoken = words.filter((_, index) => index % 2 === 0).join('').length
  // As separate words, so that they wrap like words.
  const more = Array.from({ length: Math.ceil((spoken * 0.4) / 6) }, () => '~~~~~').join(' ')
  const rest = spoken < 12 ? '~'.repeat(Math.ceil(spoken * 0.4)) : ` ${more}`
  return `[${words.map((word, index) => (index % 2 ? word : accent(word))).join('')}${rest}]`
}
const pseudoTree = (tree: Tree): ResourceKey =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudo(value) : pseudoTree(value),
    ]),
  )

const sentences = Object.fromEntries(
  Object.entries(messages).map(([code, template]) => [code, formWithAnnualized(template)]),
)
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (_, namespace, done) =>
    done(
      null,
      pseudoTree(
        namespace === 'messages' ? sentences : (files[`../app/i18n/locales/en/${namespace}.json`] ?? {}),
      ),
    ),
}

/** Text that stands outside of every bracket. */
function outside(text: string): string {
  let depth = 0
  let found = ''
  for (const letter of text) {
    if (letter === '[') depth += 1
    else if (letter === ']') depth -= 1
    else if (depth === 0) found += letter
  }
  return found
}

/** Untranslated content: tickers and names, keys, languages in their own language. */
const data = '.idea-name, .why-company, .search-name, bdi, kbd, option[lang]'
const written = /^[^\p{L}]*$/u
/** Words that are data or written by Intl, in lower case. */
const known = new Set(['et', 'nasdaq', 'nyse', 'σ', 'δ', 't'])
for (let month = 0; month < 12; month += 1) {
  const day = new Date(Date.UTC(2026, month, 15))
  known.add(new Intl.DateTimeFormat(language, { month: 'short' }).format(day).replace('.', ''))
}

/** All visible or audible text without brackets, with its element. */
function hardCoded(): string[] {
  const found = new Set<string>()
  const isData = (text: string, element: Element) => {
    const rest = outside(text)
    if (written.test(rest)) return true
    if (element.closest(data)) return true
    const words = rest.split(/[^\p{L}\p{N}.&'’-]+/u).filter((word) => /\p{L}/u.test(word))
    return words.every((word) => known.has(word.replace(/\.$/, '').toLowerCase()))
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
    if (node instanceof Element) {
      for (const name of [
        'aria-label',
        'aria-valuetext',
        'aria-description',
        'title',
        'placeholder',
        'alt',
      ]) {
        const value = node.getAttribute(name)
        if (value && !isData(value, node))
          found.add(`${name}="${value}" of ${node.className || node.tagName}`)
      }
    } else {
      const parent = node.parentElement
      const text = node.textContent ?? ''
      if (!parent || parent.closest('style, script') || isData(text, parent)) continue
      found.add(`"${text}" in ${parent.className || parent.tagName}`)
    }
  }
  return [...found]
}

/** Clicks the first element of a selector, if there is one. */
const press = (selector: string) => {
  const element = document.querySelector<HTMLElement>(selector)
  if (!element) throw new Error(`nothing is ${selector}`)
  element.click()
}
const drawn = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))

/** The state of the app that is open now. */
let app = makeState()

/** What opens, and how; `there` is seen when it is open. */
const openings: Record<string, { open: () => void; there: string; close: () => void }> = {
  'the list of keys': {
    open: () => openDialog(app, 'shortcuts'),
    there: 'dialog[open] kbd',
    close: () => closeDialog(app),
  },
  'the disclaimer': {
    open: () => press('.footer-tools button'),
    there: 'dialog[open] p',
    close: () => press('dialog[open] .dialog-head button'),
  },
  'the settings': {
    open: () => press('.header-tools > button:last-of-type'),
    there: '.settings',
    close: () => press('.header-tools > button:last-of-type'),
  },
}
/** What one sees and hears now, and whether all of it is translated and fits. */
function look(): void {
  expect(hardCoded()).toEqual([])
  // The columns of the list are as narrow as their numbers: their names end in an ellipsis and are whole in the title. A
  // company's sector and exchange end in one as its name does.
  expect(cutTexts(true).filter((text) => !/cut by column-|· (?:NASDAQ|NYSE)"/.test(text))).toEqual([])
  expect(overflows()).toEqual([])
}

test('a text that is not translated is found, and one that is cut', async () => {
  const text = document.createElement('p')
  text.textContent = 'Not translated'
  document.body.append(text)
  expect(hardCoded()).toHaveLength(1)
  text.textContent = '[Tránšlátéd] but not this'
  expect(hardCoded()).toHaveLength(1)
  text.textContent = pseudo('A long text in a narrow box')
  expect(hardCoded()).toEqual([])
  text.style.cssText = 'inline-size: 3rem; overflow: hidden; white-space: nowrap'
  expect(cutTexts(true).filter((one) => one.includes('lóñğ'))).toHaveLength(1)
  text.remove()
})

describe.each(faces)('in the face %s', (face) => {
  let stop: (() => void) | undefined
  beforeAll(async () => {
    await drawIn(face)
    app = makeState()
    // Each app has its own i18next instance; here that instance changes its language.
    vi.spyOn(i18next, 'createInstance').mockReturnValue(i18next)
    const use = i18next.use.bind(i18next)
    vi.spyOn(i18next, 'use').mockImplementation((module) =>
      use((module as { type?: string }).type === 'backend' ? backend : module),
    )
    await page.viewport(1280, 800)
    stop = await openWholeApp(app, language)
    // The formats of the service's sentences come with the texts.
    await readLocaleFile(i18next, 'en', 'messages')
  }, 90_000)
  afterAll(() => {
    stop?.()
    vi.restoreAllMocks()
  })

  describe.each([1280, 1024, 320])('at %i px', (width) => {
    beforeAll(async () => {
      await page.viewport(width, 800)
      await drawn()
    })
    test.each(['what', 'why', 'how'])('%s', async (tab) => {
      document.querySelector<HTMLElement>(`#tab-${tab}`)?.click()
      await drawn()
      expect(document.querySelector(`[data-panel="${tab}"]`)?.getAttribute('data-state')).toBe('ready')
      look()
    })
    test.each(Object.entries(openings))('%s', async (_, { open, there, close }) => {
      open()
      await expect.poll(() => document.querySelector(there)?.checkVisibility()).toBe(true)
      try {
        look()
      } finally {
        // What one test leaves open, the next would close.
        close()
        await expect.poll(() => document.querySelector(there)).toBeNull()
      }
    })
  })
})
