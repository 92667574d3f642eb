/** Joins lines with CRLF, as in a message. */
export const lines = (...all: string[]): string => all.join('\r\n')

export const base64 = (bytes: Buffer | string): string =>
  Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')

/** A part: its headers, an empty line, and its body. */
export const part = (headers: readonly string[], body: string): string => lines(...headers, '', body)

/** A part of this type whose body is base64. */
export const encoded = (contentType: string, bytes: Buffer | string, ...headers: string[]): string =>
  part([`Content-Type: ${contentType}`, 'Content-Transfer-Encoding: base64', ...headers], base64(bytes))

/** A multipart of these parts, with a boundary of its own. */
export function multipart(subtype: string, ...parts: string[]): string {
  const boundary = `=_${subtype}_${parts.join('').length}`
  return part(
    [`Content-Type: multipart/${subtype}; boundary="${boundary}"`],
    [...parts.map((child) => `--${boundary}\r\n${child}\r\n`), `--${boundary}--\r\n`].join(''),
  )
}

/** A whole message around one part. */
export const message = (body: string, ...headers: string[]): string =>
  `${lines('MIME-Version: 1.0', ...headers)}\r\n${body}`

export const textPart = (text: string): string => part(['Content-Type: text/plain; charset=utf-8'], text)
export const htmlPart = (html: string): string => part(['Content-Type: text/html; charset=utf-8'], html)
