/**
 * Every sentence the service writes, once, in English: code → template. The service renders the English texts of its
 * resources from here (`renderEnglish`) and sends the code with its values beside them (`Message`), so that a reader
 * in another language translates templates, never numbers.
 *
 * Templates are i18next's: `{{name}}` is a text, `{{name, format}}` a value in one of the formats below, and a code
 * that counts something has the plural forms `code_one` and `code_other`, chosen by the value `count`. Codes hold
 * dots, so i18next needs `keySeparator: false`. Directions are never values but codes of their own: a translator
 * always has a whole sentence.
 *
 * | format        | value                                | English              |
 * |---------------|--------------------------------------|----------------------|
 * | `price`       | dollars                              | $1,234.56            |
 * | `percent`     | decimal                              | 74%                  |
 * | `percent1`    | decimal                              | 9.4%                 |
 * | `percent2`    | decimal                              | 1.21%                |
 * | `probability` | decimal, never certain               | <1%, 68%, >99%       |
 * | `number`      | any number, two decimals at most     | 1,234.5              |
 * | `count`       | whole number                         | 1,234                |
 * | `day`         | `YYYY-MM-DD`                         | Jan 16, 2026         |
 *
 * An annualised return is followed by `{{mark}}`, which is that of annualized.ts.
 */
import type { Message } from './ideas.ts'

