import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom'
import { Ideas } from './ideas.jsx'

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <BrowserRouter>
      <nav>
        <Link to="/">Ideas</Link> <Link to="/about">About</Link>
      </nav>
      <Routes>
        <Route path="/" element={<Ideas />} />
        <Route path="/about" element={<h1>About</h1>} />
      </Routes>
    </BrowserRouter>
  </StrictMode>,
)
