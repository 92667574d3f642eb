import type { MeasuredEffect } from '@pas/email-clients/effects/measured-effects'
import type { Template } from './read-templates'

export interface EffectTable {
  templates: readonly Omit<Template, 'html'>[]
  clients: Readonly<Record<string, readonly MeasuredEffect[]>>
}

/** A line for each template and row, so that a new run shows what it changed. */
export function writeTable({ templates, clients }: EffectTable): string {
  const listed = templates.map(({ repository, path, commit, sha256 }) =>
    JSON.stringify({ repository, path, commit, sha256 }),
  )
  const measured = Object.entries(clients)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, rows]) => {
      const lines = rows.map((row) => `      ${JSON.stringify(row)}`)
      return `    ${JSON.stringify(code)}: [\n${lines.join(',\n')}\n    ]`
    })
  return `{
  "templates": [
    ${listed.join(',\n    ')}
  ],
  "clients": {
${measured.join(',\n')}
  }
}
`
}
