import { Component, type ReactNode } from 'react'

/**
 * Catches rendering errors of its children, such as a chunk that could not be loaded, and shows a
 * fallback instead.
 */
export class ErrorBoundary extends Component<
  {
    /** Replacement content; `retry` renders the children again. */
    renderFallback: (retry: () => void) => ReactNode
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
