export { default as common } from '../locales/he/common.json'
export { default as what } from '../locales/he/what.json'
