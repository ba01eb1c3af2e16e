export { default as common } from '../locales/ko/common.json'
export { default as what } from '../locales/ko/what.json'
