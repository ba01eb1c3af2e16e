/**
 * The descriptions of the options, which editors show. Each type of options (`load`, React props) maps over these
 * members, so their comments stay with the mapped members; options.ts has the types, and the build of the npm package
 * copies them to the element's attributes.
 */
export type OptionDescriptions = {
  /** Id of the element that contains the widget, without `#`. */
  destinationId: unknown
  /**
   * Your public key, `pk_…`. It opens the widget on pages whose origin is on your list. Default: none.
   */
  apiKey?: unknown
  /** One-time token from your server, valid for one start. Default: none. */
  authToken?: unknown
  /**
   * Stable id of the signed-in user, without personal data: at most 256 characters, no blanks and no `@`.
   */
  userId: unknown
  /** Width of the widget, a CSS size with its unit: `'600px'`. Default: `'100%'`. */
  width?: unknown
  /**
   * Height of the widget, a CSS size with its unit, or `'auto'`: as high as its content. Default: `'768px'`.
   */
  height?: unknown
  /**
   * Colours and layout; the `three-panel` themes show What, Why and How side by side, and `auto` follows the page's
   * `color-scheme` or the user's system. Default: `'light'`.
   */
  theme?: unknown
  /** First symbol, a ticker such as `AAPL` or `BRK.B`. Default: the symbol of the best idea. */
  symbol?: unknown
  /** Shows the header: search, market tone and settings. Default: `true`. */
  showHeader?: unknown
  /** Shows the tone of the whole market in the header. Default: `true`. */
  showMarketToneInHeader?: unknown
  /** Shows the list of ideas. Default: `true`. */
  showWhatPanel?: unknown
  /** Shows questions and answers, support and feedback in the header. Default: `false`. */
  showSupportButtons?: unknown
  /** Shows the disclaimer in the footer. Default: `false`. */
  showDisclaimer?: unknown
  /** Shows the link for business inquiries in the footer. Default: `false`. */
  showBusinessInquiries?: unknown
  /** Shows share buttons in the header. Default: `false`. */
  showSocialButtons?: unknown
  /** Shows news beside the chart. Default: `false`. */
  showNewsTab?: unknown
  /** Hides the choice of language in the settings. Default: `false`. */
  hideLocalizationOptions?: unknown
  /** Enables the single-key shortcuts `/` and `?`. Default: `true`. */
  shortcuts?: unknown
  /** Colour of a rising price, until the user chooses one. Default: `'green-up'`. */
  colorConvention?: unknown
  /** Palette, until the user chooses one; `safe` is blue and orange. Default: `'default'`. */
  colorVision?: unknown
  /** Height of table rows, until the user chooses one. Default: `'comfortable'`. */
  density?: unknown
  /**
   * Language: one of the widget, or any BCP 47 tag, which selects the nearest of them. Default: the browser’s.
   */
  locale?: unknown
  /**
   * Returns a new one-time token from your server within 30 seconds, or rejects. Called at the start if there is no
   * `authToken`, and when a session ends. Default: none.
   */
  getAuthToken?: unknown
  /**
   * Colour of buttons, links and selected items, any CSS colour, or one for light and one for dark themes: `{ light:
   * '#0b5fb3', dark: '#7ab8ff' }` or `'light-dark(#0b5fb3, #7ab8ff)'`. Adjusted if it is not readable. Default: the
   * theme’s.
   */
  accentColor?: unknown
  /** CSS font family; only fonts that the user’s system has. Default: Inter. */
  fontFamily?: unknown
  /** Radius of corners, a CSS length in px, rem or em, at most 16 px. Default: the theme’s. */
  radius?: unknown
  /** Panel in front if only one fits. Default: `'what'`, or `'why'` with `symbol`. */
  tab?: unknown
  /** `lazy` fetches the frame when it comes near the viewport. Default: `'eager'`. */
  loading?: unknown
  /**
   * Whether your page answers each trade ticket within 10 seconds; if no answer arrives, the user is informed.
   * Default: `false`.
   */
  acknowledgesTickets?: unknown
  /**
   * All positions and watched symbols of your user; `[]` means that the user has none. Default: the user’s own list.
   */
  holdings?: unknown
  /**
   * The view to open, a text that `getState()` or STATE_CHANGED has returned. Replaces `symbol` and `tab`. Default: none.
   */
  state?: unknown
}
