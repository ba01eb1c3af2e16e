/**
 * Generates code for a native app's web view: the address for the first paint, and the messages with the
 * chosen options. docs/mobile.md describes terminated processes, links and insets.
 */
import { chosenOptions, doubleQuoted, indented, literal, typeOf, userIdOf } from './snippet-text.js'

/** Options in the address, the contract's `addressOptions`; none of them is secret. */
export const addressOptions = ['theme', 'locale', 'showHeader', 'showWhatPanel', 'density']
/** Options of embedding pages only: an app's widget fills its web view. */
const pageOnlyOptions = ['width', 'height', 'loading']

/** @param {import('./options.js').Settings} settings @param {import('./snippet.js').Config} config */
function addressOf(settings, { service }) {
  const query = new URLSearchParams({ toplevel: '1', type: typeOf(settings) })
  for (const [name, value] of Object.entries(chosenOptions(settings)))
    if (addressOptions.includes(name) && typeof value !== 'object') query.set(name, String(value))
  return `${service}/widget?${query}`
}

/** The options of `start`, without the token. @param {import('./options.js').Settings} settings @returns {[string, import('./options.js').OptionValue][]} */
const startOptions = (settings) => [
  ['userId', userIdOf(settings)],
  ...Object.entries(chosenOptions(settings)).filter(([name]) => !pageOnlyOptions.includes(name)),
]

/** Whether the app answers each ticket. @param {import('./options.js').Settings} settings */
const acknowledgesTickets = (settings) => settings['acknowledgesTickets'] === true

/** @param {import('./snippet.js').Config} config */
const listingNote = ({ service }) =>
  `The complete listing, with reloads, links and back-off: ${service}/docs/mobile`

/** @param {import('./options.js').OptionValue} value @returns {string} */
const swiftLiteral = (value) => {
  if (typeof value === 'string') return doubleQuoted(value)
  if (typeof value !== 'object') return String(value)
  const items = value.map((item) => {
    const fields = Object.entries(item).map(([name, field]) => `"${name}": ${JSON.stringify(field)}`)
    return `[${fields.join(', ')}]`
  })
  return `[${items.join(', ')}] as [[String: Any]]`
}

