export { default as common } from '../locales/fr/common.json'
export { default as what } from '../locales/fr/what.json'
