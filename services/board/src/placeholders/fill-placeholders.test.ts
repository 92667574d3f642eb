import type { ApiChecks, ApiSource } from '../api/schema'
import { fillPlaceholders, placeholdersIn } from './fill-placeholders'

const source = (members: Partial<ApiSource>): ApiSource => ({
  html_text: null,
  plain_text: null,
  subject: null,
  from_address: null,
  from_display_name: null,
  attachments: [],
  ...members,
})

describe('the placeholders of an email', () => {
  const checksWith = (tags: readonly string[]) =>
    ({
      checks: [{ facts: { placeholders: tags } }],
    }) as unknown as ApiChecks

  it('are those that stand for a value', () => {
    const values = [
      '{{name}}',
      '{{{ html }}}',
      '*|FNAME|*',
      '<%= name %>',
      '{$name}',
      '${user.name}',
      '%%name%%',
    ]
    const controls = [
      '{% if a %}',
      '{{#if a}}',
      '{{/if}}',
      '{{else}}',
      '*|IF:A|*',
      '*|END:IF|*',
      '<% if (a) { %>',
    ]
    expect(placeholdersIn(checksWith([...values, ...controls]))).toEqual(values)
  })
})

describe('filling placeholders', () => {
  it('puts text into HTML, text and subject, and never fills what a value brings', () => {
    const email = source({
      html_text: '<a href="{{url}}">{{name}}</a> {{ a &gt; b }} {{other}}',
      plain_text: '{{name}} $& {{url}}',
      subject: 'For {{name}}',
    })
    const values = new Map([
      ['{{name}}', `<b>"Ada" & {{url}}'s $&</b>`],
      ['{{url}}', 'https://example.com/?a=1&b=2'],
      ['{{ a > b }}', 'yes'],
      ['{{other}}', ''],
      ['href', 'no placeholder'],
    ])
    expect(fillPlaceholders(email, values)).toEqual({
      html_text:
        '<a href="https://example.com/?a=1&amp;b=2">&lt;b&gt;&quot;Ada&quot; &amp; {{url}}&#39;s $&amp;&lt;/b&gt;</a> yes {{other}}',
      plain_text: `<b>"Ada" & {{url}}'s $&</b> $& https://example.com/?a=1&b=2`,
      subject: `For <b>"Ada" & {{url}}'s $&</b>`,
    })
  })

  it('refuses an email that would become too long, before it is made', () => {
    const email = source({ html_text: '{{a}}'.repeat(100_000) })
    expect(fillPlaceholders(email, new Map([['{{a}}', 'x'.repeat(1_000)]]))).toBeNull()
  })
})
