/**
 * English texts of an income trade. `[[` and `]]` enclose an optional annualised return;
 * annualized.ts derives the forms of such a template with and without it. A template with an
 * annualised return outside of `[[` and `]]` has only the form with it.
 */
export const incomeMessages = {
  // Checklist of an income trade.
  'checklist.ProbabilityOfProfit.Good':
    'The probability that the option expires worthless and you keep the whole premium is high: {{probability, probability}}. The probability that the trade gains at all is {{profit, probability}}.',
  'checklist.ProbabilityOfProfit.Neutral':
    'The probability that the option expires worthless and you keep the whole premium is moderate: {{probability, probability}}. The probability that the trade gains at all is {{profit, probability}}.',
  'checklist.ProbabilityOfProfit.Neutral.edge':
    'The probability that the option expires worthless and you keep the whole premium is moderate: {{probability, percent2}}. The probability that the trade gains at all is {{profit, probability}}.',
  'checklist.ProbabilityOfProfit.Neutral.uncertain':
    'The probability that the option expires worthless and you keep the whole premium is {{probability, percent2}} with a standard error of {{error, percent2}}: not clearly above or below {{limit, percent}}. The probability that the trade gains at all is {{profit, probability}}.',
  'checklist.ProbabilityOfProfit.Bad':
    'The probability that the option expires worthless and you keep the whole premium is low: {{probability, probability}}. The probability that the trade gains at all is {{profit, probability}}.',
  'checklist.ProbabilityOfProfit.Bad.edge':
    'The probability that the option expires worthless and you keep the whole premium is low: {{probability, percent2}}. The probability that the trade gains at all is {{profit, probability}}.',
  'checklist.AnnualizedReturn.Good':
    'The premium pays {{annualized, percent1}}{{mark}} a year, {{return, percent2}} over the life of the trade.',
  'checklist.AnnualizedReturn.Neutral':
    'The premium pays a moderate {{annualized, percent1}}{{mark}} a year, {{return, percent2}} over the life of the trade.',
  'checklist.AnnualizedReturn.Neutral.edge':
    'The premium pays a moderate {{annualized, percent2}}{{mark}} a year, {{return, percent2}} over the life of the trade.',
  'checklist.AnnualizedReturn.Bad':
    'The premium pays only {{annualized, percent1}}{{mark}} a year, {{return, percent2}} over the life of the trade.',
  'checklist.AnnualizedReturn.Bad.edge':
    'The premium pays only {{annualized, percent2}}{{mark}} a year, {{return, percent2}} over the life of the trade.',
  'checklist.Earnings.Good': 'No earnings report is due before the expiration on {{expiry, day}}.',
  'checklist.Earnings.Neutral':
    'Earnings are due on {{date, day}}, before the expiration on {{expiry, day}}: expect a larger move.',
  'checklist.Earnings.Neutral.estimated':
    'Earnings are estimated for {{date, day}}, before the expiration on {{expiry, day}}: expect a larger move.',
  'checklist.Earnings.Neutral.possible':
    'The next earnings report is estimated for {{date, day}}, within 10 days after the expiration on {{expiry, day}}, and may come earlier: check its date before trading.',
  'checklist.Earnings.Neutral.implied':
    'No date is known, but option prices imply an event with a move of about {{move, percent}} after {{after, day}} and by {{until, day}}, before the expiration on {{expiry, day}}.',
  'checklist.Earnings.Neutral.implied.soon':
    'No date is known, but option prices imply an event with a move of about {{move, percent}} by {{until, day}}, before the expiration on {{expiry, day}}.',
  'checklist.Earnings.Neutral.unknown':
    'The next earnings date is not known; check it before trading an option that expires on {{expiry, day}}.',
  'checklist.Liquidity.Good': 'The bid-ask spread is narrow: {{spread, percent}} of the mid price.',
  'checklist.Liquidity.Neutral':
    'The bid-ask spread is {{spread, percent}} of the mid price: use a limit order near {{mid, price}}.',
  'checklist.Liquidity.Bad':
    'The bid-ask spread is wide, {{spread, percent}} of the mid price: use a limit order near {{mid, price}} and expect to wait.',
  'checklist.Liquidity.Good.edge': 'The bid-ask spread is narrow: {{spread, percent2}} of the mid price.',
  'checklist.Liquidity.Neutral.edge':
    'The bid-ask spread is {{spread, percent2}} of the mid price: use a limit order near {{mid, price}}.',
  'checklist.Liquidity.Good.spread-only':
    'The bid-ask spread is narrow: {{spread, percent}} of the mid price. How many contracts are open is not known.',
  'checklist.Liquidity.Neutral.spread-only':
    'The bid-ask spread is {{spread, percent}} of the mid price: use a limit order near {{mid, price}}. How many contracts are open is not known.',
  'checklist.Liquidity.Bad.spread-only':
    'The bid-ask spread is wide, {{spread, percent}} of the mid price: use a limit order near {{mid, price}} and expect to wait. How many contracts are open is not known.',
  'checklist.Liquidity.Good.edge.spread-only':
    'The bid-ask spread is narrow: {{spread, percent2}} of the mid price. How many contracts are open is not known.',
  'checklist.Liquidity.Neutral.edge.spread-only':
    'The bid-ask spread is {{spread, percent2}} of the mid price: use a limit order near {{mid, price}}. How many contracts are open is not known.',
  'checklist.StockTrend.Good.one-month':
    'The one-month trend of {{symbol}} is bullish, in favor of this trade.',
  'checklist.StockTrend.Neutral.one-month': 'The one-month trend of {{symbol}} is neutral.',
  'checklist.StockTrend.Bad.one-month': 'The one-month trend of {{symbol}} is bearish, against this trade.',
  'checklist.StockTrend.Good.six-month':
    'The six-month trend of {{symbol}} is bullish, in favor of this trade.',
  'checklist.StockTrend.Neutral.six-month': 'The six-month trend of {{symbol}} is neutral.',
  'checklist.StockTrend.Bad.six-month': 'The six-month trend of {{symbol}} is bearish, against this trade.',
  'checklist.StockTrend.unknown':
    'The trend of {{symbol}} is not known: its price history is missing or too short to tell.',
  'checklist.StockTrend.unknown.old':
    'The trend of {{symbol}} is not known: its price history ends on {{date, day}}.',
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
  'checklist.MarketTrend.unknown': 'The trend of the market is not known.',
  'checklist.ImpliedVolatility.Good':
    'Implied volatility is high for this stock, rank {{rank, number}} of 100: options pay more than usual.',
  'checklist.ImpliedVolatility.Neutral':
    'Implied volatility is about normal for this stock, rank {{rank, number}} of 100.',
  'checklist.ImpliedVolatility.Bad':
    'Implied volatility is low for this stock, rank {{rank, number}} of 100: options pay less than usual.',
  'checklist.ImpliedVolatility.unknown':
    'There is too little history to say whether options on this stock pay more or less than usual.',
  'checklist.Dividend.Good': 'No dividend is due before the expiration on {{expiry, day}}.',
  'checklist.Dividend.Neutral.call':
    'A dividend of {{amount, price}} per share goes ex on {{date, day}}, before the expiration: early assignment is possible if the call is in the money by then.',
  'checklist.Dividend.Bad.call':
    'A dividend of {{amount, price}} per share goes ex on {{date, day}} and exceeds the time value left in this call: early assignment is likely.',
  'checklist.Dividend.Neutral.put':
    'A dividend of {{amount, price}} per share goes ex on {{date, day}}, before the expiration: the stock usually falls by about as much that day.',
  'checklist.Dividend.Neutral.unknown':
    'Whether a dividend is due before the expiration on {{expiry, day}} is not known; check it before selling this option.',
  'checklist.Dividend.Neutral.borrow':
    'Option prices imply a borrow rate of about {{rate, percent}} a year. Whether a dividend is due before the expiration on {{expiry, day}} is not known; check it before selling this option.',
  'checklist.Dividend.Neutral.inferred.call':
    'No date is known, but option prices imply dividends of about {{amount, price}} per share before the expiration on {{expiry, day}}: early assignment is possible if the call is in the money by then.',
  'checklist.Dividend.Bad.inferred.call':
    'No date is known, but option prices imply dividends of about {{amount, price}} per share before the expiration on {{expiry, day}}, more than the time value left in this call: early assignment is likely.',
  'checklist.Dividend.Neutral.inferred.put':
    'No date is known, but option prices imply dividends of about {{amount, price}} per share before the expiration on {{expiry, day}}: the stock usually falls by about as much when it goes ex.',
  'checklist.Score.Good':
    'The score is {{score, count}}: the expected gain is about as large as the expected loss or larger, by what the options imply and how much the stock has moved, each counting half (100 is a fair bet).',
  'checklist.Score.Neutral':
    'The score is {{score, count}}: the expected gain is a little smaller than the expected loss, by what the options imply and how much the stock has moved, each counting half (100 is a fair bet).',
  'checklist.Score.Neutral.uncertain':
    'The score is {{score, count}} with a standard error of {{error, number}}: not clearly above or below {{limit, count}}, by what the options imply and how much the stock has moved, each counting half (100 is a fair bet).',
  'checklist.Score.Bad':
    'The score is {{score, count}}: the expected gain is much smaller than the expected loss, by what the options imply and how much the stock has moved, each counting half (100 is a fair bet).',
  'checklist.Score.Good.implied':
    'The score is {{score, count}}: the expected gain is about as large as the expected loss or larger, by what the options alone imply (100 is a fair bet).',
  'checklist.Score.Neutral.implied':
    'The score is {{score, count}}: the expected gain is a little smaller than the expected loss, by what the options alone imply. The difference from 100, a fair bet, is the cost of the bid-ask spread.',
  'checklist.Score.Neutral.uncertain.implied':
    'The score is {{score, count}} with a standard error of {{error, number}}: not clearly above or below {{limit, count}}, by what the options alone imply (100 is a fair bet).',
  'checklist.Score.Bad.implied':
    'The score is {{score, count}}: the expected gain is much smaller than the expected loss, by what the options alone imply. The difference from 100, a fair bet, is the cost of the bid-ask spread.',

  // An income trade in plain English. `count` is the number of contracts.
  'income.call_one':
    'Sell {{count, count}} {{symbol}} {{expiry, day}} {{strike, price}} call for {{premium, price}} per share against {{shares, count}} shares you own. You receive {{income, price}} now, a return of {{return, percent2}} in {{days, count}} days[[ ({{annualized, percent1}}{{mark}} a year)]]. The probability that the option expires worthless and you keep the premium and the shares is {{probability, probability}}. If the stock is above {{strike, price}} at expiration, expect assignment: your shares are sold at {{strike, price}} and the most you can make is {{maxReward, price}}. Your break-even is {{breakeven, price}}; the most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',
  'income.call_other':
    'Sell {{count, count}} {{symbol}} {{expiry, day}} {{strike, price}} calls for {{premium, price}} per share against {{shares, count}} shares you own. You receive {{income, price}} now, a return of {{return, percent2}} in {{days, count}} days[[ ({{annualized, percent1}}{{mark}} a year)]]. The probability that the options expire worthless and you keep the premium and the shares is {{probability, probability}}. If the stock is above {{strike, price}} at expiration, expect assignment: your shares are sold at {{strike, price}} and the most you can make is {{maxReward, price}}. Your break-even is {{breakeven, price}}; the most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',
  'income.call.cost-basis_one':
    'Sell {{count, count}} {{symbol}} {{expiry, day}} {{strike, price}} call for {{premium, price}} per share against {{shares, count}} shares you bought at {{costBasis, price}}. You receive {{income, price}} now, a return of {{return, percent2}} in {{days, count}} days[[ ({{annualized, percent1}}{{mark}} a year)]]. The probability that the option expires worthless and you keep the premium and the shares is {{probability, probability}}. If the stock is above {{strike, price}} at expiration, expect assignment: your shares are sold at {{strike, price}}, for a max reward of {{maxReward, price}} on what you paid. The premium lowers your break-even to {{breakeven, price}}; the most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',
  'income.call.cost-basis_other':
    'Sell {{count, count}} {{symbol}} {{expiry, day}} {{strike, price}} calls for {{premium, price}} per share against {{shares, count}} shares you bought at {{costBasis, price}}. You receive {{income, price}} now, a return of {{return, percent2}} in {{days, count}} days[[ ({{annualized, percent1}}{{mark}} a year)]]. The probability that the options expire worthless and you keep the premium and the shares is {{probability, probability}}. If the stock is above {{strike, price}} at expiration, expect assignment: your shares are sold at {{strike, price}}, for a max reward of {{maxReward, price}} on what you paid. The premium lowers your break-even to {{breakeven, price}}; the most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',
  'income.call.cost-basis-loss_one':
    'Sell {{count, count}} {{symbol}} {{expiry, day}} {{strike, price}} call for {{premium, price}} per share against {{shares, count}} shares you bought at {{costBasis, price}}. You receive {{income, price}} now, a return of {{return, percent2}} in {{days, count}} days[[ ({{annualized, percent1}}{{mark}} a year)]]. The probability that the option expires worthless and you keep the premium and the shares is {{probability, probability}}. If the stock is above {{strike, price}} at expiration, expect assignment: your shares are sold at {{strike, price}}, below what you paid, for a total loss of {{loss, price}}. The premium lowers your break-even to {{breakeven, price}}; the most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',
  'income.call.cost-basis-loss_other':
    'Sell {{count, count}} {{symbol}} {{expiry, day}} {{strike, price}} calls for {{premium, price}} per share against {{shares, count}} shares you bought at {{costBasis, price}}. You receive {{income, price}} now, a return of {{return, percent2}} in {{days, count}} days[[ ({{annualized, percent1}}{{mark}} a year)]]. The probability that the options expire worthless and you keep the premium and the shares is {{probability, probability}}. If the stock is above {{strike, price}} at expiration, expect assignment: your shares are sold at {{strike, price}}, below what you paid, for a total loss of {{loss, price}}. The premium lowers your break-even to {{breakeven, price}}; the most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',
  'income.put_one':
    'Sell {{count, count}} {{symbol}} {{expiry, day}} {{strike, price}} put for {{premium, price}} per share, secured by {{cash, price}} in cash. You receive {{income, price}} now, a return of {{return, percent2}} in {{days, count}} days[[ ({{annualized, percent1}}{{mark}} a year)]], which is the most you can make. The probability that the option expires worthless and you keep the premium is {{probability, probability}}. If the stock is below {{strike, price}} at expiration, expect assignment: you buy {{shares, count}} shares at {{strike, price}}, for a net cost and break-even of {{breakeven, price}} per share. The most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',
  'income.put_other':
    'Sell {{count, count}} {{symbol}} {{expiry, day}} {{strike, price}} puts for {{premium, price}} per share, secured by {{cash, price}} in cash. You receive {{income, price}} now, a return of {{return, percent2}} in {{days, count}} days[[ ({{annualized, percent1}}{{mark}} a year)]], which is the most you can make. The probability that the options expire worthless and you keep the premium is {{probability, probability}}. If the stock is below {{strike, price}} at expiration, expect assignment: you buy {{shares, count}} shares at {{strike, price}}, for a net cost and break-even of {{breakeven, price}} per share. The most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',

  // Less cash than one contract requires. Amounts are dollars for one contract.
  'income.put.under-cash':
    'One contract takes {{cash, price}} in cash; you have set aside {{held, price}} and lack {{missing, price}}. With it, sell 1 {{symbol}} {{expiry, day}} {{strike, price}} put for {{premium, price}} per share, secured by {{cash, price}} in cash. You receive {{income, price}} now, a return of {{return, percent2}} in {{days, count}} days[[ ({{annualized, percent1}}{{mark}} a year)]], which is the most you can make. The probability that the option expires worthless and you keep the premium is {{probability, probability}}. If the stock is below {{strike, price}} at expiration, expect assignment: you buy {{shares, count}} shares at {{strike, price}}, for a net cost and break-even of {{breakeven, price}} per share. The most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',
  // Fewer than 100 shares. `shares` and dollar amounts are for one contract.
  'income.call.under-100':
    'A covered call needs {{shares, count}} shares of {{symbol}}; you hold {{held, count}} and lack {{missing, count}} ({{cost, price}} at today’s price). With them, sell 1 {{symbol}} {{expiry, day}} {{strike, price}} call for {{premium, price}} per share. You receive {{income, price}}, a return of {{return, percent2}} in {{days, count}} days[[ ({{annualized, percent1}}{{mark}} a year)]]. The probability that the option expires worthless and you keep the premium and the shares is {{probability, probability}}. If the stock is above {{strike, price}} at expiration, expect assignment: your shares are sold at {{strike, price}}, for a total result of {{result, price}} on what they cost. Your break-even is {{breakeven, price}}; the most you can lose, if the stock falls to zero, is {{maxRisk, price}}.',

  // Reasons why an alternative is shown in a cell without a fitting contract.
  'alternative.probability-low':
    'No contract here has a probability between {{low, percent}} and {{high, percent}} of expiring worthless; the next best has {{probability, probability}} and a higher risk of assignment.',
  'alternative.probability-high':
    'No contract here has a probability between {{low, percent}} and {{high, percent}} of expiring worthless; the next best has {{probability, probability}} and pays less.',
  'alternative.probability-below':
    'No contract here has a probability between {{low, percent}} and {{high, percent}} of expiring worthless; that of the next best is just below, with a slightly higher risk of assignment.',
  'alternative.probability-above':
    'No contract here has a probability between {{low, percent}} and {{high, percent}} of expiring worthless; that of the next best is just above, and it pays a little less.',
  'alternative.expiry-early':
    'No suitable expiration lies between {{from, count}} and {{to, count}} days; the next best expires earlier, in {{days, count}} days.',
  'alternative.expiry-late':
    'No suitable expiration lies between {{from, count}} and {{to, count}} days; the next best expires later, in {{days, count}} days.',
  'alternative.spread':
    'Every contract here has a very wide bid-ask spread; the next best has {{spread, percent}} of its mid price. Use a limit order.',
  'alternative.wide-expiry':
    'The options of every expiration here are quoted too wide to choose from; at the money of the next best the spread is {{spread, percent}} of the price. Use a limit order.',
  'alternative.fair-value':
    'Every contract here is bid far below its fair value; the next best is bid at {{bid, price}} and worth {{fair, price}} by the other options. Use a limit order.',
  'alternative.better-quoted':
    'Contracts here have a wide bid-ask spread where better quoted ones lie close by; the next best has {{spread, percent}} of its mid price. Use a limit order.',
  'alternative.open-interest':
    'Few contracts are open here; the next best has an open interest of {{openInterest, count}} and may be hard to close.',
  'alternative.return':
    'Every contract here pays less than {{least, percent}} a year; the next best pays {{annualized, percent1}}{{mark}}.',
  'alternative.return.edge':
    'Every contract here pays less than {{least, percent}} a year; the next best pays {{annualized, percent2}}{{mark}}.',
} as const
