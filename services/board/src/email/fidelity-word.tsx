import type { ReactNode } from 'react'
import type { ApiEmailClient } from '../api/schema'
import type { EmailTexts } from './email-texts'

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
