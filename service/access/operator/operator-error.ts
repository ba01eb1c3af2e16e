/** A refused operator action. The message is shown to the operator. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
