import type { ReactNode } from 'react'
import type { ApiEmailClient } from '../api/schema'
import type { GridTexts } from './grid-texts'

/** How faithful an email client's pictures are, in a word; its title says what that means. */
export function FidelityWord({
  fidelity,
  texts,
}: {
  fidelity: ApiEmailClient['fidelity']
  texts: GridTexts
}): ReactNode {
  const { word, meaning } = texts.fidelity[fidelity]
  return (
    <span className={`fidelity ${fidelity}`} title={meaning}>
      {word}
    </span>
  )
}
