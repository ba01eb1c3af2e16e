import { A, Route, Router } from '@solidjs/router'
import { render } from 'solid-js/web'
import { Ideas } from './ideas.jsx'

const Layout = (props) => (
  <>
    <nav>
      <A href="/">Ideas</A> <A href="/about">About</A>
    </nav>
    {props.children}
  </>
)

render(
  () => (
    <Router root={Layout}>
      <Route path="/" component={Ideas} />
      <Route path="/about" component={() => <h1>About</h1>} />
    </Router>
  ),
  document.querySelector('#root'),
)
