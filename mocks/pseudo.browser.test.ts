/// <reference types="vite/client" />
/**
 * Tests the whole app in a pseudo-language that is derived from the English texts: with accents and
 * brackets, and 40 % longer. Text without brackets is hard-coded and cannot be translated. Text
 * that does not fit here would not fit in a language with long words. The data is the workbench's.
 */
import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { formWithAnnualized } from '#contract/responses/annualized.ts'
import { messages } from '#contract/text/messages.ts'
import { readLocaleFile } from '#app/i18n/locale-files.ts'
import { makeState } from '#app/state/app-state.ts'
import { closeDialog, openDialog } from '#app/state/dialogs.ts'
import { applyFont, testFonts } from '#app/testing/fonts.ts'
import { clippedTexts, overflows } from '#app/testing/layout-measurements.ts'
import { openWholeApp } from './whole-app.fixture.ts'

type Tree = { readonly [key: string]: string | Tree }
const files = import.meta.glob<Tree>('../app/i18n/locales/en/*.json', { eager: true, import: 'default' })

/** Any language except English, so that the app loads the service's sentences. */
const language = 'fr'
const plainLetters = 'aceginosuyzACEGINOSUYZ'
const accentedLetters = 'áçéğíñóšúýžÁÇÉĞÍÑÓŠÚÝŽ'
const accent = (text: string) =>
  text.replaceAll(/[a-z]/gi, (char) => accentedLetters[plainLetters.indexOf(char)] ?? char)

/** `Sell {{count}} now` → `[Šéll {{count}} ñów ~~~ ]`: placeholders are unchanged. */
function pseudo(text: string): string {
  const parts = text.split(/(\{\{[^{}]*\}\})/)
  const length = parts.filter((_, index) => index % 2 === 0).join('').length
  // Filler as separate words, so that it wraps like words.
  const filler = Array.from({ length: Math.ceil((length * 0.4) / 6) }, () => '~~~~~').join(' ')
  const padding = length < 12 ? '~'.repeat(Math.ceil(length * 0.4)) : ` ${filler}`
  return `[${parts.map((part, index) => (index % 2 ? part : accent(part))).join('')}${padding}]`
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
  read: (_, namespace, callback) =>
    callback(
      null,
      pseudoTree(
        namespace === 'messages' ? sentences : (files[`../app/i18n/locales/en/${namespace}.json`] ?? {}),
      ),
    ),
}

/** Returns the text outside of all brackets. */
function textOutside(text: string): string {
  let depth = 0
  let outside = ''
  for (const char of text) {
    if (char === '[') depth += 1
    else if (char === ']') depth -= 1
    else if (depth === 0) outside += char
  }
  return outside
}

/**
 * Elements whose content is not translated: tickers and names, keys, languages in their own
 * language.
 */
const dataSelector = '.idea-name, .why-company, .search-name, bdi, kbd, option[lang]'
const hasNoLetters = /^[^\p{L}]*$/u
/** Words that are data, or that Intl formats, in lower case. */
const dataWords = new Set(['et', 'nasdaq', 'nyse', 'σ', 'δ', 't'])
for (let month = 0; month < 12; month += 1) {
  const day = new Date(Date.UTC(2026, month, 15))
  dataWords.add(new Intl.DateTimeFormat(language, { month: 'short' }).format(day).replace('.', ''))
}

/** Lists the visible and audible texts without brackets, with their elements. */
function findUntranslatedTexts(): string[] {
  const faults = new Set<string>()
  const isData = (text: string, element: Element) => {
    const unbracketed = textOutside(text)
    if (hasNoLetters.test(unbracketed)) return true
    if (element.closest(dataSelector)) return true
    const words = unbracketed.split(/[^\p{L}\p{N}.&'’-]+/u).filter((word) => /\p{L}/u.test(word))
    return words.every((word) => dataWords.has(word.replace(/\.$/, '').toLowerCase()))
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
          faults.add(`${name}="${value}" of ${node.className || node.tagName}`)
      }
    } else {
      const parent = node.parentElement
      const text = node.textContent ?? ''
      if (!parent || parent.closest('style, script') || isData(text, parent)) continue
      faults.add(`"${text}" in ${parent.className || parent.tagName}`)
    }
  }
  return [...faults]
}

