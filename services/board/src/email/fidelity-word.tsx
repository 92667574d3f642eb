import type { ReactNode } from 'react'
import type { ApiEmailClient } from '../api/schema'
import type { EmailTexts } from './email-texts'

/** How faithful an email client's pictures are, in a word; its title says what that means. */
export function FidelityWord({
  fidelity,
  texts,
}: {
  fidelity: ApiEmailClient['fidelity']
  texts: EmailTexts
}): ReactNode {
  const { word, meaning } = texts.fidelity[fidelity]
  return (
    <span className={`fidelity ${fidelity}`} title={meaning}>
      {word}
    </span>
  )
}
