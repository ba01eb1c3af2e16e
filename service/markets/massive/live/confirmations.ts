/** The vendor's confirmations of subscriptions: statuses `subscribed to: A.AAPL`, one for each topic or for several. */

/** Longest wait for a confirmation: a vendor that sends none must not delay the values. Milliseconds. */
const timeoutMs = 1_000
const prefix = 'subscribed to:'

type Pending = { readonly topics: Set<string>; readonly finish: () => void }

export type Confirmations = {
  /** Resolves once the vendor has confirmed every topic, after a time limit, or when the connection ends. */
  wait(topics: readonly string[]): Promise<void>
  /** Reads the message of a status. */
  receive(message: string): void
  /** Resolves all waits. */
  end(): void
}

export function createConfirmations(): Confirmations {
  const pending = new Set<Pending>()
  return {
    wait: (topics) =>
      new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer)
          pending.delete(entry)
          resolve()
        }
        const timer = setTimeout(finish, timeoutMs)
        const entry: Pending = { topics: new Set(topics), finish }
        pending.add(entry)
      }),
    receive(message) {
      if (!message.startsWith(prefix)) return
      const confirmed = message
        .slice(prefix.length)
        .split(',')
        .map((topic) => topic.trim())
      for (const { topics, finish } of pending) {
        for (const topic of confirmed) topics.delete(topic)
        if (topics.size === 0) finish()
      }
    },
    end() {
      for (const { finish } of pending) finish()
    },
  }
}
