export { default as common } from '../locales/de/common.json'
export { default as what } from '../locales/de/what.json'