export const messages = {
  // Rules: `.name` is the rule's name, `.reason` a few words, `.sentence` the whole thought.
  'rule.rsi-rises-above-30.name': 'RSI leaves oversold',
  'rule.rsi-rises-above-30.reason': '{{period, count}}-day RSI rose above {{level, number}}',
  'rule.rsi-rises-above-30.sentence':
    '{{company}} ({{symbol}}) is in a bullish six-month trend and its {{period, count}}-day RSI crossed back above {{level, number}} to {{value, number}} on {{date, day}}, a sign that the pullback may be over.',
  'rule.rsi-falls-below-70.name': 'RSI leaves overbought',
  'rule.rsi-falls-below-70.reason': '{{period, count}}-day RSI fell below {{level, number}}',
  'rule.rsi-falls-below-70.sentence':
    '{{company}} ({{symbol}}) is in a bearish six-month trend and its {{period, count}}-day RSI crossed back below {{level, number}} to {{value, number}} on {{date, day}}, a sign that the rally may be over.',
  'rule.cci-rises-above-minus-200.name': 'CCI leaves oversold',
  'rule.cci-rises-above-minus-200.reason': '{{period, count}}-day CCI rose above {{level, number}}',
  'rule.cci-rises-above-minus-200.sentence':
    '{{company}} ({{symbol}}) is in a bullish six-month trend and its {{period, count}}-day CCI recovered above {{level, number}} to {{value, number}} on {{date, day}}: the selling that pushed it to an extreme is easing.',
  'rule.cci-falls-below-200.name': 'CCI leaves overbought',
  'rule.cci-falls-below-200.reason': '{{period, count}}-day CCI fell below {{level, number}}',
  'rule.cci-falls-below-200.sentence':
    '{{company}} ({{symbol}}) is in a bearish six-month trend and its {{period, count}}-day CCI dropped below {{level, number}} to {{value, number}} on {{date, day}}: the buying that pushed it to an extreme is easing.',
  'rule.williams-r-rises-above-minus-80.name': 'Williams %R leaves oversold',
  'rule.williams-r-rises-above-minus-80.reason':
    '{{period, count}}-day Williams %R rose above {{level, number}}',
  'rule.williams-r-rises-above-minus-80.sentence':
    '{{company}} ({{symbol}}) is in a bullish six-month trend and its {{period, count}}-day Williams %R rose above {{level, number}} to {{value, number}} on {{date, day}}, so it is no longer oversold within that trend.',
  'rule.williams-r-falls-below-minus-20.name': 'Williams %R leaves overbought',
  'rule.williams-r-falls-below-minus-20.reason':
    '{{period, count}}-day Williams %R fell below {{level, number}}',
  'rule.williams-r-falls-below-minus-20.sentence':
    '{{company}} ({{symbol}}) is in a bearish six-month trend and its {{period, count}}-day Williams %R fell below {{level, number}} to {{value, number}} on {{date, day}}, so it is no longer overbought within that trend.',
  'rule.mfi-rises-above-10.name': 'Money flow leaves oversold',
  'rule.mfi-rises-above-10.reason': '{{period, count}}-day money flow index rose above {{level, number}}',
  'rule.mfi-rises-above-10.sentence':
    '{{company}} ({{symbol}}) is in a bullish six-month trend and its {{period, count}}-day money flow index rose above {{level, number}} to {{value, number}} on {{date, day}}: money is coming back in.',
  'rule.mfi-falls-below-90.name': 'Money flow leaves overbought',
  'rule.mfi-falls-below-90.reason': '{{period, count}}-day money flow index fell below {{level, number}}',
  'rule.mfi-falls-below-90.sentence':
    '{{company}} ({{symbol}}) is in a bearish six-month trend and its {{period, count}}-day money flow index fell below {{level, number}} to {{value, number}} on {{date, day}}: money is going out again.',
  'rule.rsi-dip.name': 'Dip in an uptrend (RSI)',
  'rule.rsi-dip.reason': '{{period, count}}-day RSI rose above {{level, number}} in an uptrend',
  'rule.rsi-dip.sentence':
    '{{company}} ({{symbol}}) is bullish over one and six months, and after a short dip its {{period, count}}-day RSI rose above {{level, number}} to {{value, number}} on {{date, day}}, a sign that buyers are stepping back in.',
  'rule.rsi-rally.name': 'Rally in a downtrend (RSI)',
  'rule.rsi-rally.reason': '{{period, count}}-day RSI fell below {{level, number}} in a downtrend',
  'rule.rsi-rally.sentence':
    '{{company}} ({{symbol}}) is bearish over one and six months, and after a short rally its {{period, count}}-day RSI fell below {{level, number}} to {{value, number}} on {{date, day}}, a sign that sellers are stepping back in.',
  'rule.cci-dip.name': 'Dip in an uptrend (CCI)',
  'rule.cci-dip.reason': '{{period, count}}-day CCI rose above {{level, number}} in an uptrend',
  'rule.cci-dip.sentence':
    '{{company}} ({{symbol}}) is bullish over one and six months, and after a short dip its {{period, count}}-day CCI rose above {{level, number}} to {{value, number}} on {{date, day}}, a sign that the uptrend may resume.',
  'rule.cci-rally.name': 'Rally in a downtrend (CCI)',
  'rule.cci-rally.reason': '{{period, count}}-day CCI fell below {{level, number}} in a downtrend',
  'rule.cci-rally.sentence':
    '{{company}} ({{symbol}}) is bearish over one and six months, and after a short rally its {{period, count}}-day CCI fell below {{level, number}} to {{value, number}} on {{date, day}}, a sign that the downtrend may resume.',
  'rule.golden-cross.name': 'Golden cross',
  'rule.golden-cross.reason': '50-day average crossed above the 200-day average',
  'rule.golden-cross.sentence':
    'The 50-day average of {{company}} ({{symbol}}) crossed above its 200-day average of {{value, price}} on {{date, day}}, which often marks the start of a longer uptrend.',
  'rule.death-cross.name': 'Death cross',
  'rule.death-cross.reason': '50-day average crossed below the 200-day average',
  'rule.death-cross.sentence':
    'The 50-day average of {{company}} ({{symbol}}) crossed below its 200-day average of {{value, price}} on {{date, day}}, which often marks the start of a longer downtrend.',
  'rule.breakout.name': 'Breakout on volume',
  'rule.breakout.reason': '{{period, count}}-day high on heavy volume',
  'rule.breakout.sentence':
    '{{company}} ({{symbol}}) closed at {{price, price}} on {{date, day}}, above its {{period, count}}-day high of {{value, price}}, with {{volume, number}} times its usual volume.',
  'rule.breakdown.name': 'Breakdown on volume',
  'rule.breakdown.reason': '{{period, count}}-day low on heavy volume',
  'rule.breakdown.sentence':
    '{{company}} ({{symbol}}) closed at {{price, price}} on {{date, day}}, below its {{period, count}}-day low of {{value, price}}, with {{volume, number}} times its usual volume.',
  'rule.macd-crosses-above.name': 'MACD turns up',
  'rule.macd-crosses-above.reason': 'MACD crossed above its signal line',
  'rule.macd-crosses-above.sentence':
    '{{company}} ({{symbol}}) is in a bullish six-month trend and its MACD crossed above its signal line on {{date, day}}: momentum is turning up.',
  'rule.macd-crosses-below.name': 'MACD turns down',
  'rule.macd-crosses-below.reason': 'MACD crossed below its signal line',
  'rule.macd-crosses-below.sentence':
    '{{company}} ({{symbol}}) is in a bearish six-month trend and its MACD crossed below its signal line on {{date, day}}: momentum is turning down.',
  'rule.squeeze-breaks-up.name': 'Squeeze breaks up',
  'rule.squeeze-breaks-up.reason': 'Closed above a narrow Bollinger band',
  'rule.squeeze-breaks-up.sentence':
    'After trading in its narrowest range for months, {{company}} ({{symbol}}) closed above its {{period, count}}-day Bollinger band at {{value, price}} on {{date, day}}; such quiet spells often end in a larger move.',
  'rule.squeeze-breaks-down.name': 'Squeeze breaks down',
  'rule.squeeze-breaks-down.reason': 'Closed below a narrow Bollinger band',
  'rule.squeeze-breaks-down.sentence':
    'After trading in its narrowest range for months, {{company}} ({{symbol}}) closed below its {{period, count}}-day Bollinger band at {{value, price}} on {{date, day}}; such quiet spells often end in a larger move.',
  'rule.year-high.name': '52-week high',
  'rule.year-high.reason': 'First 52-week high in a while',
  'rule.year-high.sentence':
    '{{company}} ({{symbol}}) rose to {{price, price}} on {{date, day}}, above its 52-week high of {{value, price}}, for the first time in {{quiet, count}} sessions or more.',
  'rule.year-low.name': '52-week low',
  'rule.year-low.reason': 'First 52-week low in a while',
  'rule.year-low.sentence':
    '{{company}} ({{symbol}}) fell to {{price, price}} on {{date, day}}, below its 52-week low of {{value, price}}, for the first time in {{quiet, count}} sessions or more.',
  'rule.support-bounce.name': 'Bounce at support',
  'rule.support-bounce.reason': 'Turned up at a support level',
  'rule.support-bounce.sentence':
    '{{company}} ({{symbol}}) came down to its support near {{value, price}} on {{date, day}} and closed above it at {{price, price}}, within a bullish six-month trend.',
  'rule.resistance-rejection.name': 'Turned back at resistance',
  'rule.resistance-rejection.reason': 'Turned down at a resistance level',
  'rule.resistance-rejection.sentence':
    '{{company}} ({{symbol}}) came up to its resistance near {{value, price}} on {{date, day}} and closed below it at {{price, price}}, within a bearish six-month trend.',

  // Liquidity of a symbol's options.
  'liquidity.1': 'Very Liquid',
  'liquidity.2': 'Somewhat Liquid',
  'liquidity.3': 'Not Liquid',

  // Summary of Why.
  'why.bullish.both-levels':
    '{{company}} ({{symbol}}) is in a bullish trend with a technical rank of {{rank, count}} out of 10. At {{price, price}}, the nearest support is {{support, price}} and the nearest resistance {{resistance, price}}.',
  'why.bullish.support-only':
    '{{company}} ({{symbol}}) is in a bullish trend with a technical rank of {{rank, count}} out of 10. At {{price, price}}, the nearest support is {{support, price}} and there is no resistance above it within the last year.',
  'why.bullish.resistance-only':
    '{{company}} ({{symbol}}) is in a bullish trend with a technical rank of {{rank, count}} out of 10. At {{price, price}}, the nearest resistance is {{resistance, price}} and there is no support below it within the last year.',
  'why.bullish.no-levels':
    '{{company}} ({{symbol}}) is in a bullish trend with a technical rank of {{rank, count}} out of 10, at {{price, price}}.',
  'why.bearish.both-levels':
    '{{company}} ({{symbol}}) is in a bearish trend with a technical rank of {{rank, count}} out of 10. At {{price, price}}, the nearest resistance is {{resistance, price}} and the nearest support {{support, price}}.',
  'why.bearish.support-only':
    '{{company}} ({{symbol}}) is in a bearish trend with a technical rank of {{rank, count}} out of 10. At {{price, price}}, the nearest support is {{support, price}} and there is no resistance above it within the last year.',
  'why.bearish.resistance-only':
    '{{company}} ({{symbol}}) is in a bearish trend with a technical rank of {{rank, count}} out of 10. At {{price, price}}, the nearest resistance is {{resistance, price}} and there is no support below it within the last year.',
  'why.bearish.no-levels':
    '{{company}} ({{symbol}}) is in a bearish trend with a technical rank of {{rank, count}} out of 10, at {{price, price}}.',
  'why.neutral.both-levels':
    '{{company}} ({{symbol}}) shows no clear trend and has a technical rank of {{rank, count}} out of 10. At {{price, price}}, it trades between support at {{support, price}} and resistance at {{resistance, price}}.',
  'why.neutral.support-only':
    '{{company}} ({{symbol}}) shows no clear trend and has a technical rank of {{rank, count}} out of 10. At {{price, price}}, the nearest support is {{support, price}} and there is no resistance above it within the last year.',
  'why.neutral.resistance-only':
    '{{company}} ({{symbol}}) shows no clear trend and has a technical rank of {{rank, count}} out of 10. At {{price, price}}, the nearest resistance is {{resistance, price}} and there is no support below it within the last year.',
  'why.neutral.no-levels':
    '{{company}} ({{symbol}}) shows no clear trend and has a technical rank of {{rank, count}} out of 10, at {{price, price}}.',

  // Checklist of an income trade.
  'checklist.ProbabilityOfProfit.Good':
    'The probability that the option expires worthless and you keep the whole premium is high: {{probability, probability}}.',
  'checklist.ProbabilityOfProfit.Neutral':
    'The probability that the option expires worthless and you keep the whole premium is moderate: {{probability, probability}}.',
  'checklist.ProbabilityOfProfit.Bad':
    'The probability that the option expires worthless and you keep the whole premium is low: {{probability, probability}}.',
  'checklist.AnnualizedReturn.Good':
    'The premium pays {{annualized, percent1}}{{mark}} a year, {{return, percent2}} over the life of the trade.',
  'checklist.AnnualizedReturn.Neutral':
    'The premium pays a moderate {{annualized, percent1}}{{mark}} a year, {{return, percent2}} over the life of the trade.',
  'checklist.AnnualizedReturn.Bad':
    'The premium pays only {{annualized, percent1}}{{mark}} a year, {{return, percent2}} over the life of the trade.',
  'checklist.Earnings.Good': 'No earnings report is due before the expiration on {{expiry, day}}.',
  'checklist.Earnings.Neutral':
    'Earnings are due on {{date, day}}, before the expiration on {{expiry, day}}: expect a larger move.',
  'checklist.Earnings.Neutral.estimated':
    'Earnings are estimated for {{date, day}}, before the expiration on {{expiry, day}}: expect a larger move.',
  'checklist.Earnings.Neutral.unknown':
    'The next earnings date is not known; check it before trading an option that expires on {{expiry, day}}.',
  'checklist.Liquidity.Good': 'The bid-ask spread is narrow: {{spread, percent}} of the mid price.',
  'checklist.Liquidity.Neutral':
    'The bid-ask spread is {{spread, percent}} of the mid price: use a limit order near {{mid, price}}.',
  'checklist.Liquidity.Bad':
    'The bid-ask spread is wide, {{spread, percent}} of the mid price: use a limit order near {{mid, price}} and expect to wait.',
  'checklist.StockTrend.Good.one-month':
    'The one-month trend of {{symbol}} is bullish, in favor of this trade.',
  'checklist.StockTrend.Neutral.one-month': 'The one-month trend of {{symbol}} is neutral.',
  'checklist.StockTrend.Bad.one-month': 'The one-month trend of {{symbol}} is bearish, against this trade.',
  'checklist.StockTrend.Good.six-month':
    'The six-month trend of {{symbol}} is bullish, in favor of this trade.',
  'checklist.StockTrend.Neutral.six-month': 'The six-month trend of {{symbol}} is neutral.',
  'checklist.StockTrend.Bad.six-month': 'The six-month trend of {{symbol}} is bearish, against this trade.',
  'checklist.MarketTrend.Good.one-month':
    'The one-month trend of the market ({{benchmark}}) is bullish, in favor of this trade.',
  'checklist.MarketTrend.Neutral.one-month': 'The one-month trend of the market ({{benchmark}}) is neutral.',
  'checklist.MarketTrend.Bad.one-month':
    'The one-month trend of the market ({{benchmark}}) is bearish, against this trade.',
  'checklist.MarketTrend.Good.six-month':
    'The six-month trend of the market ({{benchmark}}) is bullish, in favor of this trade.',
  'checklist.MarketTrend.Neutral.six-month': 'The six-month trend of the market ({{benchmark}}) is neutral.',
  'checklist.MarketTrend.Bad.six-month':
    'The six-month trend of the market ({{benchmark}}) is bearish, against this trade.',
  'checklist.MarketTrend.Neutral.unknown': 'The trend of the market is not known.',
  'checklist.ImpliedVolatility.Good':
    'Implied volatility is high for this stock, rank {{rank, number}} of 100: options pay more than usual.',
  'checklist.ImpliedVolatility.Neutral':
    'Implied volatility is about normal for this stock, rank {{rank, number}} of 100.',
  'checklist.ImpliedVolatility.Bad':
    'Implied volatility is low for this stock, rank {{rank, number}} of 100: options pay less than usual.',
  'checklist.ImpliedVolatility.Good.historical':
    'The stock has been volatile for its own standards, rank {{rank, number}} of 100 by realized volatility: options tend to pay more.',
  'checklist.ImpliedVolatility.Neutral.historical':
    'The stock has moved about as much as usual, rank {{rank, number}} of 100 by realized volatility.',
  'checklist.ImpliedVolatility.Bad.historical':
    'The stock has been calm for its own standards, rank {{rank, number}} of 100 by realized volatility: options tend to pay less.',
  'checklist.ImpliedVolatility.Neutral.unknown':
    'There is too little history to say whether options on this stock pay more or less than usual.',
  'checklist.Dividend.Good': 'No dividend is due before the expiration on {{expiry, day}}.',
  'checklist.Dividend.Neutral.call':
    'A dividend of {{amount, price}} per share goes ex on {{date, day}}, before the expiration: early assignment is possible if the call is in the money by then.',
  'checklist.Dividend.Bad.call':
    'A dividend of {{amount, price}} per share goes ex on {{date, day}} and exceeds the time value left in this call: early assignment is likely.',
  'checklist.Dividend.Neutral.put':
    'A dividend of {{amount, price}} per share goes ex on {{date, day}}, before the expiration: the stock usually falls by about as much that day.',
  'checklist.Score.Good':
    'The score is {{score, count}}: the reward is fair or better for the risk (100 is a fair bet).',
  'checklist.Score.Neutral':
    'The score is {{score, count}}: the reward is a little low for the risk (100 is a fair bet).',
  'checklist.Score.Bad': 'The score is {{score, count}}: the reward is low for the risk (100 is a fair bet).',

  // An income trade in plain English. `count` is the number of contracts.
  'income.call_one':
    'Sell {{count, count}} {{symbol}} {{expiry, day}} {{strike, price}} call for {{premium, price}} per share against {{shares, count}} shares you own. You receive {{income, price}} now, a return of {{return, percent2}} in {{days, count}} days ({{annualized, percent1}}{{mark}} a year). There is a {{probability, probability}} probability that the option expires worthless and you keep the premium and the shares. If the stock is above {{strike, price}} at expiration, expect assignment: your shares are sold at {{strike, price}} and the most you can make is {{maxReward, price}}. Your breakeven is {{breakeven, price}}; the most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',
  'income.call_other':
    'Sell {{count, count}} {{symbol}} {{expiry, day}} {{strike, price}} calls for {{premium, price}} per share against {{shares, count}} shares you own. You receive {{income, price}} now, a return of {{return, percent2}} in {{days, count}} days ({{annualized, percent1}}{{mark}} a year). There is a {{probability, probability}} probability that the options expire worthless and you keep the premium and the shares. If the stock is above {{strike, price}} at expiration, expect assignment: your shares are sold at {{strike, price}} and the most you can make is {{maxReward, price}}. Your breakeven is {{breakeven, price}}; the most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',
  'income.call.cost-basis_one':
    'Sell {{count, count}} {{symbol}} {{expiry, day}} {{strike, price}} call for {{premium, price}} per share against {{shares, count}} shares you bought at {{costBasis, price}}. You receive {{income, price}} now, a return of {{return, percent2}} in {{days, count}} days ({{annualized, percent1}}{{mark}} a year). There is a {{probability, probability}} probability that the option expires worthless and you keep the premium and the shares. If the stock is above {{strike, price}} at expiration, expect assignment: your shares are sold at {{strike, price}}, for a total gain of {{maxReward, price}} on what you paid. The premium lowers your breakeven to {{breakeven, price}}; the most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',
  'income.call.cost-basis_other':
    'Sell {{count, count}} {{symbol}} {{expiry, day}} {{strike, price}} calls for {{premium, price}} per share against {{shares, count}} shares you bought at {{costBasis, price}}. You receive {{income, price}} now, a return of {{return, percent2}} in {{days, count}} days ({{annualized, percent1}}{{mark}} a year). There is a {{probability, probability}} probability that the options expire worthless and you keep the premium and the shares. If the stock is above {{strike, price}} at expiration, expect assignment: your shares are sold at {{strike, price}}, for a total gain of {{maxReward, price}} on what you paid. The premium lowers your breakeven to {{breakeven, price}}; the most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',
  'income.call.cost-basis-loss_one':
    'Sell {{count, count}} {{symbol}} {{expiry, day}} {{strike, price}} call for {{premium, price}} per share against {{shares, count}} shares you bought at {{costBasis, price}}. You receive {{income, price}} now, a return of {{return, percent2}} in {{days, count}} days ({{annualized, percent1}}{{mark}} a year). There is a {{probability, probability}} probability that the option expires worthless and you keep the premium and the shares. If the stock is above {{strike, price}} at expiration, expect assignment: your shares are sold at {{strike, price}}, below what you paid, for a total loss of {{loss, price}}. The premium lowers your breakeven to {{breakeven, price}}; the most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',
  'income.call.cost-basis-loss_other':
    'Sell {{count, count}} {{symbol}} {{expiry, day}} {{strike, price}} calls for {{premium, price}} per share against {{shares, count}} shares you bought at {{costBasis, price}}. You receive {{income, price}} now, a return of {{return, percent2}} in {{days, count}} days ({{annualized, percent1}}{{mark}} a year). There is a {{probability, probability}} probability that the options expire worthless and you keep the premium and the shares. If the stock is above {{strike, price}} at expiration, expect assignment: your shares are sold at {{strike, price}}, below what you paid, for a total loss of {{loss, price}}. The premium lowers your breakeven to {{breakeven, price}}; the most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',
  'income.put_one':
    'Sell {{count, count}} {{symbol}} {{expiry, day}} {{strike, price}} put for {{premium, price}} per share, secured by {{cash, price}} in cash. You receive {{income, price}} now, a return of {{return, percent2}} in {{days, count}} days ({{annualized, percent1}}{{mark}} a year), which is the most you can make. There is a {{probability, probability}} probability that the option expires worthless and you keep the premium. If the stock is below {{strike, price}} at expiration, expect assignment: you buy {{shares, count}} shares at {{strike, price}}, for a net cost and breakeven of {{breakeven, price}} per share. The most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',
  'income.put_other':
    'Sell {{count, count}} {{symbol}} {{expiry, day}} {{strike, price}} puts for {{premium, price}} per share, secured by {{cash, price}} in cash. You receive {{income, price}} now, a return of {{return, percent2}} in {{days, count}} days ({{annualized, percent1}}{{mark}} a year), which is the most you can make. There is a {{probability, probability}} probability that the options expire worthless and you keep the premium. If the stock is below {{strike, price}} at expiration, expect assignment: you buy {{shares, count}} shares at {{strike, price}}, for a net cost and breakeven of {{breakeven, price}} per share. The most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',

  // Why an alternative is shown where nothing fits.
  'alternative.probability-low':
    'No contract here has a probability between {{low, percent}} and {{high, percent}} of expiring worthless; the next best has {{probability, probability}} and a higher risk of assignment.',
  'alternative.probability-high':
    'No contract here has a probability between {{low, percent}} and {{high, percent}} of expiring worthless; the next best has {{probability, probability}} and pays less.',
  'alternative.expiry-early':
    'No suitable expiration lies between {{from, count}} and {{to, count}} days; the next best expires earlier, in {{days, count}} days.',
  'alternative.expiry-late':
    'No suitable expiration lies between {{from, count}} and {{to, count}} days; the next best expires later, in {{days, count}} days.',
  'alternative.spread':
    'Every contract here has a very wide bid-ask spread; the next best has {{spread, percent}} of its mid price. Use a limit order.',
  'alternative.open-interest':
    'Few contracts are open here; the next best has an open interest of {{openInterest, count}} and may be hard to close.',
  'alternative.open-interest-unknown':
    'Open interest is not known for the contracts here; the next best may be hard to close.',
  'alternative.return':
    'Every contract here pays less than {{least, percent}} a year; the next best pays {{annualized, percent1}}{{mark}}.',
} as const

