import { readTemplates } from '../../effects/read-templates'
import { emailOf, findingsOf } from '../../../packages/email-checks/tests/corpus'

export interface TemplateCounts {
  templates: number
  /** In how many templates a rule finds something, and how much. Without rules that find nothing. */
  rules: Record<string, { templates: number; findings: number }>
}

/** For the popular email clients. */
export function countTemplates(folder: string): TemplateCounts {
  const templates = readTemplates(folder)
  const rules: TemplateCounts['rules'] = {}
  for (const { html } of templates) {
    const seen = new Set<string>()
    for (const { rule } of findingsOf(emailOf(html))) {
      const counts = (rules[rule] ??= { templates: 0, findings: 0 })
      counts.findings += 1
      if (!seen.has(rule)) counts.templates += 1
      seen.add(rule)
    }
  }
  const sorted = Object.entries(rules).sort(([one], [other]) => (one < other ? -1 : 1))
  return { templates: templates.length, rules: Object.fromEntries(sorted) }
}
