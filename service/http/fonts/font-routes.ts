/**
 * Routes of uploaded fonts: the style sheet of a font, which is revalidated, so that a removed font disappears, and
 * the files of its faces, which never change. Only documents of this origin may use them.
 */
import { fontsPath } from '#contract/api/paths.ts'
import { fontIdPattern } from '#contract/text/own-fonts.ts'
import { Problem } from '#contract/api/problem.ts'
import { textResponse, bytesResponse } from '#service/http/response/response.ts'
import type { Route } from '#service/http/route.ts'
import type { Store } from '#service/store/store.ts'
import { fontStyleSheet } from './font-style-sheet.ts'

export type FontParts = { readonly store: { readonly fonts: Pick<Store['fonts'], 'list' | 'bytes'> } }

/** Names that the store may have: others are refused without a query. */
const filePattern = /^[A-Za-z0-9]{11}\.woff2$/

export function createFontRoutes({ store: { fonts } }: FontParts): Route[] {
  /** Each request costs a query of the store, so requests are counted by address before it. */
  const route = (name: string, path: string, handle: Route['handle']): Route => ({
    method: 'GET',
    door: 'widget',
    limits: ['fontAddress'],
    name,
    path,
    async handle(request) {
      await request.onIdentified({ kind: 'address', address: request.address })
      return handle(request)
    },
  })
  return [
    route('fontStyleSheet', `${fontsPath}/{name}`, async ({ parameters }) => {
      const [, fontId] = /^(.*)\.css$/.exec(parameters['name'] ?? '') ?? []
      const faces = fontIdPattern.test(fontId ?? '') ? await fonts.list({ fontId: fontId! }) : []
      if (faces.length === 0) throw new Problem('route-unknown')
      return textResponse(
        fontStyleSheet(faces, ({ file }) => `${fontsPath}/${fontId}/${file}`),
        { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache' },
      )
    }),
    route('fontFile', `${fontsPath}/{name}/{file}`, async ({ parameters }) => {
      const { name = '', file = '' } = parameters
      const isPossible = fontIdPattern.test(name) && filePattern.test(file)
      const bytes = isPossible ? await fonts.bytes(name, file) : undefined
      if (!bytes) throw new Problem('route-unknown')
      return bytesResponse(bytes, {
        'Content-Type': 'font/woff2',
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
    }),
  ]
}
