/**
 * Generates code for a native app's web view: the address for the first paint, and the messages with the
 * chosen options. docs/mobile.md describes terminated processes, links and insets.
 */
import { chosenOptions, doubleQuoted, indented, literal, typeOf } from './snippet-text.js'

/** Options in the address, the contract's `addressOptions`; none of them is secret. */
export const addressOptions = ['theme', 'locale', 'showHeader', 'showWhatPanel', 'density']
/** Options of embedding pages only: an app's widget fills its web view. */
const pageOnlyOptions = ['width', 'height', 'loading']

/** @param {import('./options.js').Settings} settings @param {import('./snippet.js').Config} config */
function addressOf(settings, { service }) {
  const query = new URLSearchParams({ toplevel: '1', type: typeOf(settings) })
  for (const [name, value] of Object.entries(chosenOptions(settings)))
    if (addressOptions.includes(name)) query.set(name, String(value))
  return `${service}/widget?${query}`
}

/** The options of `start`, without the token. @param {import('./options.js').Settings} settings */
const startOptions = (settings) =>
  Object.entries(chosenOptions(settings)).filter(([name]) => !pageOnlyOptions.includes(name))

/** @param {import('./snippet.js').Config} config */
const listingNote = ({ service }) =>
  `The complete listing, with reloads, links and back-off: ${service}/docs/mobile`

/** @type {import('./snippet.js').Write} */
export const swift = (settings, config) => `// ${listingNote(config)}
import WebKit

final class Ideas: NSObject, WKScriptMessageHandler {
  let webView: WKWebView
  /// Your own API; it calls /Auth on your server.
  let fetchToken: () async throws -> String

  init(fetchToken: @escaping () async throws -> String) {
    self.fetchToken = fetchToken
    let configuration = WKWebViewConfiguration()
    webView = WKWebView(frame: .zero, configuration: configuration)
    super.init()
    configuration.userContentController.add(self, name: "serviceWidget")
    webView.load(URLRequest(url: URL(string: ${doubleQuoted(addressOf(settings, config))})!))
  }

  func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
    guard message.frameInfo.isMainFrame, let text = message.body as? String,
      let json = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    else { return }
    switch (json["type"] as? String, json["name"] as? String) {
    case ("hello", _): Task {
      send(["type": "start", "canRenew": true, "options": [
        "authToken": try await fetchToken(),
        ${indented(
          startOptions(settings).map(
            ([name, value]) => `"${name}": ${typeof value === 'string' ? doubleQuoted(value) : value},`,
          ),
          8,
        )}
      ]])
    }
    case ("need-token", _): Task { send(["type": "token", "authToken": try await fetchToken()]) }
    case ("event", "TRADE_TICKET_EXECUTE"): print(json["payload"] ?? "")
    default: break
    }
  }

  func send(_ message: [String: Any]) {
    guard let data = try? JSONSerialization.data(withJSONObject: message) else { return }
    webView.callAsyncJavaScript(
      "window.dispatchEvent(new MessageEvent('message', { data: text }))",
      arguments: ["text": String(decoding: data, as: UTF8.self)], in: nil, in: .page, completionHandler: nil)
  }
}`

/** Quotes a text for Kotlin, which would read `$` as a variable. @param {unknown} text */
const kotlinQuoted = (text) => doubleQuoted(text).replaceAll('$', String.raw`\$`)

/** @type {import('./snippet.js').Write} */
export const kotlin = (settings, config) => `// ${listingNote(config)}
@SuppressLint("SetJavaScriptEnabled")
fun openIdeas(webView: WebView, scope: CoroutineScope, fetchToken: suspend () -> String) {
  webView.settings.javaScriptEnabled = true
  WebViewCompat.addWebMessageListener(webView, "serviceWidget", setOf(${kotlinQuoted(config.service)})) { _, message, _, isMain, reply ->
    if (!isMain) return@addWebMessageListener
    val json = JSONObject(message.data ?: return@addWebMessageListener)
    when (json.optString("type")) {
      "hello" -> scope.launch {
        val options = JSONObject()
          .put("authToken", fetchToken()) // your own API; it calls /Auth on your server
          ${indented(
            startOptions(settings).map(
              ([name, value]) =>
                `.put("${name}", ${typeof value === 'string' ? kotlinQuoted(value) : value})`,
            ),
            10,
          )}
        val start = JSONObject().put("type", "start").put("canRenew", true).put("options", options)
        reply.postMessage(start.toString())
      }
      "need-token" -> scope.launch {
        reply.postMessage(JSONObject().put("type", "token").put("authToken", fetchToken()).toString())
      }
      "event" -> if (json.optString("name") == "TRADE_TICKET_EXECUTE") onTradeTicket(json.getJSONObject("payload"))
    }
  }
  webView.loadUrl(${kotlinQuoted(addressOf(settings, config))})
}`

/** @type {import('./snippet.js').Write} */
export const reactNative = (settings, config) => `// ${listingNote(config)}
import { useRef } from 'react'
import { WebView } from 'react-native-webview'

const service = ${literal(config.service)}

/** \`fetchToken\` asks your own API, which calls /Auth on your server. */
export function Ideas({ fetchToken, onTradeTicket }) {
  const view = useRef(null)
  const send = (message) => view.current?.postMessage(JSON.stringify(message))
  const onMessage = async ({ nativeEvent }) => {
    if (!nativeEvent.url.startsWith(\`\${service}/widget\`)) return
    const message = JSON.parse(nativeEvent.data)
    if (message.type === 'hello') {
      const options = {
        authToken: await fetchToken(),
        ${indented(
          startOptions(settings).map(([name, value]) => `${name}: ${literal(value)},`),
          8,
        )}
      }
      send({ type: 'start', canRenew: true, options })
    } else if (message.type === 'need-token') send({ type: 'token', authToken: await fetchToken() })
    else if (message.name === 'TRADE_TICKET_EXECUTE') onTradeTicket(message.payload)
  }
  return (
    <WebView
      ref={view}
      source={{ uri: ${literal(addressOf(settings, config))} }}
      originWhitelist={[service]}
      onMessage={onMessage}
    />
  )
}`
