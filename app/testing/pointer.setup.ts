/**
 * Vitest setup file of all browser tests: each test starts with the pointer outside the page. Tests share
 * their page, and what appears under the pointer of an earlier test is hovered.
 */
import { beforeEach } from 'vitest'
import { commands } from 'vitest/browser'

declare module 'vitest/internal/browser' {
  interface BrowserCommands {
    movePointerAway: () => Promise<void>
  }
}

beforeEach(() => commands.movePointerAway())
