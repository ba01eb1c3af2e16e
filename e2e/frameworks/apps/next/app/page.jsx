import { Ideas } from './ideas'

// The address and the key come from the environment of the server.
export const dynamic = 'force-dynamic'

export default function Page() {
  return <Ideas src={process.env.WIDGET_SRC} apiKey={process.env.WIDGET_KEY} />
}
