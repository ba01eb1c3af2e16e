/** English texts of the scan's rules: `.name` is the rule's name, `.reason` a few words, `.sentence` a complete explanation. */
export const ruleMessages = {
  'rule.rsi-turns-up.name': 'RSI turns up',
  'rule.rsi-turns-up.reason': '{{period, count}}-day RSI rose above {{level, number}}',
  'rule.rsi-turns-up.sentence':
    '{{company}} ({{symbol}}) is in a bullish six-month trend and its {{period, count}}-day RSI crossed back above {{level, number}} to {{value, number}} on {{date, day}}, a sign that the pullback may be over.',
  'rule.rsi-turns-down.name': 'RSI turns down',
  'rule.rsi-turns-down.reason': '{{period, count}}-day RSI fell below {{level, number}}',
  'rule.rsi-turns-down.sentence':
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
  'rule.year-high.reason': 'First 52-week high in weeks',
  'rule.year-high.sentence':
    '{{company}} ({{symbol}}) rose to {{price, price}} on {{date, day}}, above its previous 52-week high of {{value, price}}, for the first time in {{quiet, count}} sessions or more.',
  'rule.year-low.name': '52-week low',
  'rule.year-low.reason': 'First 52-week low in weeks',
  'rule.year-low.sentence':
    '{{company}} ({{symbol}}) fell to {{price, price}} on {{date, day}}, below its previous 52-week low of {{value, price}}, for the first time in {{quiet, count}} sessions or more.',
  'rule.support-bounce.name': 'Bounce at support',
  'rule.support-bounce.reason': 'Turned up at a support level',
  'rule.support-bounce.sentence':
    '{{company}} ({{symbol}}) came down to its support near {{value, price}} on {{date, day}} and closed above it at {{price, price}}, within a bullish six-month trend.',
  'rule.resistance-rejection.name': 'Turned back at resistance',
  'rule.resistance-rejection.reason': 'Turned down at a resistance level',
  'rule.resistance-rejection.sentence':
    '{{company}} ({{symbol}}) came up to its resistance near {{value, price}} on {{date, day}} and closed below it at {{price, price}}, within a bearish six-month trend.',
} as const