/** Clicks the first element that matches a selector. Throws if no element matches. */
const press = (selector: string) => {
  const element = document.querySelector<HTMLElement>(selector)
  if (!element) throw new Error(`no element matches ${selector}`)
  element.click()
}
const nextFrame = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))

/** The state of the open app. */
let appState = makeState()

/** Dialogs and menus, how to open and close them, and a selector of their content. */
const overlays: Record<string, { open: () => void; content: string; close: () => void }> = {
  'the list of keys': {
    open: () => openDialog(appState, 'shortcuts'),
    content: 'dialog[open] kbd',
    close: () => closeDialog(appState),
  },
  'the disclaimer': {
    open: () => press('.footer-tools button'),
    content: 'dialog[open] p',
    close: () => press('dialog[open] .dialog-head button'),
  },
  'the settings': {
    open: () => press('.header-tools > button:last-of-type'),
    content: '.settings',
    close: () => press('.header-tools > button:last-of-type'),
  },
}
/** Checks that all visible and audible texts are translated and fit. */
function checkTexts(): void {
  expect(findUntranslatedTexts()).toEqual([])
  // Column names, and a company's sector and exchange, may end in an ellipsis; the title has the complete text.
  expect(clippedTexts(true).filter((text) => !/cut by column-|· (?:NASDAQ|NYSE)"/.test(text))).toEqual([])
  expect(overflows()).toEqual([])
}

test('detects untranslated and cut texts', async () => {
  const text = document.createElement('p')
  text.textContent = 'Not translated'
  document.body.append(text)
  expect(findUntranslatedTexts()).toHaveLength(1)
  text.textContent = '[Tránšlátéd] but not this'
  expect(findUntranslatedTexts()).toHaveLength(1)
  text.textContent = pseudo('A long text in a narrow box')
  expect(findUntranslatedTexts()).toEqual([])
  text.style.cssText = 'inline-size: 3rem; overflow: hidden; white-space: nowrap'
  expect(clippedTexts(true).filter((fault) => fault.includes('lóñğ'))).toHaveLength(1)
  text.remove()
})

describe.each(testFonts)('in the font %s', (font) => {
  let stop: (() => void) | undefined
  beforeAll(async () => {
    await applyFont(font)
    appState = makeState()
    // Makes the app use the global i18next instance, with the pseudo-language as backend.
    vi.spyOn(i18next, 'createInstance').mockReturnValue(i18next)
    const use = i18next.use.bind(i18next)
    vi.spyOn(i18next, 'use').mockImplementation((module) =>
      use((module as { type?: string }).type === 'backend' ? backend : module),
    )
    await page.viewport(1280, 800)
    stop = await openWholeApp(appState, language)
    // Registers the formats of the service's sentences.
    await readLocaleFile(i18next, 'en', 'messages')
  }, 90_000)
  afterAll(() => {
    stop?.()
    vi.restoreAllMocks()
  })

  describe.each([1280, 1024, 320])('at %i px', (width) => {
    beforeAll(async () => {
      await page.viewport(width, 800)
      await nextFrame()
    })
    test.each(['what', 'why', 'how'])('the texts of the panel %s are translated and fit', async (tab) => {
      document.querySelector<HTMLElement>(`#tab-${tab}`)?.click()
      await nextFrame()
      expect(document.querySelector(`[data-panel="${tab}"]`)?.getAttribute('data-state')).toBe('ready')
      checkTexts()
    })
    test.each(Object.entries(overlays))(
      'the texts of %s are translated and fit',
      async (_, { open, content, close }) => {
        open()
        await expect.poll(() => document.querySelector(content)?.checkVisibility()).toBe(true)
        try {
          checkTexts()
        } finally {
          // An overlay that is left open would be closed by the next test.
          close()
          await expect.poll(() => document.querySelector(content)).toBeNull()
        }
      },
    )
  })
})
