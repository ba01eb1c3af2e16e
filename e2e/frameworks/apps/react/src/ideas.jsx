import { useState } from 'react'
import { ServiceWidget } from '@options-analysis/widget/react'

export function Ideas() {
  const [symbol, setSymbol] = useState('AAPL')
  const [theme, setTheme] = useState('light')
  const [status, setStatus] = useState('loading')
  return (
    <>
      <button onClick={() => setSymbol('MSFT')}>Show MSFT</button>
      <button onClick={() => setTheme('dark')}>Dark theme</button>
      <output>{`${status}, ${symbol}`}</output>
      <ServiceWidget
        src={window.partner.src}
        apiKey={window.partner.apiKey}
        userId="user-1"
        symbol={symbol}
        theme={theme}
        onSymbolChanged={setSymbol}
        onReady={() => setStatus('ready')}
        onError={({ code }) => setStatus(code)}
      />
    </>
  )
}
