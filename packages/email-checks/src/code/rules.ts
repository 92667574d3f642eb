import type { Rule } from '../rule'
import { changeTitles } from './change-titles'
import { changesOf, isToldByCode } from './changes-of'

/** Changes after which something is missing that the email was to show, or something is seen that it hides. */
const errors: ReadonlySet<string> = new Set([
  'element-removed',
  'form-control-removed',
  'image-cut-off',
  'image-not-hidden',
  'table-not-hidden',
  'viewport-height-zero',
])

/** Each visible change of the chosen email clients, as `/changes` has it. */
export const codeRules: readonly Rule[] = Object.entries(changeTitles)
  .filter(([change]) => isToldByCode(change))
  .map(([change, title]) => ({
    name: `code/${change}`,
    severity: errors.has(change) ? 'error' : 'warning',
    title,
    sources: [],
    find: (email) =>
      changesOf(
        email,
        (rule) => rule === change,
        ({ instead }) => (instead === null ? title : `${title} Instead: ${instead.text}`),
      ),
  }))
