import { emulateHtml } from '@pas/email-clients/engine/emulate-html'
import type { Change, Frame } from '@pas/email-clients/engine/emulated-document'
import type { Step } from '@pas/email-clients/engine/message'
import type { HtmlProfile } from '@pas/email-clients/engine/profile'
import { showAsPage } from '@pas/email-clients/engine/show-as-page'
import { createSupport, type Support } from '@pas/email-clients/engine/support'

const frame: Frame = { width: 600, height: 400, deviceScaleFactor: 1, mobile: false, colorScheme: 'light' }

/** Runs some steps alone on an email. Returns the page, the content of its body, and the email's style blocks. */
export function drawWithSteps(
  steps: readonly Step[],
  html: string,
  {
    images = 'allowed',
    support = createSupport({}),
  }: { images?: 'allowed' | 'blocked'; support?: Support } = {},
): { page: string; body: string; styles: string[]; changes: Change[]; rules: string[] } {
  const profile: HtmlProfile = {
    kind: 'html',
    support,
    sourceSteps: [],
    steps,
    framePage: showAsPage({ css: '', doctype: 'quirks' }),
    frame,
    captureSelector: null,
  }
  const { document, changes } = emulateHtml(
    profile,
    { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null },
    {
      orientation: 'vertical',
      images,
      assetUrl: (url) => `http://assets.invalid/frozen/${encodeURIComponent(url)}`,
    },
  )
  if (document.kind !== 'html') throw new Error('An HTML profile draws HTML')
  const [, body = ''] = /<body[^>]*>(.*)<\/body>/s.exec(document.html) ?? []
  const styles = [...document.html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)]
    .map(([, css = '']) => css)
    .slice(1)
  return { page: document.html, body, styles, changes, rules: changes.map(({ rule }) => rule) }
}
