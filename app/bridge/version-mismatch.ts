/** Loaded only if the loader and the app cannot work together. */
import { loaderPath } from '#contract/api/paths.ts'
import { bridgeProtocol, bridgeProtocolMin, type Init } from '#contract/bridge/bridge.ts'

/** Protocol versions in words: `protocol 2`, or `protocol 1 to 2`. */
const rangeText = (min: number, max: number) => `protocol ${min < max ? `${min} to ${max}` : max}`

/**
 * Replaces the document by the code, and reports ERROR VERSION with both versions and the remedy.
 *
 * @param report reports ERROR VERSION with this text, as a fatal error
 * @param init message of the loader, unchecked
 */
export function reportMismatch(report: (text: string) => void, init: Partial<Init>): void {
  const [protocol, min] = [Number(init.protocol) || 0, Number(init.min) || 0]
  const address = `${location.origin}${loaderPath}`
  const isNewer = min > bridgeProtocol
  document.body.textContent = 'ERROR VERSION'
  report(
    `the loader on this page supports ${isNewer ? rangeText(min, protocol) : `protocol ${protocol}`}, which is too ${isNewer ? 'new' : 'old'}: the widget ${__VERSION__} supports ${rangeText(bridgeProtocolMin, bridgeProtocol)}. Use the script tag of ${address}, or of a version that ${address}/versions.json lists`,
  )
}
