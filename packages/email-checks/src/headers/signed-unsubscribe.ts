import type { Rule } from '../rule'
import { rfc } from '../sources'
import { named } from './header-fields'

/** A receiver must not use an address that anybody on the way could have put there. */
export const signedUnsubscribe: Rule = {
  name: 'headers/signed-unsubscribe',
  severity: 'error',
  title: 'No signature covers List-Unsubscribe and List-Unsubscribe-Post.',
  sources: [rfc(8058, '4')],
  find: function* ({ header }) {
    if (header === null) return
    const [post] = named(header, 'list-unsubscribe-post')
    const signatures = named(header, 'dkim-signature')
    // Without any signature, the message was not sent yet.
    if (!post || signatures.length === 0) return
    const isCovered = signatures.some(({ value }) => {
      const signed = (/(?:^|;)\s*h\s*=([^;]*)/i.exec(value)?.[1] ?? '').toLowerCase().split(/[\s:]+/)
      return signed.includes('list-unsubscribe') && signed.includes('list-unsubscribe-post')
    })
    if (isCovered) return
    yield {
      what: 'DKIM-Signature',
      span: signatures[0]?.span ?? null,
      description: 'The h= of no DKIM-Signature names both fields.',
    }
  },
}
