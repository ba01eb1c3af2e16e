export { default as common } from '../locales/zh-Hans/common.json'
export { default as what } from '../locales/zh-Hans/what.json'
