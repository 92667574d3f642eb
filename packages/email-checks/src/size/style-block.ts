import { maxStyleBytes } from '@pas/email-clients/clients/gmail/steps/limit-style-size'
import type { Rule } from '../rule'
import { cited } from '../sources'
import { forGmail } from './clipped'

/** Gmail counts the bytes of all `<style>` elements, and drops the one that passes its limit, with those after it. */
export const styleBlock: Rule = {
  name: 'size/style-block',
  severity: 'error',
  title: 'The styles are so long that Gmail drops some of them.',
  sources: [cited('email-bugs 90')],
  find: function* ({ html, emailClients }) {
    let bytes = 0
    for (const { css, span } of html?.styles ?? []) {
      bytes += Buffer.byteLength(css)
      if (bytes <= maxStyleBytes) continue
      yield {
        what: `${bytes} bytes`,
        span,
        description: `With this <style>, the styles have ${bytes} bytes; Gmail drops what is beyond ${maxStyleBytes}.`,
        detail: { bytes, kept_bytes: maxStyleBytes },
        ...forGmail(emailClients, 'error'),
      }
      return
    }
  },
}
