/** Numbers as a trader types them: read for other panels too (app/i18n/read-number.ts). */
export { plainNumber, readDecimal, readWhole } from '#app/i18n/read-number.ts'
