/**
 * A partner's app with the package: a single-page app under StrictMode, or two islands rendered separately on
 * a server. The test builds it with the built package in place of these two imports.
 */
import { createElement, StrictMode, useState } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import '#loader/packages/element.ts'
import { ServiceWidget } from '#loader/packages/react.tsx'

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- the page's own globals, by declaration merging
  interface Window {
    /** Origin of the widget host. */
    service: string
  }
}

const src = `${window.service}/widgetLoader`
const { apiKey = '', userId } = window.options()
const token = async () => (await fetch('/token', { method: 'POST' })).text()

function Ideas() {
  const [symbol, setSymbol] = useState('AAPL')
  return (
    <>
      <button onClick={() => setSymbol('IBM')}>IBM</button>
      <p>Reported symbol: {symbol}</p>
      <ServiceWidget
        src={src}
        apiKey={apiKey}
        userId={userId}
        className="ideas"
        symbol={symbol}
        onSymbolChanged={setSymbol}
        onReady={(widget) => window.recordEvents(widget)}
      />
    </>
  )
}

/** React passes functions to a custom element as properties, and other values as attributes. */
const element = (authToken: string) =>
  createElement('service-widget', {
    src,
    'auth-token': authToken,
    'user-id': userId,
    symbol: 'AAPL',
    getAuthToken: token,
  } as object)

function App() {
  const [route, setRoute] = useState('ideas')
  const [authToken, setAuthToken] = useState('')
  const showElement = async () => {
    setAuthToken(await token())
    setRoute('element')
  }
  return (
    <>
      <button onClick={() => setRoute('ideas')}>Ideas</button>
      <button onClick={() => setRoute('news')}>News</button>
      <button onClick={() => void showElement()}>Element</button>
      {route === 'ideas' && <Ideas />}
      {route === 'news' && <h1>News</h1>}
      {route === 'element' && element(authToken)}
    </>
  )
}

const islands = [...document.querySelectorAll('.island')].filter((island) => island.firstElementChild)
for (const island of islands)
  hydrateRoot(
    island,
    <ServiceWidget
      src={src}
      apiKey={apiKey}
      userId={userId}
      className="ideas"
      symbol="AAPL"
      onReady={(widget) => window.recordEvents(widget)}
    />,
  )
if (!islands.length)
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
