/** Loaded only if the loader and the app cannot work together. */
import { loaderPath } from '#contract/api/paths.ts'
import { bridgeProtocol, bridgeProtocolMin } from '#contract/bridge/bridge.ts'

/**
 * Replaces the document by the code, and reports ERROR VERSION with both versions and the remedy.
 *
 * @param report reports ERROR VERSION with this text, as a fatal error
 * @param protocol protocol of the loader
 */
export function reportMismatch(report: (text: string) => void, protocol: number): void {
  const loader = `${location.origin}${loaderPath}`
  document.body.textContent = 'ERROR VERSION'
  report(
    `the loader on this page has protocol ${protocol}, which is too old: the widget ${__VERSION__} supports ${bridgeProtocolMin} to ${bridgeProtocol}. Use the script tag of ${loader}, or of a version that ${loader}/versions.json lists`,
  )
}
