/** Fonts of partners over HTTP: style sheet, files, caching, other origins, and removal. */
import { beforeAll, describe, expect, test } from 'vitest'
import { fontsPath } from '#contract/api/paths.ts'
import { createOperator } from '#service/access/operator/operator.ts'
import { demoPartnerId } from '#service/access/demo-account.ts'
import type { NewFontFace } from '#service/access/operator/operator-fonts.ts'
import { makeTestService, problemOf } from '#service/testing/test-service.ts'
import type { TestService } from '#service/testing/test-service.ts'

const face: NewFontFace = {
  family: "Acme</style>'",
  weight: '100 900',
  style: 'normal',
  metrics: { ascent: 0.96875, descent: 0.2412109375, lineGap: 0, averageWidth: 0.4625 },
  bytes: new Uint8Array([0x77, 0x4f, 0x46, 0x32, 1, 2, 3]),
}
let testService: TestService
let operator: ReturnType<typeof createOperator>
beforeAll(async () => {
  testService = await makeTestService()
  const { store, hash, clock } = testService.service
  operator = createOperator({ store, hash, clock, actor: 'operator' })
})

const add = (changes: Partial<NewFontFace> = {}) =>
  operator.addFontFace(demoPartnerId, { ...face, ...changes })
const styleSheetOf = async (fontId: string) => (await testService.get(`${fontsPath}/${fontId}.css`)).text()

test('a style sheet has the faces, and fallback fonts with their measures', async () => {
  const { fontId, file } = await add()
  await operator.addFontFace(demoPartnerId, { ...face, weight: '400', style: 'italic' }, fontId)
  const rules = (await styleSheetOf(fontId)).trim().split('\n')
  expect(rules).toContain(
    `@font-face{font-family:'${fontId}';font-weight:100 900;font-style:normal;font-display:swap;src:url('/fonts/${fontId}/${file}') format('woff2')}`,
  )
  // 0.4625 / 0.4335 = 1.0669, and 0.96875 / 1.0669 = 0.908.
  expect(rules).toContain(
    `@font-face{font-family:'${fontId} Arial';font-weight:400;font-style:normal;src:local('Arial'),local('Liberation Sans');size-adjust:106.69%;ascent-override:90.8%;descent-override:22.61%;line-gap-override:0%;unicode-range:U+0-2FF,U+1E00-22FF}`,
  )
  expect(
    rules.filter((rule) => rule.includes('local(')).map((rule) => /local\('[^']*'\)/.exec(rule)![0]),
  ).toEqual([
    "local('Arial Italic')",
    "local('DejaVu Sans Oblique')",
    "local('Arial')",
    "local('Arial Bold')",
    "local('DejaVu Sans')",
    "local('DejaVu Sans Bold')",
  ])
  expect(rules.join()).not.toContain('Acme')
})

test('a face without Latin letters has no fallback font', async () => {
  const { fontId } = await add({ metrics: { ...face.metrics, averageWidth: null } })
  expect(await styleSheetOf(fontId)).not.toContain('local(')
})

test('files never change, style sheets are revalidated, and only this origin may use both', async () => {
  const { fontId, file } = await add()
  const font = await testService.get(`${fontsPath}/${fontId}/${file}`)
  expect(new Uint8Array(await font.arrayBuffer())).toEqual(face.bytes)
  const styleSheet = await testService.get(`${fontsPath}/${fontId}.css`)
  const headersOf = ({ headers }: Response) =>
    ['content-type', 'cache-control', 'cross-origin-resource-policy', 'access-control-allow-origin'].map(
      (name) => headers.get(name),
    )
  expect(headersOf(font)).toEqual(['font/woff2', 'public, max-age=31536000, immutable', 'same-origin', null])
  expect(headersOf(styleSheet)).toEqual(['text/css; charset=utf-8', 'no-cache', 'same-origin', null])
})

describe('404 is the response', () => {
  test('for a font and its files once it is removed', async () => {
    const { fontId, file } = await add()
    await operator.removeFont(demoPartnerId, fontId)
    for (const path of [`${fontId}.css`, `${fontId}/${file}`]) {
      const response = await testService.get(`${fontsPath}/${path}`)
      expect([response.status, (await problemOf(response)).code]).toEqual([404, 'route-unknown'])
    }
  })

  test('for another name, a file of another font, and a list of fonts', async () => {
    const [{ fontId }, { file }] = [await add(), await add()]
    for (const path of [
      '',
      '/',
      `/${fontId}`,
      `/${fontId}/`,
      `/${fontId}/${file}`,
      `/${fontId}/x.woff2`,
      '/a.css',
    ])
      expect([path, (await testService.get(`${fontsPath}${path}`)).status]).toEqual([path, 404])
  })
})
