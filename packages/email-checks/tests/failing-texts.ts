import { findEmailClient } from '@pas/email-clients/catalogue'
import type { WireFinding } from '../src/answers'
import { changesIn } from '../src/changes-in'
import { noMeasurements, type TextContrast } from '../src/measurements'
import { emailOf, findingsOf } from './corpus'

export const white = '#ffffff'
export const failing: Omit<TextContrast, 'text' | 'where' | 'ratio'> = {
  needed: 4.5,
  textColour: white,
  background: white,
  verdict: 'fails',
  reason: null,
}

export type Pair = Pick<TextContrast, 'text' | 'where' | 'ratio'> & Partial<TextContrast>

/** What is found of texts that fail in these email clients, which change the email as they do. */
export function findingsOfClients(
  html: string,
  pairs: Readonly<Record<string, readonly Pair[]>>,
): WireFinding[] {
  const result = new Map(
    Object.entries(pairs).map(([code, texts]) => [
      code,
      { texts: texts.map((text) => ({ ...failing, ...text })), measured: texts.length, unmeasured: 0 },
    ]),
  )
  const measurements = { ...noMeasurements, contrast: { status: 'done', description: null, result } as const }
  const emailClients = [...result.keys()].map((code) => findEmailClient(code)!)
  const email = { ...emailOf(html, { measurements }, false), emailClients }
  return findingsOf({ ...email, changes: changesIn(email, emailClients) }).filter(
    ({ rule }) => rule === 'contrast/text',
  )
}
