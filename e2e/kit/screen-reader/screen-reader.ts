/** The widget as a screen reader speaks it, without a screen reader: @guidepup/virtual-screen-reader in its frame. */
import { fileURLToPath } from 'node:url'
import type { Frame, Locator, Page } from '@playwright/test'
import type { InputMethod } from '../input-methods.ts'
import type { FrameReader } from './frame-reader.ts'

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- the frame's own globals, by declaration merging
  interface Window {
    frameReader: FrameReader
  }
}

/** Actions through a screen reader, and what it said. */
export type ScreenReader = InputMethod & {
  /**
   * The phrases that its user listens to, in order: each item that they act on or read, and each announcement; without
   * the items that the cursor passes on its way, and with plain spaces. The words for roles and states are English in every language.
   */
  readonly heard: readonly string[]
}

/** Bundled once per worker. */
let script: Promise<string> | undefined

async function bundle(): Promise<string> {
  const { build } = await import('vite')
  const builds = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL('frame-reader.ts', import.meta.url)),
        formats: ['iife'],
        name: 'screenReaderBundle',
      },
    },
  })
  const [first] = [builds].flat()
  if (!first || !('output' in first)) throw new Error('frame-reader.ts was not bundled')
  return first.output[0].code
}

/** Starts a screen reader at the beginning of the widget's document. */
export async function startScreenReader(page: Page, frame: Frame): Promise<ScreenReader> {
  script ??= bundle()
  // A script element would need the nonce of the frame's content security policy.
  await frame.evaluate(await script)
  await frame.evaluate(() => window.frameReader.start())
  const heard: string[] = []
  /** Drops repetitions: a change of several nodes of a live region repeats its announcement. */
  const hear = (phrases: readonly string[]) => {
    for (const phrase of phrases) {
      const spoken = phrase.replaceAll(/\s+/g, ' ')
      if (spoken !== heard.at(-1)) heard.push(spoken)
    }
  }
  const moveTo = async (target: Locator) => {
    await target.waitFor()
    hear(await target.evaluate((element) => window.frameReader.moveTo(element)))
  }
  const write = async (field: Locator, text: string) => {
    await moveTo(field)
    await field.press('ControlOrMeta+A')
    await field.pressSequentially(text)
  }
  return {
    name: 'screen reader',
    heard,
    // Like a screen reader, has the browser press the element: the widget refuses orders of scripts.
    async press(target) {
      await moveTo(target)
      await target.click()
    },
    write,
    writeNext: write,
    confirm: () => page.keyboard.press('Enter'),
    async read(target) {
      await target.waitFor()
      hear(await target.evaluate((element) => window.frameReader.read(element)))
    },
  }
}