/** @type {import('./snippet.js').Write} */
export const swift = (settings, config) => `// ${listingNote(config)}
import WebKit

final class Ideas: NSObject, WKScriptMessageHandler {
  private let service = URL(string: ${doubleQuoted(config.service)})!
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
    let origin = message.frameInfo.securityOrigin
    guard message.frameInfo.isMainFrame, origin.protocol == service.scheme, origin.host == service.host,
      let text = message.body as? String,
      let json = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    else { return }
    switch (json["type"] as? String, json["name"] as? String) {
    case ("hello", _): Task {
      send(["type": "start", "canRenew": true, "options": [
        "authToken": try await fetchToken(),
        ${indented(
          startOptions(settings).map(([name, value]) => `"${name}": ${swiftLiteral(value)},`),
          8,
        )}
      ] as [String: Any]])
      send(["type": "listener", "name": "TRADE_TICKET_EXECUTE"])
    }
    case ("need-token", _): Task {
      do { send(["type": "token", "authToken": try await fetchToken()]) } catch {
        send(["type": "token", "reason": "no token"])
      }
    }
    case ("event", "TRADE_TICKET_EXECUTE"):
      guard let ticket = json["payload"] as? [String: Any], let ticketId = ticket["ticketId"] as? String else { return }
      print(ticket)${
        acknowledgesTickets(settings)
          ? `
      // When you have it: tell the user so, or why not ("refusal": "in words").
      let answer = ["ticketId": ticketId, "reference": "your own id"]
      send(["type": "command", "name": "TICKET_RECEIVED", "payload": answer])`
          : ''
      }
    case ("event", "ERROR"): print(json["payload"] ?? "")
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

/** @param {import('./options.js').OptionValue} value @returns {string} */
const kotlinLiteral = (value) => {
  if (typeof value === 'string') return kotlinQuoted(value)
  return typeof value === 'object' ? `JSONArray(${kotlinQuoted(JSON.stringify(value))})` : String(value)
}

/** @type {import('./snippet.js').Write} */
export const kotlin = (settings, config) => `// ${listingNote(config)}
@SuppressLint("SetJavaScriptEnabled")
fun openIdeas(
  webView: WebView, scope: CoroutineScope, fetchToken: suspend () -> String,
  onTradeTicket: (JSONObject) -> Unit,
) {
  webView.settings.javaScriptEnabled = true
  WebViewCompat.addWebMessageListener(webView, "serviceWidget", setOf(${kotlinQuoted(config.service)})) { _, message, _, isMain, reply ->
    if (!isMain) return@addWebMessageListener
    val json = JSONObject(message.data ?: return@addWebMessageListener)
    fun send(answer: JSONObject) = reply.postMessage(answer.toString())
    when (json.optString("type")) {
      "hello" -> scope.launch {
        val options = JSONObject()
          .put("authToken", fetchToken()) // your own API; it calls /Auth on your server
          ${indented(
            startOptions(settings).map(([name, value]) => `.put("${name}", ${kotlinLiteral(value)})`),
            10,
          )}
        send(JSONObject().put("type", "start").put("canRenew", true).put("options", options))
        send(JSONObject().put("type", "listener").put("name", "TRADE_TICKET_EXECUTE"))
      }
      "need-token" -> scope.launch {
        val token = runCatching { fetchToken() }.getOrNull()
        val answer = JSONObject().put("type", "token")
        send(if (token != null) answer.put("authToken", token) else answer.put("reason", "no token"))
      }
      "event" -> when (json.optString("name")) {
        "TRADE_TICKET_EXECUTE" -> {
          val ticket = json.getJSONObject("payload")
          onTradeTicket(ticket)${
            acknowledgesTickets(settings)
              ? `
          // When you have it: tell the user so, or why not ("refusal", "in words").
          val answer = JSONObject().put("ticketId", ticket.getString("ticketId")).put("reference", "your own id")
          send(JSONObject().put("type", "command").put("name", "TICKET_RECEIVED").put("payload", answer))`
              : ''
          }
        }
        "ERROR" -> Log.w("Ideas", json.getJSONObject("payload").toString())
      }
    }
  }
  webView.loadUrl(${kotlinQuoted(addressOf(settings, config))})
}`

/** @type {import('./snippet.js').Write} */
export const reactNative = (settings, config) => `// ${listingNote(config)}
import { useRef } from 'react'
import { WebView, type WebViewMessageEvent } from 'react-native-webview'

const service = ${literal(config.service)}

type Ticket = { ticketId: string }
/** \`fetchToken\` asks your own API, which calls /Auth on your server. */
type Props = { fetchToken: () => Promise<string>; onTradeTicket: (ticket: Ticket) => void }

export function Ideas({ fetchToken, onTradeTicket }: Props) {
  const view = useRef<WebView>(null)
  const send = (message: object) => view.current?.postMessage(JSON.stringify(message))
  const onMessage = async ({ nativeEvent }: WebViewMessageEvent) => {
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
      send({ type: 'listener', name: 'TRADE_TICKET_EXECUTE' })
    } else if (message.type === 'need-token') {
      const answer = await fetchToken().then((authToken) => ({ authToken }), () => ({ reason: 'no token' }))
      send({ type: 'token', ...answer })
    } else if (message.name === 'TRADE_TICKET_EXECUTE') {
      onTradeTicket(message.payload)${
        acknowledgesTickets(settings)
          ? `
      // When you have it: tell the user so, or why not (refusal: 'in words').
      const payload = { ticketId: message.payload.ticketId, reference: 'your own id' }
      send({ type: 'command', name: 'TICKET_RECEIVED', payload })`
          : ''
      }
    } else if (message.name === 'ERROR') console.warn(message.payload)
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
