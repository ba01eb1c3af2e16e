/** An error in the environment; the message is one line for a person. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}
