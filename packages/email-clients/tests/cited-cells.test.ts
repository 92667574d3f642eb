import { findEmailClient } from '@pas/email-clients/catalogue'
import generated from '../src/caniemail/cells.generated.json'
import { popularEmailClients } from '@pas/settings/default-email-clients'
import { drawIn, withHead } from './draw-in-client'
import { richEmail } from './rich-email'

const features: Readonly<Record<string, { cells: Readonly<Record<string, string | undefined>> }>> =
  generated.features

/** More that some clients treat differently. */
const more = `<p>x</p><style>@media screen{@media (min-width:1px){p{color:red}}} @media (min-height:1px){p{color:red}} p{position:absolute} .a:hover .b{color:red}</style>
<p style="margin:-1px;text-indent:-1px;list-style:url(x);word-wrap:normal;position:relative;float:inline-start">x</p><ol reversed><li>x</ol>
<details><summary>a</summary></details><meter value="1"></meter><marquee direction="up">x</marquee><button>x</button><input type="submit">
<p style="color:rgb(0 128 0)">x</p><p style="white-space:pre;background-position:1px 1px,2px 2px;gap:1px;text-align:start;cursor:grab;font-weight:450;border-radius:1px/2px">x</p>`

const codes = popularEmailClients.filter((code) => findEmailClient(code)?.caniemail !== undefined)

describe.each(codes)('a change in %s that cites caniemail', (code) => {
  const column = findEmailClient(code)?.caniemail ?? ''

  it('cites a test of this very client, by its month', () => {
    const changes = [richEmail, more, withHead(more)].flatMap((html) => drawIn(code, html).changes)
    const wrong = changes.flatMap(({ rule, source }) =>
      source
        .split('; ')
        .filter((part) => {
          const [, slug = '', month = ''] =
            /^(?:caniemail )?((?:css|html|image)-[a-z\d-]+)(?:[^a-z\d,-][^,]*)?, (20\d\d-\d\d)/.exec(part) ??
            []
          if (month === '') return false
          const cells = features[slug]?.cells[column] ?? ''
          return /\b20\d\d-\d\d\b/.test(cells) ? !cells.includes(month) : cells === ''
        })
        .map((part) => `${rule}: ${part}`),
    )
    expect([...new Set(wrong)]).toEqual([])
  })
})
