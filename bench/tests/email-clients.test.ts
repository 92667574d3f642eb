import { readFileSync } from 'node:fs'
import path from 'node:path'
import { emailClients } from '@pas/email-clients/catalogue/catalogue'
import { replaceSection } from '../fidelity/sections'
import { writeEmailClients } from '../fidelity/write-email-clients'
import { readFacts } from '../geometry/facts'

describe('the catalogue in docs/fidelity.md', () => {
  it('agrees with the catalogue; otherwise run `npm run generate:fidelity`', () => {
    const document = readFileSync(path.join(__dirname, '../../docs/fidelity.md'), 'utf8')
    expect(document).toBe(replaceSection(document, 'email clients', writeEmailClients()))
  })
})

describe('the confidence `measured`', () => {
  const pictures = new Map<string, string>()
  for (const { emailClient, source } of readFacts()) {
    const month = source.date.slice(0, 7)
    if (month > (pictures.get(emailClient) ?? '')) pictures.set(emailClient, month)
  }
  const compared = emailClients.filter(
    ({ confidence, fidelity, engine }) =>
      confidence === 'measured' && fidelity !== 'client' && !(engine === 'text' && fidelity === 'engine'),
  )

  it.each(compared)('of $code rests on real pictures, the newest of $asOf', ({ code, asOf }) => {
    expect(pictures.get(code)).toBe(asOf)
  })
})
