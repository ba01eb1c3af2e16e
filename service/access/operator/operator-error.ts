/** What an operator asked for and cannot have; the message is for a person. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
