/** An operator's request that cannot be fulfilled; the message is for a person. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
