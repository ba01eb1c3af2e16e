/** A configuration error for the operator. Its message is one line. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}
