/** Tokens, sessions and problems. */
import type { WordsOf } from './words.ts'

export const accessWords: WordsOf<
  | 'AuthTokenRequest'
  | 'TokenRequest'
  | 'TokenRequestByApiKey'
  | 'TokenRequestByAuthToken'
  | 'AccessToken'
  | 'SetCookieRequest'
  | 'Session'
  | 'PartnerSettings'
  | 'FeedTicket'
  | 'LegacyTokenRequest'
  | 'LegacyToken'
  | 'OAuthError'
  | 'Problem'
> = {
  AuthTokenRequest: {
    description: 'What a partner’s server sends for a one-time token.',
    properties: {
      apikey: 'Public key of the account: `pk_…`.',
      secretKey: 'Its secret key: `sk_…`. It stays on the server.',
      userId: 'The only user the token is good for. An opaque identifier: no name, no e-mail address.',
    },
  },
  TokenRequest: { description: 'One of the widget’s two credentials, and the end user.' },
  TokenRequestByApiKey: {
    description: 'The flow with a public key; the page that embeds the widget must be whitelisted.',
    properties: {
      apiKey: 'Public key of the account: `pk_…`.',
      userId: 'Opaque, stable identifier of the end user: no name, no e-mail address.',
    },
  },
  TokenRequestByAuthToken: {
    description: 'The flow with a one-time token from the partner’s server.',
    properties: {
      authToken: 'The token from `POST /Auth`, good once and for two minutes.',
      userId: 'Opaque, stable identifier of the end user. If the token is bound to a user, the same one.',
    },
  },
  AccessToken: {
    description: 'The widget’s access token.',
    properties: {
      access_token: 'The token: `wt_…`.',
      token_type: 'How it is sent: `Authorization: Bearer …`.',
      expires_in: ['seconds', 'How long it lives: 86 400.'],
    },
  },
  SetCookieRequest: {
    description: 'Which page embeds the widget, and which instance of it asks.',
    properties: {
      origin: 'Origin of the embedding page as the browser asserts it; null for an opaque one.',
      instance: 'Name of the instance: each has its own cookie.',
    },
  },
  Session: {
    description: 'An open session.',
    properties: {
      expires_in: ['seconds', 'How long it lives by itself.'],
      settings: 'Texts and links of the partner.',
      firstSymbol: 'Additive. The first symbol of the ideas; null if there are none or they cannot be read.',
    },
  },
  PartnerSettings: {
    description: 'Texts and links that a partner may set; where he has not, they are those of the service.',
    properties: {
      faqUrl: 'Questions and answers.',
      supportUrl: 'Support.',
      feedbackUrl: 'Feedback.',
      businessUrl: 'Business inquiries.',
      shareUrl: 'What the widget’s share button shares.',
      disclosureUrl: 'Disclosures.',
      disclaimer: 'The long disclaimer; null for the widget’s own.',
      notice: 'The one line about risk in the footer, by language; without one, the widget’s own.',
      conflicts: 'Conflicts of interest, by language; the widget has none of its own.',
      hideAnnualised: 'Whether returns are never extrapolated to a year.',
    },
  },
  FeedTicket: {
    description: 'What opens the feed once, for a client that keeps no cookie.',
    properties: { ticket: 'The ticket, good for 30 seconds.' },
  },
  LegacyTokenRequest: {
    description:
      'OAuth 2.0 client credentials, RFC 6749 section 4.4.2. A client may identify itself by HTTP Basic instead of by the two fields.',
    properties: {
      grant_type: 'The only grant there is.',
      client_id: 'Identifier of the client; required unless HTTP Basic is used.',
      client_secret: 'Its secret; required unless HTTP Basic is used.',
    },
  },
  LegacyToken: {
    description: 'RFC 6749, section 5.1.',
    properties: {
      access_token: 'The token: `lt_…`.',
      token_type: 'How it is sent: `Authorization: Bearer …`.',
      expires_in: ['seconds', 'How long it lives: about 3600.'],
    },
  },
  OAuthError: {
    description: 'Why no token was made: RFC 6749, section 5.2.',
    properties: {
      error: 'The code to decide by.',
      error_description: 'The same for people, in English.',
    },
  },
  Problem: {
    description: 'Why a request was not answered: RFC 9457. Decide by `code`.',
    properties: {
      type: '`/problems/{code}`, relative to the host that was asked: a page that says what the code means and what to do.',
      code: 'Which problem it is.',
      title: 'The problem in a few English words, the same at every occurrence.',
      status: ['http-status', 'The status of the answer, repeated.'],
      detail: 'What was wrong with this request and what was expected, in English, for people.',
      parameter: 'Name of the parameter, field or header that is wrong.',
      requestId: 'Names the request in the log of the service; quote it to support.',
      origin: 'The origin to submit for whitelisting; only with `domain-not-whitelisted`.',
      'violated-policies': 'Names of the rate limit policies that were exceeded; only with `rate-limited`.',
    },
  },
}
