/** Texts from outside cannot control the terminal of an operator, or forge lines of a list. */
import { expect, test } from 'vitest'
import { setUpAdmin } from './admin.fixture.ts'
import { terminalText, visibleText } from './visible-text.ts'

const { admin, json } = setUpAdmin()
/** Wipes the line of a terminal, forges another one, and reverses what follows. */
const hostile =
  'x\u001b]0;owned\u0007\r\u001b[2K\n2026-11-20T09:00:00.000Z  operator  key-revoked\u009b31m\u202e'
const shown =
  'x\\u001b]0;owned\\u0007\\u000d\\u001b[2K\\u000a2026-11-20T09:00:00.000Z  operator  key-revoked\\u009b31m\\u202e'

test('control and format characters become escapes, other text stays', () => {
  expect(visibleText(hostile)).toBe(shown)
  expect(visibleText('Zürich 東京 😀 é\u200d\u2028\u{e0041}')).toBe(
    'Zürich 東京 😀 é\\u200d\\u2028\\udb40\\udc41',
  )
  expect(terminalText(['a', 'b\nc'])).toBe('a\nb\\u000ac')
})

test('lists and errors of commands show them as escapes, --json is unchanged', async () => {
  const { id } = await json<{ id: string }>('partner', 'add', hostile)
  await json('partner', 'set', id, 'disclaimer', hostile)
  const lists = [await admin('partner', 'list'), await admin('audit', 'list', '--partner', id)]
  for (const { out } of lists) {
    expect(out).toContain(shown)
    // oxlint-disable-next-line no-control-regex
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  }
  expect(lists[1]!.out.trimEnd().split('\n')).toHaveLength(2)
  expect((await admin('partner', 'disable', hostile)).err).toContain(shown)
  expect((await admin('batch', hostile)).err).toContain(shown)
  const [partner] = (await json<{ id: string; name: string }[]>('partner', 'list')).filter(
    (listed) => listed.id === id,
  )
  expect(partner!.name).toBe(hostile)
})
