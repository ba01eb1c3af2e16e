/**
 * Placeholders in the documentation for values that are unknown at build time. `SERVICE` is the
 * host of the widget and `API_SERVICE` that of the data API, so that samples run when copied.
 * VERSION and INTEGRITY are those of the stable loader.
 */
import type { Hosts } from '#service/shared/config.ts'

export type DocsPlaceholders = {
  /** Host name of the widget, with the port if it has one. */
  readonly service: string
  readonly api: string
  /** The stable loader; absent without a build. */
  readonly loader?: { readonly version: string; readonly integrity: string } | undefined
}

/** Hosts of a developer's machine, which need no TLS. */
const localPattern = /^(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9.-]+\.localhost)(:\d+)?$/i

/** Returns the placeholder values for a page. `requestHost`: the host of the request, if it is known. */
export function placeholdersFor(
  requestHost: string | undefined,
  hosts: Hosts,
  loader: DocsPlaceholders['loader'],
): DocsPlaceholders {
  return {
    service: hosts.widget ?? requestHost ?? 'SERVICE',
    api: hosts.gateway ?? requestHost ?? 'API_SERVICE',
    loader,
  }
}

/** Fills the placeholders of a text. */
export function fillPlaceholders(text: string, { service, api, loader }: DocsPlaceholders): string {
  const replaceHost = (name: string, host: string) => (matched: string) =>
    matched.endsWith(`://${name}`) && localPattern.test(host)
      ? `${matched.startsWith('wss') ? 'ws' : 'http'}://${host}`
      : matched.replace(name, host)
  return text
    .replaceAll(/\b((?:https|wss):\/\/)?SERVICE\b/g, replaceHost('SERVICE', service))
    .replaceAll(/\b(https:\/\/)?API_SERVICE\b/g, replaceHost('API_SERVICE', api))
    .replaceAll(/\bwidgetLoader\/VERSION\.js\b/g, `widgetLoader/${loader?.version ?? 'VERSION'}.js`)
    .replaceAll(/(?<=integrity.{0,80})\bINTEGRITY\b/g, loader?.integrity ?? 'INTEGRITY')
}
