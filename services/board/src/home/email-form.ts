import { isUtf8 } from 'node:buffer'
import { isMjml } from '@pas/email-checks/template/mjml'
import { formatNumber, type Language } from '@pas/pages/languages'
import { ApiAnswerError } from '../api/api-answer-error'
import type { NewEmail } from '../api/email-calls'
import { homeTexts } from './home-texts'
import type { UploadedFile } from './read-upload'

export interface EmailForm {
  source: string
  subject: string
  reference: string
}

/** What the user has to put right in a form. It is shown beside its field. */
export class FormProblem extends Error {
  override name = 'FormProblem'

  constructor(
    readonly field: 'source' | 'reference' | 'label' | 'client' | 'form',
    readonly textIn: (language: Language) => string,
    readonly status: number,
    options: ErrorOptions = {},
  ) {
    super(textIn('en'), options)
  }
}

/** The API's limit. */
const maxSourceBytes = 10 * 1024 * 1024
/** The first bytes of a compound file, which a `.msg` is ([MS-CFB] §2.2). */
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** Characters; browsers show a longer text only slowly. */
export const maxShownLength = 1024 * 1024

/**
 * The chosen file wins over what was pasted. A whole message becomes `raw_source`, one character for each byte. Throws
 * a `FormProblem`.
 */
export function readEmailContent(
  { source }: Pick<EmailForm, 'source'>,
  file: UploadedFile | undefined,
): Pick<NewEmail, 'html_text' | 'raw_source'> {
  const bytes = file?.bytes ?? Buffer.from(source)
  if (bytes.length > maxSourceBytes) throw tooLong(bytes.length)
  if (bytes.subarray(0, compoundFile.length).equals(compoundFile)) throw refusal('outlookFile')
  if (bytes.includes(0)) throw refusal('binary')
  const start = bytes.subarray(0, 4_096).toString('latin1').trimStart()
  if (start === '') throw refusal('empty')
  // A message is known by its file's name, or by a header field in its first line (RFC 5322 §2.2).
  const isMessage = /\.(eml|msg|mht)$/i.test(file?.name ?? '') || /^(?!<)[!-9;-~]{1,76}:[ \t\r]/.test(start)
  if (isMessage) {
    // Text of ISO 8859-1 alone is sent in that charset, which the API reads correctly even if a header names UTF-8.
    if (!file && !/[^\0-\xff]/.test(source)) return { raw_source: source }
    if (!file && namesOtherCharset(source)) throw refusal('lostCharset')
    return { raw_source: bytes.toString('latin1') }
  }
  if (file && !isUtf8(bytes) && !/charset\s*=/i.test(start)) throw refusal('binary')
  const html = file ? decodeHtml(bytes, start) : source.replaceAll('\r\n', '\n')
  if (isMjml(html)) throw refusal('mjml')
  if (/^\s*(?:https?:\/\/|www\.)\S+\s*$/i.test(html)) throw refusal('address')
  if (!/<[a-z!]/i.test(html)) throw refusal('noHtml')
  return { html_text: html }
}

const refusal = (
  text: 'outlookFile' | 'binary' | 'empty' | 'lostCharset' | 'mjml' | 'address' | 'noHtml',
): FormProblem => new FormProblem('source', (language) => homeTexts[language][text], 400)

/**
 * Pasted text is sent as UTF-8, and would be misread if a header names another charset. `3D` is an `=` of the body, in
 * quoted-printable.
 */
const namesOtherCharset = (source: string): boolean =>
  /^(?:content-type:|[ \t]).{0,200}\bcharset="?(?!3D|utf-?8|(?:us-)?ascii)/im.test(source)

/** As UTF-8 when valid, otherwise in the charset that the file declares, if known. */
function decodeHtml(bytes: Buffer, start: string): string {
  if (isUtf8(bytes)) return bytes.toString().replace(/^\uFEFF/, '')
  const [, charset = 'utf-8'] = /charset\s*=\s*(?:["']\s*)?([\w-]+)/i.exec(start) ?? []
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString()
  }
}

/** After a refusal, the field shows the file's text: a page cannot choose the file again. */
export function textShownAgain(source: string, file: UploadedFile | undefined): string {
  if (!file) return source
  const isText = isUtf8(file.bytes) && !file.bytes.includes(0) && file.bytes.length <= maxShownLength
  return isText ? file.bytes.toString() : source
}

/** Checks a name of an email as the API does; null for none. Throws a `FormProblem`. */
export function readName(field: 'label' | 'reference', typed: string): string | null {
  const trimmed = typed.trim()
  if (trimmed.length > 128 || /\p{Cc}/u.test(trimmed))
    throw new FormProblem(
      field,
      (language) => homeTexts[language][field === 'label' ? 'wrongLabel' : 'wrongReference'],
      400,
    )
  return trimmed === '' ? null : trimmed
}

/** Throws a `FormProblem` for a refusal with 400, 413 or 429; other errors as they are. */
export async function asFormProblems<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiAnswerError)) throw error
    const options = { cause: error }
    if (error.status === 413) throw tooLong(null, options)
    if (error.status === 429) {
      const seconds = error.retryAfterSeconds ?? 60
      throw new FormProblem('form', (language) => homeTexts[language].tooMany({ seconds }), 429, options)
    }
    if (error.status === 400) {
      const [field, text] = fieldAndTextOf(error)
      throw new FormProblem(field, (language) => homeTexts[language][text], 400, options)
    }
    throw error
  }
}

/** Not the API's own text, which is English and names members of its JSON. */
function fieldAndTextOf({
  errors,
}: ApiAnswerError): [FormProblem['field'], 'wrongReference' | 'clientGone' | 'emailGone' | 'unreadable'] {
  const names = errors.map(({ field }) => field?.split('.')[0])
  if (names.includes('reference')) return ['reference', 'wrongReference']
  if (names.includes('configurations')) return ['client', 'clientGone']
  if (names.includes('revision_of')) return ['form', 'emailGone']
  return ['source', 'unreadable']
}

const tooLong = (bytes: number | null, options: ErrorOptions = {}): FormProblem =>
  new FormProblem(
    'source',
    (language) =>
      homeTexts[language].tooLong({
        size: bytes === null ? null : formatNumber(language, Math.round((bytes / 1024 / 1024) * 10) / 10),
      }),
    413,
    options,
  )
