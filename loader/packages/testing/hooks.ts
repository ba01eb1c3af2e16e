/**
 * Names by which a test finds elements of the widget, independent of language, theme and layout. They are
 * stable within a major version and documented in docs/testing.md; hooks.test.ts compares app, documentation
 * and this list.
 */
import { panelNames, themes } from '#contract/bridge/options/options.ts'

/**
 * States of a panel. `empty`: it explains why it has no content. `stale`: its content cannot be refreshed any
 * more. Freshly loaded data that is old at its source is `ready`, or `empty`, with an {@link
 * UnknownReasonName}.
 */
export const panelStates = ['loading', 'ready', 'empty', 'error', 'stale'] as const
export type PanelState = (typeof panelStates)[number]

/** Time frames of How's grid, nearest expiry first. */
export const timeframes = ['short', 'medium', 'long'] as const
export type TimeframeName = (typeof timeframes)[number]

/** Columns of How's grid, lowest risk first. */
export const riskProfiles = ['conservative', 'optimal', 'aggressive'] as const
export type RiskProfileName = (typeof riskProfiles)[number]

export const legs = ['call', 'put'] as const
/** `call`: covered calls; `put`: cash-secured puts. */
export type LegName = (typeof legs)[number]

export const cellKinds = ['optimal', 'next-best', 'none'] as const
/** Content of a cell: a contract that fits, an alternative with its reason, or nothing. */
export type CellKind = (typeof cellKinds)[number]

/** Warnings about a contract. Equal to the contract's list, by hooks.test.ts. */
export const warnings = [
  'below-cost-basis',
  'earnings-before-expiry',
  'dividend-before-expiry',
  'wide-spread',
  'under-100-shares',
] as const

export const unknownReasons = [
  'no-bars',
  'old-bars',
  'too-few-bars',
  'flat-bars',
  'unresolved-split',
  'no-scan',
  'not-ranked',
  'no-chain',
  'old-chain',
  'price-drift',
  'no-price',
  'refused',
  'not-offered',
  'not-given',
  'not-provided',
  'not-licensed',
] as const
/** Reasons of unknown figures, as in the data API's `unknown`. Equal to the contract's list, by hooks.test.ts. */
export type UnknownReasonName = (typeof unknownReasons)[number]

/** States of an open option on the board, most urgent first. Equal to the contract's list, by hooks.test.ts. */
export const positionStates = [
  'assignment-likely',
  'tested',
  'few-days-left',
  'mostly-earned',
  'half-earned',
] as const

export const ticketStates = [
  'none',
  'handed',
  'waiting',
  'received',
  'refused',
  'unanswered',
  'unheard',
] as const
/**
 * State of a ticket: `handed` to a page that promised no response; `waiting` for a promised one; `received`
 * or `refused` by the page; `unanswered` in time; `unheard`: the page does not listen to tickets.
 */
export type TicketState = (typeof ticketStates)[number]

export const connections = ['live', 'stale', 'offline'] as const

export const dataStatuses = [
  'connecting',
  'live',
  'delayed',
  'paused',
  'closed',
  'recorded',
  'stale',
] as const
/** Timeliness of the data on screen. */
export type DataStatusName = (typeof dataStatuses)[number]

export const screens = ['failed', 'refused', 'ended'] as const
/** State of the whole widget: it could not start, it was refused, or its session has ended. */
export type ScreenName = (typeof screens)[number]

/** Kinds of orders for an open option: buy it back and sell another, or buy it back. */
const rollOrders = ['roll', 'close'] as const

/** Buttons that a test presses. */
export const actions = [
  'review',
  'trade',
  'try-again',
  'close',
  'settings',
  'share',
  'filters',
  'clear-filters',
  'compare',
  'details',
  'reasons',
  'refresh',
  'reload',
  'show-other',
  'calendar',
  'best-income',
  'before-expiry',
  'chain',
  'compare-open',
  'compare-clear',
  'sell',
  'remove',
  'review',
  'add-holding',
  'edit-holding',
  'save-holding',
  'remove-holding',
  'add-option',
  'remove-option',
  'import-holdings',
  'export-holdings',
  'choose-file',
  'save-import',
  'roll',
  'show-signal',
  'volatility',
  'pause',
  'resume',
  'chart-as-table',
  'confirm-old-options',
  're-peg',
  'trade-again',
  'export',
  'save-screen',
  'remove-screen',
  'close-chain',
  'show-card',
  'chain-columns',
  'chain-columns-fit',
  'compare-contract',
] as const
export type ActionName = (typeof actions)[number]

/** Filter fields for option sellers, of the ideas and of the best income trades. */
export const incomeFilters = ['minPrice', 'maxPrice', 'minYield', 'minIvRank', 'noEarnings'] as const

/** Further fields of the best income trades: filters, the order, and named screens. */
export const screenFields = [
  'maxCash',
  'minProbability',
  'maxDelta',
  'minDays',
  'maxDays',
  'maxSpread',
  'minOpenInterest',
  'minIvPercentile',
  'noDividend',
  'trend',
  'sector',
  'sort',
  'saved',
  'screen-name',
] as const

/** Layers of the price chart that a button toggles. */
export const chartLayers = ['candles', 'average-20', 'average-50', 'average-200', 'volume', 'trend'] as const

/** Buttons that change the range of the price chart. */
export const chartSteps = ['earlier', 'later', 'zoom-out', 'zoom-in'] as const

/** Attribute → its possible values, or a description of its value. */
export const hooks = {
  'data-theme': themes,
  'data-panel': panelNames,
  'data-state': panelStates,
  'data-unknown': unknownReasons,
  'data-symbol': 'ticker',
  'data-code': 'code',
  'data-tab': panelNames,
  'data-value': 'choice',
  'data-idea': 'ticker',
  'data-income': 'ticker',
  'data-filter': [...incomeFilters, ...screenFields],
  'data-sort': 'order of best income',
  'data-search': 'field',
  'data-match': 'ticker',
  'data-cell': timeframes.flatMap((row) => riskProfiles.map((column) => `${row}-${column}` as const)),
  'data-leg': legs,
  'data-kind': cellKinds,
  'data-option': 'OSI symbol',
  'data-quote': 'OSI symbol',
  'data-contract': 'OSI symbol',
  'data-pin': 'OSI symbol',
  'data-warnings': warnings,
  'data-holding': 'ticker',
  'data-open': 'OSI symbol',
  'data-attention': [...positionStates, 'none'],
  'data-candidate': 'OSI symbol',
  'data-roll': rollOrders,
  'data-ticket': ticketStates,
  'data-action': actions,
  'data-layer': chartLayers,
  'data-step': chartSteps,
  'data-signal': 'day',
  'data-connection': connections,
  'data-status': dataStatuses,
  'data-screen': screens,
} as const satisfies Record<string, readonly string[] | string>
