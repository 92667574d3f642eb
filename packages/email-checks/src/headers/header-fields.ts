import type { Span } from '../span'

export interface HeaderField {
  /** Lower case. */
  name: string
  /** Unfolded and trimmed. */
  value: string
  span: Span
}

export function fieldsOf(header: string): HeaderField[] {
  return [...header.matchAll(/^([!-9;-~]+)[ \t]*:((?:[^\r\n]|\r?\n[ \t])*)/gm)].map(
    ({ 0: field, 1: name = '', 2: value = '', index }) => ({
      name: name.toLowerCase(),
      value: value.replace(/\r?\n[ \t]+/g, ' ').trim(),
      span: { part: 'headers', start: index, end: index + field.length },
    }),
  )
}

/** `name` in lower case. */
export const fieldsNamed = (header: string, name: string): HeaderField[] =>
  fieldsOf(header).filter((field) => field.name === name)

/** Fields about the parts as sent, or about the delivery of one copy. */
const oneCopyFields =
  /^(?:mime-version|content-.*|arc-.*|(?:x-)?received(?:-spf)?|return-path|delivered-to|(?:x-)?authentication-results|x-spam-.*)$/

/** Whether a field also holds for the next version of a message. `name` in lower case. */
export const isOfEveryCopy = (name: string): boolean => !oneCopyFields.test(name)
