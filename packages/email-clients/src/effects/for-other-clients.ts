import type { EmailClient, Family } from '../email-client'
import type { Change } from '../engine/emulated-document'
import type { Citation } from '../sources/sources'

interface ClientMark {
  rules: ReadonlySet<string> | null
  what: RegExp
  isFor: (emailClient: EmailClient) => boolean
  source: Citation
}

const inFamily =
  (name: Family): ClientMark['isFor'] =>
  ({ family }) =>
    family === name
/** Word and Notes have their own engines, though we draw them with a browser's. */
const isBrowserLike: ClientMark['isFor'] = ({ family }) => family !== 'word' && family !== 'notes'
const nobody: ClientMark['isFor'] = () => false

const cssRules: ReadonlySet<string> = new Set([
  'declaration-unsupported',
  'at-rule-unsupported',
  'media-query-unsupported',
  'value-refused',
  'inline-important-dropped',
  'important-without-blank',
])
const selectorRules: ReadonlySet<string> = new Set(['selector-unsupported'])

const prefixes: Citation = 'CSS 2.1, 4.1.2.1: vendor-specific extensions'
const hooks: Citation = 'howtotarget.email'

const prefixed = (prefix: string): Pick<ClientMark, 'rules' | 'what'>[] => [
  { rules: cssRules, what: new RegExp(String.raw`(?:^|[\s@:(,])${prefix}`, 'i') },
  { rules: selectorRules, what: new RegExp(`:${prefix}`, 'i') },
]

const vendors: readonly { prefix: string; isFor: ClientMark['isFor']; source: Citation }[] = [
  { prefix: 'mso-', isFor: inFamily('word'), source: prefixes },
  // Internet Explorer and Windows Phone, none of which the catalogue has.
  { prefix: '-ms-', isFor: nobody, source: prefixes },
  // Opera before it took Chromium's engine, and Konqueror.
  { prefix: '-o-', isFor: nobody, source: prefixes },
  { prefix: '-khtml-', isFor: nobody, source: prefixes },
  {
    prefix: '-moz-',
    isFor: ({ engine }) => engine === 'firefox' || engine === 'thunderbird',
    source: prefixes,
  },
  // Chromium and Firefox read many properties of WebKit by its prefix.
  { prefix: '-webkit-', isFor: isBrowserLike, source: prefixes },
  {
    prefix: '-premailer-',
    isFor: nobody,
    source: 'Premailer: attributes for its inliner, not for email clients',
  },
]

const hook = (what: RegExp, isFor: ClientMark['isFor']): ClientMark => ({
  rules: selectorRules,
  what,
  isFor,
  source: hooks,
})

const marks: readonly ClientMark[] = [
  ...vendors.flatMap(({ prefix, isFor, source }) =>
    prefixed(prefix).map((mark) => ({ ...mark, isFor, source })),
  ),
  // Only Word evaluates conditional comments; they are also the fences around what Word shall not show.
  {
    rules: new Set(['comment-removed']),
    what: /^conditional comment$/,
    isFor: nobody,
    source: 'MSDN, About conditional comments',
  },
  {
    rules: new Set(['conditional-hidden']),
    what: /^\[if/,
    isFor: nobody,
    source: 'HT 2020: Word evaluates conditional comments',
  },
  {
    rules: new Set(['element-unsupported']),
    what: /^<(?:[ovwx]:[\w-]+|xml)>$/i,
    isFor: inFamily('word'),
    source: 'Microsoft, Office HTML and XML reference, 2000',
  },
  hook(/\.(?:ExternalClass|ReadMsgBody)\b/i, inFamily('outlookWeb')),
  hook(/\[owa\]|\[data-ogs[bc]\]|\[data-oga[bc]\]/i, inFamily('outlookWeb')),
  hook(/#outlook\b/i, inFamily('word')),
  // The app draws iOS's own detected links in every app with WebKit.
  hook(
    /\[x-apple-data-detectors/i,
    (emailClient) => inFamily('apple')(emailClient) || emailClient.engine === 'webkit',
  ),
  hook(/\.moz-text-html\b/i, ({ engine }) => engine === 'thunderbird'),
  hook(/#MessageViewBody\b|#MessageWebViewDiv\b/i, inFamily('samsung')),
  hook(/^u ?\+ ?[.#]|^div ?> ?u ?\+ ?[.#]|\.g-img ?\+ ?div/i, inFamily('gmail')),
]

/**
 * Whether the changed content is only for other email clients, by a vendor prefix, a conditional comment, an element of
 * Office or a known selector.
 */
export function isForOtherClients(
  { rule, what }: Pick<Change, 'rule' | 'what'>,
  emailClient: EmailClient,
): boolean {
  return marks.some(
    (mark) => (mark.rules?.has(rule) ?? true) && mark.what.test(what) && !mark.isFor(emailClient),
  )
}
