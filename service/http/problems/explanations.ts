/**
 * Meaning of every problem code and what to do, in English: for the pages at `/problems/{code}` and the API
 * description.
 */
import type { ProblemCode, ProblemExtras } from '#contract/api/problem.ts'
import { defaultLimits, requestLimits } from '#service/shared/limits.ts'

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
      'Send the ticker alone, without its exchange: `AAPL`, `BRK.B`.',
      'Encode a slash in it as `%2F`, or write a dot: `BRK.B` and `BRK%2FB` are the same.',
    ],
    example: { parameter: 'symbol', detail: 'Expected a ticker such as AAPL or BRK.B.' },
  },
  'malformed-parameter': {
    meaning:
      'A query parameter has a value that is not allowed. `parameter` names it; `detail` says what is expected.',
    whatToDo: [
      'Correct the parameter, or omit it if it is optional.',
      'Write numbers plainly: `25000`, not `25,000` and not `$25000`.',
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
    meaning: 'The request carries no credential. `WWW-Authenticate` says which are taken.',
    whatToDo: [
      'Send `Op-Subscription-Key: <your key>`, or `Authorization: Bearer <token>`.',
      'Check whether a proxy, or a redirect to another host, drops the header.',
    ],
    example: { detail: 'Send Op-Subscription-Key, or Authorization: Bearer.' },
  },
  'credential-invalid': {
    meaning:
      'The key, token or secret is unknown, revoked, expired, already used, of another door, or one of two kinds sent at once. The response does not distinguish the first five.',
    whatToDo: [
      'Send one credential only.',
      'A token from `/token` lives an hour: fetch a new one. A token from `/Auth` is good once.',
      'Send a public key (`pk_…`) to `/Token` only, a client’s secret (`cs_…`) to `/token` only, a subscription key (`sub_…`) in `Op-Subscription-Key` only.',
      'Still refused: ask your account representative for a new key.',
    ],
    example: { parameter: 'Op-Subscription-Key' },
  },
  'session-ended': {
    meaning: 'The session of a widget was ended, has expired, or its key was revoked.',
    whatToDo: [
      'The widget opens a new session by itself, or asks the page for a new token.',
      'A client of its own starts again with `POST /Token`.',
    ],
    example: {},
  },
  'domain-not-whitelisted': {
    meaning:
      'The page that embeds the widget, in the flow with a public key, is not on the account’s list of domains. `origin` is the page’s origin as the browser asserts it.',
    whatToDo: [
      'Submit exactly the value of `origin` for whitelisting: scheme, host and port count.',
      'Pages opened from a file, and sandboxed ones, have the origin `null`, which cannot be listed: serve them over HTTP, or use the flow with a one-time token.',
    ],
    example: {
      origin: 'https://www.partner.example',
      detail:
        'The embedding page is not on a whitelisted domain of this account. Submit its origin for whitelisting.',
    },
  },
  'origin-refused': {
    meaning:
      '`/Auth` was called from a browser, or an endpoint of the widget from another address than the widget’s own.',
    whatToDo: [
      'Call `/Auth` from your server: a secret key never belongs in a page.',
      'Leave `/Token`, `/setCookie`, `/session` and `/feed/ticket` to the widget.',
    ],
    example: { parameter: 'Origin', detail: 'Call /Auth from your server, never from a page.' },
  },
  'scope-missing': {
    meaning: 'The key is good, but not for this product: `what`, `why` (history and news included) or `how`.',
    whatToDo: ['Ask your account representative to add the product to the key.'],
    example: { detail: 'The key is not scoped for "how".' },
  },
  'address-refused': {
    meaning: 'The key may be used from certain IP addresses only, and the request came from another.',
    whatToDo: [
      'Call from an address of the list; behind a proxy its own address counts.',
      'Ask your account representative to change the list.',
    ],
    example: { detail: 'The key may not be used from this address.' },
  },
  'symbol-unknown': {
    meaning:
      'The ticker is well-formed, but the market data does not know it. With `parameter` `contract` or `expiry`: the option has expired or is not listed, or the expiration is not listed.',
    whatToDo: [
      'Look it up: `/api/v1/platform/symbols?query=` finds tickers by company name too.',
      'An option that is no longer listed has ended: remove it from the open positions. After a split request the contract that replaced it.',
      'Symbols such as `TEST.OK` are known to test keys alone. The demo account’s keys are none, though they begin with `sub_test_`: they read the market the service was started with.',
      'Do not repeat the request in a loop: an unknown symbol stays unknown until it is listed.',
    ],
    example: { parameter: 'symbol' },
  },
  'route-unknown': {
    meaning: 'There is nothing at this path, or not at this host name: each door can have its own host.',
    whatToDo: [
      'Compare path and host with `/openapi.json`: paths are case-sensitive, `/Token` and `/token` are different.',
    ],
    example: {},
  },
  'method-refused': {
    meaning: 'The path is there, but does not take this method. `Allow` lists those it takes.',
    whatToDo: [
      'Use `GET` (or `HEAD`) for the data API. A redirect from `http` to `https` may have turned a `POST` into a `GET`.',
    ],
    example: { detail: 'Use POST.' },
  },
  'body-too-large': {
    meaning: `The body has more than ${requestLimits.bodyBytes / 1024} KB.`,
    whatToDo: ['Send the listed fields only.'],
    example: { detail: `Send ${requestLimits.bodyBytes} bytes at most.` },
  },
  'content-type-refused': {
    meaning: 'The body is of a type that this endpoint does not take.',
    whatToDo: [
      'Send `application/x-www-form-urlencoded` to `/Auth`, `application/json` to `/Token` and `/setCookie`.',
    ],
    example: { parameter: 'Content-Type', detail: 'Send application/json.' },
  },
  'host-unknown': {
    meaning: 'None of the doors is open at the host name the request was sent to.',
    whatToDo: [
      'Use the host name you were given for your door.',
      'Behind a proxy of your own, pass the `Host` header on.',
    ],
    example: {},
  },
  'rate-limited': {
    meaning: `More requests than the allowance: by default ${perMinute} a minute for a key, a client or a session. \`violated-policies\` names the policy.`,
    whatToDo: [
      'Wait for the seconds in `Retry-After`, then continue.',
      'Slow down before the limit is reached: `RateLimit` on every response has the remaining requests.',
      'Send fewer requests: prices are cached for 3 seconds, and the ideas change once a night.',
    ],
    example: { detail: `More than ${perMinute} requests in a minute. Try again in 1 s.` },
  },
  internal: {
    meaning: 'A fault of the service. It is in the log under `requestId`.',
    whatToDo: ['Try once more after a second.', 'If it happens again, send the `requestId` to support.'],
    example: {},
  },
  unavailable: {
    meaning:
      'The store or the market data cannot be reached, or the first scan has not finished. If the service cannot check a credential, it refuses the request.',
    whatToDo: ['Retry after the seconds in `Retry-After`.', '`/readyz` says when the service is ready.'],
    example: { detail: 'The first scan has not finished yet.' },
  },
}
