/** Descriptions of the schemas of tokens, sessions and problems. */
import type { DescriptionsOf } from './types.ts'

export const accessDescriptions: DescriptionsOf<
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
    description: 'Request of a partner’s server for a one-time token.',
    properties: {
      apikey: 'Public key of the account: `pk_…`.',
      secretKey: 'Secret key of the account: `sk_…`. It must stay on the server.',
      userId:
        'Opaque identifier of the only user who may use the token: not a name and not an e-mail address.',
    },
  },
  TokenRequest: { description: 'One of the two credentials of the widget, and the end user.' },
  TokenRequestByApiKey: {
    description: 'Flow with a public key. The page that embeds the widget must be whitelisted.',
    properties: {
      apiKey: 'Public key of the account: `pk_…`.',
      userId: 'Opaque, stable identifier of the end user: not a name and not an e-mail address.',
    },
  },
  TokenRequestByAuthToken: {
    description: 'Flow with a one-time token from the partner’s server.',
    properties: {
      authToken: 'Token from `POST /Auth`. It can be used once, within two minutes.',
      userId:
        'Opaque, stable identifier of the end user. If the token is bound to a user, it must be the same identifier.',
    },
  },
  AccessToken: {
    description: 'Access token of the widget.',
    properties: {
      access_token: 'The token: `wt_…`.',
      token_type: 'Type of the token. Send it as `Authorization: Bearer …`.',
      expires_in: ['seconds', 'Lifetime of the token: 86 400.'],
    },
  },
  SetCookieRequest: {
    description: 'Embedding page and name of the widget instance.',
    properties: {
      origin: 'Origin of the embedding page as reported by the browser; null for an opaque origin.',
      instance: 'Name of the widget instance. Each instance has its own cookie.',
      firstRequest:
        'Additive. Path and query of the first request to the data API, whose response the session’s response then has, too.',
    },
  },
  Session: {
    description: 'An open session.',
    properties: {
      expires_in: ['seconds', 'Lifetime of the session if it is not ended earlier.'],
      settings: 'Texts and links of the partner.',
      firstSymbol: 'Additive. First symbol of the ideas; null if there are no ideas or they cannot be read.',
      firstResponse:
        'Additive. Body of the response to `firstRequest`. Absent without one, and if the request was refused, has failed or would have delayed the session: send it again for the response or the reason.',
    },
  },
  PartnerSettings: {
    description:
      'Texts and links that a partner can set. Those that the partner has not set are the defaults of the service.',
    properties: {
      faqUrl: 'Page with questions and answers.',
      supportUrl: 'Support page.',
      feedbackUrl: 'Feedback page.',
      businessUrl: 'Page for business inquiries.',
      shareUrl: 'Address that the share button of the widget shares.',
      disclosureUrl: 'Page with disclosures.',
      disclaimer: 'Long disclaimer; null for the default text of the widget.',
      notice:
        'One-line risk notice in the footer, by language. For a missing language, the widget shows its default text.',
      conflicts: 'Statement about conflicts of interest, by language. The widget has no default text.',
      hideAnnualised: 'Whether the widget never extrapolates returns to a year.',
      hideRecord: 'Whether the widget hides what came of similar picks of the sealed record.',
    },
  },
  FeedTicket: {
    description: 'Ticket that opens the feed once, for a client that stores no cookie.',
    properties: { ticket: 'The ticket. It is valid for 30 seconds.' },
  },
  LegacyTokenRequest: {
    description:
      'OAuth 2.0 client credentials, RFC 6749 section 4.4.2. A client may identify itself by HTTP Basic instead of by the two fields.',
    properties: {
      grant_type: 'Type of the grant. Only client credentials are supported.',
      client_id: 'Identifier of the client; required unless HTTP Basic is used.',
      client_secret: 'Secret of the client; required unless HTTP Basic is used.',
    },
  },
  LegacyToken: {
    description: 'Successful response of RFC 6749, section 5.1.',
    properties: {
      access_token: 'The token: `lt_…`.',
      token_type: 'Type of the token. Send it as `Authorization: Bearer …`.',
      expires_in: ['seconds', 'Lifetime of the token: about 3600.'],
    },
  },
  OAuthError: {
    description: 'Error response of RFC 6749, section 5.2.',
    properties: {
      error: 'Error code. Base decisions on it.',
      error_description: 'Explanation for people, in English.',
    },
  },
  Problem: {
    description: 'Problem details of RFC 9457. Base decisions on `code`.',
    properties: {
      type: 'Address of the page that explains the code: `/problems/{code}`, relative to the host of the request.',
      code: 'Code of the problem.',
      title: 'Short English title of the problem, the same for every occurrence.',
      status: ['http-status', 'Status of the response, repeated.'],
      detail: 'English explanation for people: what was wrong with this request and what was expected.',
      parameter: 'Name of the parameter, field or header that is wrong.',
      requestId: 'Id of the request in the log of the service. Quote it to support.',
      origin: 'Origin to submit for whitelisting. Only with `domain-not-whitelisted`.',
      'violated-policies': 'Names of the rate limit policies that were exceeded. Only with `rate-limited`.',
    },
  },
}
