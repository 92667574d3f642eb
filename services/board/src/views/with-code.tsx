import type { ReactNode } from 'react'

/** Markup of the API's texts stands between backquotes. */
export const WithCode = ({ text }: { text: string }): ReactNode =>
  text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))
