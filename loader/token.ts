/** Requests fresh tokens from the page. */
import type { ToFrame } from '#contract/bridge/bridge.ts'
import type { LoaderWidgetState } from './widget-state.ts'

/** Calls the page's `getAuthToken` and forwards its result, without a timeout: the frame has its own. */
export function requestToken(widgetState: LoaderWidgetState): void {
  /** A string is the token; anything else, usually an Error, is the reason for its absence. */
  const sendToken = (result: unknown) =>
    widgetState.port_?.postMessage({
      type: 'token',
      [typeof result === 'string' ? 'authToken' : 'reason']: `${result}`,
    } satisfies ToFrame)
  const getToken = async () => widgetState.pageOptions_.getAuthToken!()
  getToken().then(sendToken, sendToken)
}