type Template = keyof typeof messages
/** A message's code: its template's key without the plural form. */
export type MessageCode = Template extends infer K
  ? K extends `${infer Base}_${'one' | 'other'}`
    ? Base
    : K
  : never

type TemplateOf<C extends MessageCode> = C extends Template
  ? (typeof messages)[C]
  : `${C}_other` extends Template
    ? (typeof messages)[`${C}_other`]
    : never
type Placeholders<T extends string> = T extends `${string}{{${infer Inside}}}${infer Rest}`
  ? Inside | Placeholders<Rest>
  : never
type NameOf<P extends string> = P extends `${infer Name}, ${string}` ? Name : P
type ValueOf<P extends string> = P extends `${string}, day`
  ? string
  : P extends `${string}, ${string}`
    ? number
    : string
/** The values a template names: numbers raw, days `YYYY-MM-DD`. */
export type MessageParams<C extends MessageCode> = {
  [P in Placeholders<TemplateOf<C>> as NameOf<P>]: ValueOf<P>
}

/** Pairs a code with exactly the values its template names. */
export const message = <C extends MessageCode>(code: C, params: MessageParams<C>): Message => ({
  code,
  params,
})

/** The formats templates may name. */
export const messageFormats = [
  'price',
  'percent',
  'percent1',
  'percent2',
  'probability',
  'number',
  'count',
  'day',
] as const
export type MessageFormat = (typeof messageFormats)[number]

