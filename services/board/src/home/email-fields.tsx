import type { ReactNode } from 'react'

export const SubjectField = ({ label, subject }: { label: string; subject: string }): ReactNode => (
  <div className="field">
    <label htmlFor="subject">{label}</label>
    <input type="text" id="subject" name="subject" defaultValue={subject} maxLength={998} dir="auto" />
  </div>
)

/** `source-problem` is the id of the element that says what is wrong. */
export const SourceArea = ({
  source,
  isRefused,
  rows,
  placeholder,
}: {
  source: string
  isRefused: boolean
  rows?: number | undefined
  placeholder?: string
}): ReactNode => (
  <textarea
    id="source"
    name="source"
    rows={rows}
    spellCheck={false}
    placeholder={placeholder}
    defaultValue={keepLeadingBreak(source)}
    aria-invalid={isRefused || undefined}
    aria-describedby="source-problem"
  />
)

/** Browsers drop one leading line break of a textarea (HTML §4.10.11). */
const keepLeadingBreak = (text: string): string => (text.startsWith('\n') ? `\n${text}` : text)
