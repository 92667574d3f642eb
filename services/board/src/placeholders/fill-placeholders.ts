import { mergeTagInAddress } from '@pas/email-checks/template/merge-tags'
import type { ApiChecks, ApiSource } from '../api/schema'

/** A form has no more fields; a template with more is better filled where it was made. */
export const maxPlaceholders = 50

/** Begins, ends or includes something, so that no value can stand in its place. */
const control =
  /^(?:\{%|<%(?![=-])|%%\[|\{\{\{?~?\s*(?:[#/^>!&]|else\b|end\b|if\b|each\b)|\*\|\/?(?:IF|IFNOT|ELSE|ELSEIF|END|INTERESTED)\b)/i

/** What stands for a value in an email, as the checks found it, each once. */
export function placeholdersIn({ checks }: Pick<ApiChecks, 'checks'>): string[] {
  return checks.flatMap(({ facts }) => facts.placeholders ?? []).filter(isPlaceholder)
}

const isPlaceholder = (tag: string): boolean => !control.test(tag) && mergeTagInAddress(tag) === tag

/** The API's limit. */
const maxLength = 10 * 1024 * 1024

/**
 * Puts the values in: in HTML as text. Null if the email would be longer than one may be. A tag that is no placeholder,
 * or has no value, is left.
 */
export function fillPlaceholders(
  source: ApiSource,
  values: ReadonlyMap<string, string>,
): Partial<ApiSource> | null {
  const known = new Map([...values].filter(([tag, value]) => value !== '' && isPlaceholder(tag)))
  const inHtml = new Map(
    [...known].flatMap(([tag, value]) => [
      [tag, asHtml(value)],
      [asHtml(tag), asHtml(value)],
    ]),
  )
  const filled = {
    ...(source.html_text !== null && { html_text: replaceAll(source.html_text, inHtml) }),
    ...(source.plain_text !== null && { plain_text: replaceAll(source.plain_text, known) }),
    ...(source.subject !== null && { subject: replaceAll(source.subject, known) }),
  }
  return Object.values(filled).includes(null) ? null : filled
}

/** In one pass, so that a value is never taken for a placeholder. Null above `maxLength`. */
function replaceAll(text: string, values: ReadonlyMap<string, string>): string | null {
  if (values.size === 0) return text
  const tags = [...values.keys()].sort((one, other) => other.length - one.length)
  const pattern = new RegExp(tags.map((tag) => tag.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g')
  let length = text.length
  for (const [tag] of text.matchAll(pattern)) {
    length += (values.get(tag) ?? '').length - tag.length
    if (length > maxLength) return null
  }
  return text.replace(pattern, (tag) => values.get(tag) ?? tag)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const asHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
