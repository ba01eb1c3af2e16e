export { default as common } from '../locales/ja/common.json'
export { default as what } from '../locales/ja/what.json'
