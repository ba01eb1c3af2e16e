export { default as common } from '../locales/es/common.json'
export { default as what } from '../locales/es/what.json'
