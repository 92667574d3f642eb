import type { ReactNode } from 'react'

/** A description as paragraphs. OpenAPI allows Markdown; our texts use only `code` and empty lines. */
export function Prose({ text }: { text: string | undefined }): ReactNode {
  return text?.split('\n\n').map((paragraph, index) => (
    <p key={index}>
      <Line text={paragraph} />
    </p>
  ))
}

/** One line of prose; text between backquotes is code. */
export function Line({ text = '' }: { text: string | undefined }): ReactNode {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
}
