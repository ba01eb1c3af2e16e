/**
 * Address of the current "Characteristics and Risks of Standardized Options" (SEC Rule 9b-1), published by The Options
 * Clearing Corporation. Every options user must have received this document.
 */
export const optionsDisclosureUrl =
  'https://www.theocc.com/company-information/documents-and-archives/options-disclosure-document'