const english = (options: Intl.NumberFormatOptions): ((value: number) => string) => {
  // Nothing rounds to a negative zero.
  const format = new Intl.NumberFormat('en-US', { ...options, signDisplay: 'negative' })
  // A true minus sign, as in print; Intl writes a hyphen.
  return (value) => format.format(value).replace('-', '\u2212')
}
const dollars = english({ style: 'currency', currency: 'USD' })
const percent = english({ style: 'percent', maximumFractionDigits: 0 })
const percent1 = english({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
const percent2 = english({ style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 })
const number = english({ maximumFractionDigits: 2 })
const count = english({ maximumFractionDigits: 0 })
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** As Intl writes it in English, without its cost: a day is no instant and needs no time zone. */
const dayText = (day: string): string =>
  `${months[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8, 10))}, ${day.slice(0, 4)}`
const plural = new Intl.PluralRules('en-US')

const formatters: Record<MessageFormat, (value: string | number) => string> = {
  price: (value) => dollars(Number(value)),
  percent: (value) => percent(Number(value)),
  percent1: (value) => percent1(Number(value)),
  percent2: (value) => percent2(Number(value)),
  probability: (value) => {
    const likely = Number(value)
    return likely < 0.01 ? `<${percent(0.01)}` : likely > 0.99 ? `>${percent(0.99)}` : percent(likely)
  },
  number: (value) => number(Number(value)),
  count: (value) => count(Number(value)),
  day: (value) => dayText(String(value)),
}

const templates: Readonly<Record<string, string>> = messages
const isFormat = (name: string): name is MessageFormat => (messageFormats as readonly string[]).includes(name)

/**
 * The English text of a message. A message this version does not know renders as its code, so that an older reader
 * of a newer service shows something that can be looked up.
 */
export const renderEnglish = ({ code, params }: Message): string => {
  const form = typeof params['count'] === 'number' ? `${code}_${plural.select(params['count'])}` : code
  const template = templates[form] ?? templates[code]
  if (template === undefined) return code
  return template.replace(/\{\{(\w+)(?:, (\w+))?\}\}/g, (whole, name: string, format: string | undefined) => {
    const value = params[name]
    if (value === undefined) return whole
    return format !== undefined && isFormat(format) ? formatters[format](value) : String(value)
  })
}
