/** A partner's single-page app: the component of docs/embedding.md, under StrictMode, on one of two routes. */
import { StrictMode, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Ideas({ symbol, onSymbol }: { symbol: string; onSymbol: (symbol: string) => void }) {
  const latest = useRef(onSymbol)
  useEffect(() => {
    latest.current = onSymbol
  })
  useEffect(() => {
    const widget = window.recordEvents(window.serviceWidgetLoader!.load('pro', window.options({ symbol })))
    window.widget = widget
    widget.on(widget.EventType.SYMBOL_CHANGED, (changed) => latest.current(changed))
    return () => widget.destroyWidget()
  }, [symbol])
  return <div id="ideas" />
}

function App() {
  const [route, setRoute] = useState('ideas')
  const [reportedSymbol, setReportedSymbol] = useState('none')
  return (
    <>
      <button onClick={() => setRoute('ideas')}>Ideas</button>
      <button onClick={() => setRoute('news')}>News</button>
      <p>Reported symbol: {reportedSymbol}</p>
      {route === 'ideas' ? <Ideas symbol="AAPL" onSymbol={setReportedSymbol} /> : <h1>News</h1>}
    </>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
