/** An operator action was refused. The message is for the operator. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
