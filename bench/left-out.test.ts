import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { methods } from '#app/boot/left-out.ts'

test('nothing in the app calls a method that the build leaves out of a library', async () => {
  const names = Object.values(methods).flatMap((one) =>
    Object.keys(one).map((method) => method.slice(method.indexOf('.') + 1)),
  )
  const call = new RegExp(`(?<!location|params)\\.(${names.join('|')})\\(`)
  for await (const file of glob('app/**/!(*.test).{ts,tsx}'))
    expect(readFileSync(file, 'utf8'), file).not.toMatch(call)
})

test('no text holds another text, which the built widget would show as it is written', async () => {
  for await (const file of glob('app/i18n/**/*.json'))
    expect(readFileSync(file, 'utf8'), file).not.toContain('$t(')
})
