/** A partner's single-page app: the component of docs/embedding.md, under StrictMode, on one of two routes. */
import { StrictMode, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Ideas({ symbol, onSymbol }: { symbol: string; onSymbol: (symbol: string) => void }) {
  const latest = useRef(onSymbol)
  useEffect(() => {
    latest.current = onSymbol
  })
  useEffect(() => {
    const widget = window.follow(window.serviceWidgetLoader!.load('pro', window.options({ symbol })))
    window.widget = widget
    widget.on(widget.EventType.SYMBOL_CHANGED, (changed) => latest.current(changed))
    return () => widget.destroyWidget()
  }, [symbol])
  return <div id="ideas" />
}

function App() {
  const [route, setRoute] = useState('ideas')
  const [heard, setHeard] = useState('nothing')
  return (
    <>
      <button onClick={() => setRoute('ideas')}>Ideas</button>
      <button onClick={() => setRoute('news')}>News</button>
      <p>Heard {heard}</p>
      {route === 'ideas' ? <Ideas symbol="AAPL" onSymbol={setHeard} /> : <h1>News</h1>}
    </>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
