export { default as common } from '../locales/pt-BR/common.json'
export { default as what } from '../locales/pt-BR/what.json'
