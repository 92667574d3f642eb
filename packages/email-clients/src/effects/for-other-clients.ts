import type { EmailClient, Family } from '../email-client'
import type { Change } from '../engine/emulated-document'
import type { Citation } from '../sources/sources'

interface ClientMark {
  rules: ReadonlySet<string>
  what: RegExp
  isFor: (emailClient: EmailClient) => boolean
  source: Citation
}

const isOfFamily =
  (name: Family): ClientMark['isFor'] =>
  ({ family }) =>
    family === name
/** Word and Notes have their own engines, though we draw them with a browser's. */
const isBrowserLike: ClientMark['isFor'] = ({ family }) => family !== 'word' && family !== 'notes'
const forNone: ClientMark['isFor'] = () => false

const cssRules: ReadonlySet<string> = new Set([
  'declaration-unsupported',
  'at-rule-unsupported',
  'media-query-unsupported',
  'value-refused',
  'inline-important-dropped',
  'important-without-blank',
])
const selectorRules: ReadonlySet<string> = new Set(['selector-unsupported'])

const prefixSource: Citation = 'CSS 2.1, 4.1.2.1: vendor-specific extensions'
const selectorSource: Citation = 'howtotarget.email'

const matchPrefix = (prefix: string): Pick<ClientMark, 'rules' | 'what'>[] => [
  { rules: cssRules, what: new RegExp(String.raw`(?:^|[\s@:(,])${prefix}`, 'i') },
  { rules: selectorRules, what: new RegExp(`:${prefix}`, 'i') },
]

const vendors: readonly { prefix: string; isFor: ClientMark['isFor']; source: Citation }[] = [
  { prefix: 'mso-', isFor: isOfFamily('word'), source: prefixSource },
  // Internet Explorer and Windows Phone, none of which the catalogue has.
  { prefix: '-ms-', isFor: forNone, source: prefixSource },
  // Opera before it took Chromium's engine, and Konqueror.
  { prefix: '-o-', isFor: forNone, source: prefixSource },
  { prefix: '-khtml-', isFor: forNone, source: prefixSource },
  {
    prefix: '-moz-',
    isFor: ({ engine }) => engine === 'firefox' || engine === 'thunderbird',
    source: prefixSource,
  },
  // Chromium and Firefox read many properties of WebKit by its prefix.
  { prefix: '-webkit-', isFor: isBrowserLike, source: prefixSource },
  {
    prefix: '-premailer-',
    isFor: forNone,
    source: 'Premailer: attributes for its inliner, not for email clients',
  },
]

const markSelector = (what: RegExp, isFor: ClientMark['isFor']): ClientMark => ({
  rules: selectorRules,
  what,
  isFor,
  source: selectorSource,
})

const marks: readonly ClientMark[] = [
  ...vendors.flatMap(({ prefix, isFor, source }) =>
    matchPrefix(prefix).map((mark) => ({ ...mark, isFor, source })),
  ),
  // Only Word evaluates conditional comments. Some hide their content from Word instead.
  {
    rules: new Set(['comment-removed']),
    what: /^conditional comment$/,
    isFor: forNone,
    source: 'MSDN, About conditional comments',
  },
  {
    rules: new Set(['conditional-hidden']),
    what: /^\[if/,
    isFor: forNone,
    source: 'HT 2020: Word evaluates conditional comments',
  },
  {
    rules: new Set(['element-unsupported']),
    what: /^<(?:[ovwx]:[\w-]+|xml)>$/i,
    isFor: isOfFamily('word'),
    source: 'Microsoft, Office HTML and XML reference, 2000',
  },
  markSelector(/\.(?:ExternalClass|ReadMsgBody)\b/i, isOfFamily('outlookWeb')),
  markSelector(/\[owa\]|\[data-ogs[bc]\]|\[data-oga[bc]\]/i, isOfFamily('outlookWeb')),
  markSelector(/#outlook\b/i, isOfFamily('word')),
  // Apps with WebKit on iOS have the links that the system detects, too.
  markSelector(
    /\[x-apple-data-detectors/i,
    (emailClient) => isOfFamily('apple')(emailClient) || emailClient.engine === 'webkit',
  ),
  markSelector(/\.moz-text-html\b/i, ({ engine }) => engine === 'thunderbird'),
  markSelector(/#MessageViewBody\b|#MessageWebViewDiv\b/i, isOfFamily('samsung')),
  markSelector(/^u ?\+ ?[.#]|^div ?> ?u ?\+ ?[.#]|\.g-img ?\+ ?div/i, isOfFamily('gmail')),
]

/**
 * Whether the changed content is only for other email clients, by a vendor prefix, a conditional comment, an element of
 * Office or a known selector.
 */
export function isForOtherClients(
  { rule, what }: Pick<Change, 'rule' | 'what'>,
  emailClient: EmailClient,
): boolean {
  return marks.some((mark) => mark.rules.has(rule) && mark.what.test(what) && !mark.isFor(emailClient))
}
