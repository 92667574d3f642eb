import type { Finding, Rule, Severity } from '../rule'
import { gmailSenders, rfc } from '../sources'
import { fieldsNamed, fieldsOf } from './header-fields'

function* findFault(
  header: string | null,
  name: string,
  {
    isValid,
    otherwise,
    missing = 'error',
  }: {
    isValid: (value: string) => boolean
    otherwise: string
    /** The severity where there is no such field. */
    missing?: Severity
  },
): Generator<Finding> {
  if (header === null) return
  const [field] = fieldsNamed(header, name.toLowerCase())
  if (!field) yield { what: name, span: null, description: `There is no ${name}.`, severity: missing }
  else if (!isValid(field.value))
    yield { what: field.value.slice(0, 200) || name, span: field.span, description: otherwise }
}

const from: Rule = {
  name: 'headers/from',
  severity: 'error',
  title: 'The message does not say whom it is from.',
  sources: [rfc(5322, '3.6.2')],
  find: ({ message }) =>
    findFault(message?.header ?? null, 'From', {
      isValid: (value) => /[^\s@<>]@[^\s@<>]/.test(value),
      otherwise: 'From has no email address.',
    }),
}

const date: Rule = {
  name: 'headers/date',
  severity: 'error',
  title: 'The message has no valid date.',
  sources: [rfc(5322, '3.6.1')],
  find: ({ header }) =>
    findFault(header, 'Date', {
      // Without the comment after the zone, such as (CET).
      isValid: (value) => !Number.isNaN(Date.parse(value.replace(/\([^()]*\)/g, ''))),
      otherwise: 'Date is no date.',
      // What sends a draft adds it.
      missing: 'note',
    }),
}

const messageId: Rule = {
  name: 'headers/message-id',
  severity: 'warning',
  title: 'The message has no valid Message-ID.',
  sources: [rfc(5322, '3.6.4')],
  find: ({ header }) =>
    findFault(header, 'Message-ID', {
      isValid: (value) => /^<[^\s<>@]+@[^\s<>@]+>$/.test(value),
      otherwise: 'Message-ID is not of the form <left@right>.',
      missing: 'warning',
    }),
}

const atMostOne = new Set(
  'date from sender reply-to to cc message-id in-reply-to references subject'.split(' '),
)

/** Programs read different ones, which can deceive a filter. */
const oneOfEach: Rule = {
  name: 'headers/repeated',
  severity: 'error',
  title: 'A field of the header is there more than once.',
  sources: [rfc(5322, '3.6')],
  find: function* ({ header }) {
    const seen = new Set<string>()
    for (const { name, span } of fieldsOf(header ?? '')) {
      if (!atMostOne.has(name)) continue
      if (seen.has(name)) yield { what: name, span, description: `There may be one ${name}.` }
      seen.add(name)
    }
  },
}

const listUnsubscribe: Rule = {
  name: 'headers/list-unsubscribe',
  severity: 'note',
  title: 'There is no List-Unsubscribe.',
  sources: [gmailSenders, rfc(2369, '3.2')],
  find: function* ({ header }) {
    if (header === null || fieldsNamed(header, 'list-unsubscribe').length > 0) return
    yield {
      what: 'List-Unsubscribe',
      span: null,
      description: 'There is no List-Unsubscribe; what is sent to many people must have one.',
    }
  },
}

/** Gmail and Yahoo show their unsubscribe button only for one-click. */
const oneClick: Rule = {
  name: 'headers/one-click',
  severity: 'error',
  title: 'List-Unsubscribe cannot be used with one click.',
  sources: [rfc(8058, '3.1')],
  find: function* ({ header }) {
    if (header === null) return
    const [list] = fieldsNamed(header, 'list-unsubscribe')
    if (!list) return
    const [post] = fieldsNamed(header, 'list-unsubscribe-post')
    if (!/<https:\/\/[^<>\s]+>/i.test(list.value))
      yield {
        what: list.value.slice(0, 200),
        span: list.span,
        description: 'List-Unsubscribe has no https address.',
        severity: post ? 'error' : 'warning',
      }
    else if (!post)
      yield {
        what: 'List-Unsubscribe-Post',
        span: list.span,
        description: 'List-Unsubscribe-Post is missing.',
        severity: 'warning',
      }
    else if (!/^List-Unsubscribe=One-Click$/i.test(post.value))
      yield {
        what: post.value.slice(0, 200),
        span: post.span,
        description: 'List-Unsubscribe-Post must be List-Unsubscribe=One-Click.',
      }
  },
}

/** An unsigned address could have been added on the way. */
const signedUnsubscribe: Rule = {
  name: 'headers/signed-unsubscribe',
  severity: 'error',
  title: 'No signature covers List-Unsubscribe and List-Unsubscribe-Post.',
  sources: [rfc(8058, '4')],
  find: function* ({ header }) {
    if (header === null) return
    const [post] = fieldsNamed(header, 'list-unsubscribe-post')
    const signatures = fieldsNamed(header, 'dkim-signature')
    // An unsigned message was not sent yet.
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

/** Watches, terminals and some filters read the text part. */
const noTextPart: Rule = {
  name: 'headers/no-text-part',
  severity: 'warning',
  title: 'The message has no text part.',
  sources: [
    {
      title: 'SpamAssassin: MIME_HTML_ONLY',
      url: 'https://cwiki.apache.org/confluence/display/SPAMASSASSIN/Rules/MIME_HTML_ONLY',
    },
  ],
  find: function* ({ message, header, html, plainText }) {
    if (header === null) return
    const hasHtml = message ? message.bodyTypes.includes('text/html') : html !== null
    const hasText = message ? message.bodyTypes.includes('text/plain') : plainText !== null
    if (!hasHtml || hasText) return
    yield { what: 'text/plain', span: null, description: 'The message has HTML and no text.' }
  },
}

const partOrder: Rule = {
  name: 'headers/part-order',
  severity: 'error',
  title: 'The text part comes after the HTML.',
  sources: [rfc(2046, '5.1.4')],
  find: function* ({ message }) {
    const types = message?.bodyTypes ?? []
    const html = types.indexOf('text/html')
    if (html < 0 || types.lastIndexOf('text/plain') < html) return
    yield {
      what: types.join(', ').slice(0, 200),
      span: null,
      description: 'Among alternatives, the text part must come first; programs show the last.',
    }
  },
}

export const headerRules: readonly Rule[] = [
  from,
  date,
  messageId,
  oneOfEach,
  listUnsubscribe,
  oneClick,
  signedUnsubscribe,
  noTextPart,
  partOrder,
]
