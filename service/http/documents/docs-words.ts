/**
 * What the documentation cannot know when it is built: where it is served. `SERVICE` in its text is the widget's host,
 * `API_SERVICE` that of the data API, so that what a reader copies runs as it is; VERSION and INTEGRITY are the newest
 * loader's.
 */
import type { Hosts } from '#service/shared/config.ts'

export type DocsWords = {
  /** Host name of the widget, with a port where one is meant. */
  readonly service: string
  readonly api: string
  /** The newest loader; absent where none was built. */
  readonly loader?: { readonly version: string; readonly integrity: string } | undefined
}

/** A host as it may stand in a page. A request may name any: what is none is left as the text has it. */
const hostPattern = /^[a-z0-9.-]+(:\d+)?$|^\[[0-9a-f:]+\](:\d+)?$/i
/** Where plain http will do: a developer's own machine. */
const local = /^(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9.-]+\.localhost)(:\d+)?$/i

/** What a page served at this address says. */
export function wordsAt(url: URL, hosts: Hosts, loader: DocsWords['loader']): DocsWords {
  const here = hostPattern.test(url.host) ? url.host : undefined
  return { service: hosts.widget ?? here ?? 'SERVICE', api: hosts.gateway ?? here ?? 'API_SERVICE', loader }
}

/** The text with the words in it. */
export function sayWhere(text: string, { service, api, loader }: DocsWords): string {
  const at = (name: string, host: string) => (said: string) =>
    said.endsWith(`://${name}`) && local.test(host)
      ? `${said.startsWith('wss') ? 'ws' : 'http'}://${host}`
      : said.replace(name, host)
  return text
    .replaceAll(/\b((?:https|wss):\/\/)?SERVICE\b/g, at('SERVICE', service))
    .replaceAll(/\b(https:\/\/)?API_SERVICE\b/g, at('API_SERVICE', api))
    .replaceAll(/\bwidgetLoader\/VERSION\.js\b/g, `widgetLoader/${loader?.version ?? 'VERSION'}.js`)
    .replaceAll(/(?<=integrity.{0,80})\bINTEGRITY\b/g, loader?.integrity ?? 'INTEGRITY')
}
