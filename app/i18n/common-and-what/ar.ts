export { default as common } from '../locales/ar/common.json'
export { default as what } from '../locales/ar/what.json'
