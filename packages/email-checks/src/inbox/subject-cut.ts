import type { Rule } from '../rule'
import { graphemesOf } from '../subject/preheader'
import { inboxLineOf, inboxSources } from './inbox-lines'

/** What is cut off is read only by who opens the email. */
export const subjectCut: Rule = {
  name: 'inbox/subject-cut',
  severity: 'note',
  title: 'An inbox shows only the beginning of the subject.',
  sources: inboxSources.slice(1),
  find: function* ({ subject, emailClients }) {
    const characters = graphemesOf(subject?.trim() ?? '')
    const cut = new Map<number, string[]>()
    for (const emailClient of emailClients) {
      const shown = inboxLineOf(emailClient)?.subject ?? null
      if (shown === null || characters.length <= shown) continue
      cut.set(shown, [...(cut.get(shown) ?? []), emailClient.code])
    }
    for (const [shown, clients] of [...cut].sort(([one], [other]) => one - other)) {
      const text = characters.slice(0, shown).join('').trimEnd()
      yield {
        what: `${text}…`,
        span: null,
        description: `About ${shown} of its ${characters.length} characters are shown.`,
        detail: { shown, characters: characters.length },
        clients,
      }
    }
  },
}
