import { emailClients } from '@pas/email-clients/catalogue'
import { readCards } from '../fidelity/cards'
import { writeTable } from '../fidelity/write-table'

export function writeEmailClients(): string {
  return [
    '## Email clients',
    '',
    'Made by `npm run generate:fidelity`; do not edit.',
    '',
    'As of: the month of the newest source for what an email client does; of the real pictures where it is measured; of our last run of a',
    'program that runs here. What the client has changed since is not in its pictures. `GET /clients/configurations` says both as `as_of` and',
    '`confidence`. What each does to an email, with a picture: [clients](clients/README.md).',
    '',
    '- `measured`: its pictures stand beside real pictures of it, or the program itself makes them.',
    '- `documented`: its rules come from tests or texts published about this email client, in this version or, where it updates itself, the',
    '  newest.',
    '- `assumed`: its rules are those of its nearest relative, as nothing published says how it differs.',
    '',
    ...writeTable(
      ['code', 'email client', 'platform', 'fidelity', 'as of', 'confidence'],
      emailClients.map(({ code, name, platform, fidelity, asOf, confidence }) => [
        code,
        name,
        platform,
        fidelity,
        asOf,
        confidence,
      ]),
    ),
    ...writeCards(),
  ].join('\n')
}

/** docs/measure.md: the confidence `measured` rests on these. */
function writeCards(): string[] {
  const cards = readCards()
  if (cards.length === 0) return []
  return [
    '',
    '[Measured cards](measure.md), on which `measured` rests:',
    '',
    ...writeTable(
      ['code', 'app', 'version', 'device', 'date'],
      cards.map(({ emailClient, app, version, device, date }) => [emailClient, app, version, device, date]),
    ),
  ]
}
