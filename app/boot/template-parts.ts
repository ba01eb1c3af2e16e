/**
 * Parts of a `<template>` that the build has rendered with the app's components, and that a script fills with the values of
 * a response before the app is loaded.
 */

import type { RequestedContent } from './session/pre-session.ts'

/** Data attribute of a part: its name. */
export const partAttribute = 'part'
/** Attribute that stands for `style`, which the document's policy forbids: `property:value`. */
export const styleAttribute = 'data-style'
/** A placeholder of a value in texts and attributes of the template: `{price}`. */
const placeholder = /\{(\w+)\}/g

export type PartValues = Readonly<Record<string, unknown>>

/**
 * Paints a response, which has not been validated. Returns the painted content; undefined if the response has none that
 * can be painted.
 */
export type Paint = (
  body: unknown,
  context: Pick<RequestedContent, 'symbol' | 'hidesAnnualized'>,
) => Element | undefined

/** Replaces the placeholders in a part of the template, and sets its styles. Returns the part. */
export function fillPart<Part extends Element | DocumentFragment>(part: Part, values: PartValues): Part {
  const filled = (text: string) => text.replaceAll(placeholder, (_, name: string) => values[name] as string)
  for (const element of [part as Element, ...part.querySelectorAll('*')]) {
    for (const { name, value } of element.attributes ?? [])
      if (name === styleAttribute)
        (element as HTMLElement).style.setProperty(...(filled(value).split(':') as [string, string]))
      else if (value.includes('{')) element.setAttribute(name, filled(value))
    // Only texts have data.
    for (const node of element.childNodes as NodeListOf<Text>) node.data &&= filled(node.data)
  }
  return part
}

/** Names an element as a part of the template, in the build. */
export const namedPart = (name: string, html: string): string =>
  html.replace(/^<\w+/, `$& data-${partAttribute}="${name}"`)
