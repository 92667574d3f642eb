import type { Span } from '../span'

/** A field of a message's header. */
export interface HeaderField {
  /** In lower case. */
  name: string
  /** Unfolded, without blanks around it. */
  value: string
  span: Span
}

/** The fields of a header, in their order. */
export function fieldsOf(header: string): HeaderField[] {
  return [...header.matchAll(/^([!-9;-~]+)[ \t]*:((?:[^\r\n]|\r?\n[ \t])*)/gm)].map(
    ({ 0: field, 1: name = '', 2: value = '', index }) => ({
      name: name.toLowerCase(),
      value: value.replace(/\r?\n[ \t]+/g, ' ').trim(),
      span: { part: 'headers', start: index, end: index + field.length },
    }),
  )
}

/** The fields of one name. */
export const named = (header: string, name: string): HeaderField[] =>
  fieldsOf(header).filter((field) => field.name === name)

/** Fields that describe the parts of a message as it was sent, or how one copy of it was delivered. */
const ofOneCopy =
  /^(?:mime-version|content-.*|arc-.*|(?:x-)?received(?:-spf)?|return-path|delivered-to|(?:x-)?authentication-results|x-spam-.*)$/

/** Whether a field, by its name in lower case, says something of the next copy of a message, too. */
export const isOfEveryCopy = (name: string): boolean => !ofOneCopy.test(name)
