/**
 * Where its publisher, The Options Clearing Corporation, keeps the current "Characteristics and Risks of Standardized
 * Options" (SEC Rule 9b-1): the document every options user must have been given.
 */
export const optionsDisclosureUrl =
  'https://www.theocc.com/company-information/documents-and-archives/options-disclosure-document'
