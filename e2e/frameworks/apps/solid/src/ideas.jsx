import '@options-analysis/widget/element-solid'
import { createSignal } from 'solid-js'

export function Ideas() {
  const [symbol, setSymbol] = createSignal('AAPL')
  const [theme, setTheme] = createSignal('light')
  const [status, setStatus] = createSignal('loading')
  return (
    <>
      <button onClick={() => setSymbol('MSFT')}>Show MSFT</button>
      <button onClick={() => setTheme('dark')}>Dark theme</button>
      <output>{`${status()}, ${symbol()}`}</output>
      <service-widget
        src={window.partner.src}
        api-key={window.partner.apiKey}
        user-id="user-1"
        symbol={symbol()}
        theme={theme()}
        on:symbolchanged={({ detail }) => setSymbol(detail)}
        on:ready={() => setStatus('ready')}
        on:error={({ detail }) => setStatus(detail.code)}
      />
    </>
  )
}
