/**
 * Placeholders in the documentation for values unknown at build time. `SERVICE` is the widget's host and
 * `API_SERVICE` the data API's, so that samples run as copied; VERSION and INTEGRITY are those of the newest
 * loader.
 */
import type { Hosts } from '#service/shared/config.ts'

export type DocsPlaceholders = {
  /** Host name of the widget, with the port if it has one. */
  readonly service: string
  readonly api: string
  /** The newest loader; absent without a build. */
  readonly loader?: { readonly version: string; readonly integrity: string } | undefined
}

/** A valid host name. A request may name any host: invalid ones leave the placeholder in place. */
const hostPattern = /^[a-z0-9.-]+(:\d+)?$|^\[[0-9a-f:]+\](:\d+)?$/i
/** A developer's own machine, where plain http is enough. */
const local = /^(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9.-]+\.localhost)(:\d+)?$/i

/** The placeholder values for a page served at this address. */
export function placeholdersFor(
  url: Pick<URL, 'host'>,
  hosts: Hosts,
  loader: DocsPlaceholders['loader'],
): DocsPlaceholders {
  const here = hostPattern.test(url.host) ? url.host : undefined
  return { service: hosts.widget ?? here ?? 'SERVICE', api: hosts.gateway ?? here ?? 'API_SERVICE', loader }
}

/** Fills the placeholders of a text. */
export function fillPlaceholders(text: string, { service, api, loader }: DocsPlaceholders): string {
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
