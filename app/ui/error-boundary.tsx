import { Component, type ReactNode } from 'react'

/** Keeps what throws below it to itself (a chunk that could not be loaded, say): a panel fails alone. */
export class ErrorBoundary extends Component<
  {
    /** Replacement content; `again` retries. */
    renderFallback: (again: () => void) => ReactNode
    children: ReactNode
  },
  { failed: boolean }
> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed
      ? this.props.renderFallback(() => this.setState({ failed: false }))
      : this.props.children
  }
}
