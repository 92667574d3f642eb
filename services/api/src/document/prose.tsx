import type { ReactNode } from 'react'

const bullet = '- '

/** OpenAPI allows Markdown; our texts use only `code`, empty lines and lists. */
export function Prose({ text }: { text: string | undefined }): ReactNode {
  return text?.split('\n\n').map((paragraph, index) =>
    paragraph.startsWith(bullet) ? (
      <ul key={index}>
        {paragraph
          .slice(bullet.length)
          .split(`\n${bullet}`)
          .map((item) => (
            <li key={item}>
              <Line text={item} />
            </li>
          ))}
      </ul>
    ) : (
      <p key={index}>
        <Line text={paragraph} />
      </p>
    ),
  )
}

export function Line({ text = '' }: { text: string | undefined }): ReactNode {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
}
