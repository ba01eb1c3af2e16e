/**
 * Meaning of every problem code and what to do, in English: for the pages at `/problems/{code}` and
 * the API description.
 */
import type { ProblemCode, ProblemExtras } from '#contract/api/problem.ts'
import { requestLimits } from '#service/shared/limits.ts'
import { defaultLimits } from '#service/shared/rate-limits.ts'

export type Explanation = {
  /** What happened and why. */
  readonly meaning: string
  /** Steps, the first one first. */
  readonly whatToDo: readonly string[]
  /** Further members of the example response. */
  readonly example: ProblemExtras
}

const { perMinute } = defaultLimits.subscriptionKey

export const explanations: Readonly<Record<ProblemCode, Explanation>> = {
  'malformed-symbol': {
    meaning:
      'The `{symbol}` of the path is not a ticker: a ticker has 1 to 15 letters, digits and `.`, `-`, `^`, `/`.',
    whatToDo: [
      'Send only the ticker, without its exchange: `AAPL`, `BRK.B`.',
      'Encode a slash in it as `%2F`, or write a dot: `BRK.B` and `BRK%2FB` are the same.',
    ],
    example: { parameter: 'symbol', detail: 'Expected a ticker such as AAPL or BRK.B.' },
  },
  'malformed-parameter': {
    meaning:
      'A query parameter has a value that is not allowed, or, with `strict=1`, is unknown. `parameter` names it; `detail` says what is expected.',
    whatToDo: [
      'Correct the parameter, or omit it if it is optional.',
      'Write numbers as digits: `25000`, not `25,000` and not `$25000`.',
      'Write the names of parameters as in the reference. They are case-sensitive.',
    ],
    example: { parameter: 'legtype', detail: 'Expected one of call, put.' },
  },
  'malformed-body': {
    meaning:
      'The body of a token or session request is not JSON, or a field is missing, repeated or wrong. `parameter` names the field.',
    whatToDo: [
      'Send exactly the fields that the operation lists.',
      'As `userId`, send an opaque identifier: no name, no e-mail address.',
    ],
    example: {
      parameter: 'userId',
      detail: 'Send a stable identifier that is no e-mail address and no name.',
    },
  },
  'credential-missing': {
    meaning: 'The request has no credential. `WWW-Authenticate` lists the accepted kinds.',
    whatToDo: [
      'Send `Op-Subscription-Key: <your key>`, or `Authorization: Bearer <token>`.',
      'Check whether a proxy, or a redirect to another host, drops the header.',
    ],
    example: { detail: 'Send Op-Subscription-Key, or Authorization: Bearer.' },
  },
  'credential-invalid': {
    meaning:
      'The key, token or secret is unknown, revoked, expired, already used or belongs to another door, or the request has two kinds of credentials. The response does not distinguish the first five cases.',
    whatToDo: [
      'Send one credential only.',
      'A token from `/token` is valid for an hour; fetch a new one. A token from `/Auth` can be used once.',
      'Send a public key (`pk_…`) only to `/Token`, a client’s secret (`cs_…`) only to `/token`, and a subscription key (`sub_…`) only in `Op-Subscription-Key`.',
      'If the request is still refused, ask your account representative for a new key.',
    ],
    example: { parameter: 'Op-Subscription-Key' },
  },
  'session-ended': {
    meaning: 'The session of a widget was ended or has expired, or its key was revoked.',
    whatToDo: [
      'The widget opens a new session automatically, or asks the page for a new token.',
      'Your own client starts again with `POST /Token`.',
    ],
    example: {},
  },
  'domain-not-whitelisted': {
    meaning:
      'The account’s list of domains does not include the page that embeds the widget with a public key. `origin` is the origin of that page as reported by the browser.',
    whatToDo: [
      'Submit exactly the value of `origin` for whitelisting. Scheme, host and port must match.',
      'Pages opened from a file and sandboxed pages have the origin `null`, which cannot be listed. Serve them over HTTP, or use the flow with a one-time token.',
    ],
    example: {
      origin: 'https://www.partner.example',
      detail:
        'The embedding page is not on a whitelisted domain of this account. Submit its origin for whitelisting.',
    },
  },
  'origin-refused': {
    meaning:
      'A browser called `/Auth`, or an address other than the widget’s own called an endpoint of the widget.',
    whatToDo: [
      'Call `/Auth` from your server: a secret key must never be in a page.',
      'Let only the widget call `/Token`, `/setCookie`, `/session` and `/feed/ticket`.',
    ],
    example: { parameter: 'Origin', detail: 'Call /Auth from your server, never from a page.' },
  },
  'scope-missing': {
    meaning:
      'The key is valid, but not for this product: `what`, `why` (including history and news) or `how`.',
    whatToDo: ['Ask your account representative to add the product to the key.'],
    example: { detail: 'The key is not scoped for "how".' },
  },
  'address-refused': {
    meaning: 'The key may be used only from certain IP addresses, and the request came from another address.',
    whatToDo: [
      'Call from an address on the list. Behind a proxy, the address of the proxy counts.',
      'Ask your account representative to change the list.',
    ],
    example: { detail: 'The key may not be used from this address.' },
  },
  'not-licensed': {
    meaning:
      'The operator of the service has not enabled market data, or not the prices that `parameter` filters by, for this account. Exchanges and data vendors license real-time, delayed and end-of-day prices separately for each firm that shows them.',
    whatToDo: [
      'Ask your account representative which data your agreement includes, and to enable it. The next request uses it; keys and tokens stay valid.',
      'If `parameter` is present, omit that filter: it would reveal prices that the account may not show.',
      'Operators: the log event `data-not-licensed` names the account and the command to enable its data.',
    ],
    example: {
      detail: 'Market data is not enabled for this account. The operator of the service can enable it.',
    },
  },
  'symbol-unknown': {
    meaning:
      'The ticker is well-formed, but the market data does not include it. If `parameter` is `contract` or `expiry`, the option has expired or is not listed, or no listed option expires on that day.',
    whatToDo: [
      'Search for it: `/api/v1/platform/symbols?query=` finds tickers by company name too.',
      'An option that is no longer listed has ended: remove it from the open positions. After a split, request the contract that replaced it.',
      'Only test keys know symbols such as `TEST.OK`. Keys of the demo account (`sub_demo_…`) read the market data that the service was started with.',
      'Do not repeat the request in a loop: an unknown symbol stays unknown until it is listed.',
    ],
    example: { parameter: 'symbol' },
  },
  'route-unknown': {
    meaning:
      'The service has nothing at this path, or not at this host name: each door can have its own host.',
    whatToDo: [
      'Compare path and host with `/openapi.json`: paths are case-sensitive, `/Token` and `/token` are different.',
    ],
    example: {},
  },
  'method-refused': {
    meaning: 'The path exists, but does not accept this method. `Allow` lists the accepted methods.',
    whatToDo: [
      'Use `GET` (or `HEAD`) for the data API. A redirect from `http` to `https` may have turned a `POST` into a `GET`.',
    ],
    example: { detail: 'Use POST.' },
  },
  'body-too-large': {
    meaning: `The body is larger than ${requestLimits.bodyBytes / 1024} KB.`,
    whatToDo: ['Send the listed fields only.'],
    example: { detail: `Send ${requestLimits.bodyBytes} bytes at most.` },
  },
  'content-type-refused': {
    meaning: 'The endpoint does not accept this type of body.',
    whatToDo: [
      'Send `application/x-www-form-urlencoded` to `/Auth`, and `application/json` to `/Token` and `/setCookie`.',
    ],
    example: { parameter: 'Content-Type', detail: 'Send application/json.' },
  },
  'host-unknown': {
    meaning: 'No door is available at the host name of the request.',
    whatToDo: [
      'Use the host name that you were given for your door.',
      'If you run your own proxy, forward the `Host` header.',
    ],
    example: {},
  },
  'rate-limited': {
    meaning: `There were more requests than the rate limit allows. The default is ${perMinute} a minute for a key, a client or a session. \`violated-policies\` names the policy.`,
    whatToDo: [
      'Wait for the seconds in `Retry-After`, then continue.',
      'Slow down before the limit is reached: `RateLimit` in every response has the number of remaining requests.',
      'Send fewer requests: prices are cached for 3 seconds, and the ideas change once a night.',
    ],
    example: { detail: `More than ${perMinute} requests in a minute. Try again in 1 s.` },
  },
  internal: {
    meaning: 'The service failed. Its log has the error under `requestId`.',
    whatToDo: ['Try once more after a second.', 'If it happens again, send the `requestId` to support.'],
    example: {},
  },
  unavailable: {
    meaning:
      'The store or the market data cannot be reached, or the first scan has not finished. If the service cannot check a credential, it refuses the request.',
    whatToDo: ['Retry after the seconds in `Retry-After`.', '`/readyz` reports when the service is ready.'],
    example: { detail: 'The first scan has not finished yet.' },
  },
}
