import { findEmailClient } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import { writeTable } from '../../fidelity/write-table'
import { clientFamilies, type ClientFamily } from './families'
import { pictureFile, type PictureNames } from './picture-files'
import { readScores, readWrongCells, type Scores } from './read-scores'
import { citedSources } from '@pas/email-clients/sources/cited-sources'
import type { Source } from '@pas/email-clients/sources/sources'
import { stepCases } from '@pas/email-clients/step-cases'
import type { StepCase } from '@pas/email-clients/engine/step-case'
import { emulateHtml, emulateSpecimen } from './specimen'

const engineTitles = {
  chromium: 'Chromium',
  firefox: 'Firefox',
  webkit: 'WebKit',
  thunderbird: 'Thunderbird',
  roundcube: 'Roundcube',
  text: 'a terminal',
} as const

const generated = 'Made by `npm run generate:clients`; do not edit.'

/** By file name. Draws no pictures. */
export function writeClientPages(pictures: PictureNames): Map<string, string> {
  const scores = readScores()
  const pages = clientFamilies.map(
    (family) => [`${family.page}.md`, writePage(family, pictures, scores)] as const,
  )
  return new Map([['README.md', writeIndex(pictures)], ...pages])
}

function writeIndex(pictures: PictureNames): string {
  return [
    '# Email clients',
    '',
    generated,
    '',
    'What each email client does to an email, one page a family. All pages show the same email, our own',
    '[specimen](../../evidence/documents/clients/specimen.html): 320 pixels wide, each of its lines named after what it needs. Compare:',
    '',
    '<p>',
    ...(
      [
        ['APPMAIL16', 'Apple Mail 16'],
        ['CHROMEGMAILNEW', 'Gmail'],
        ['OL2016', 'Outlook 2016 on Windows'],
      ] as const
    ).map(([code, name]) => {
      const picture = pictures[code]
      return picture === undefined
        ? ''
        : `  <img src="${pictureFile(picture)}" width="240" align="top" alt="${name}">`
    }),
    '</p>',
    '',
    'Apple Mail 16, Gmail, and Outlook 2016 on Windows.',
    '',
    ...writeTable(
      ['family', 'email clients', 'drawn by', 'confidence'],
      clientFamilies.map(({ page, title, codes }) => {
        const emailClients = codes.map(getEmailClient)
        return [
          `[${title}](${page}.md)`,
          String(codes.length),
          distinct(emailClients.map(({ engine }) => engineTitles[engine])).join(', '),
          distinct(emailClients.map(({ confidence }) => `\`${confidence}\``)).join(', '),
        ]
      }),
    ),
    '',
    '## The words on these pages',
    '',
    '- **Fidelity**: `client`, the picture is taken in that very program; `engine`, the email client draws mail nearly unfiltered in an engine',
    '  that really runs here; `emulated`, the filtering and layout are rules that we apply, then an engine draws.',
    '- **Features**: how well what a picture honours agrees with [caniemail](https://www.caniemail.com), from 0 to 1 (balanced recall).',
    '- **Geometry**: how near lines and edges stand to where they stand in real pictures, from 0 to 1; only where there are real pictures.',
    '- **As of**: the month of the newest source for what the email client does.',
    '- **Confidence**: `measured` against real pictures, or the program itself; `documented` by tests or texts published about it; `assumed`',
    '  to be as its nearest relative.',
    '',
    'How scores are measured, and every figure: [fidelity.md](../fidelity.md). What a client does to an email of yours, and why:',
    '`bin/pas-emulate --client CODE --changes mail.html`, or `GET …/previews/CODE/changes`.',
    '',
  ].join('\n')
}

function writePage(
  family: ClientFamily,
  pictures: PictureNames,
  scores: ReadonlyMap<string, Scores>,
): string {
  const { title, about, codes, notModelled, assumed = [] } = family
  return [
    `# ${title}`,
    '',
    generated,
    '',
    about,
    '',
    '[All email clients, and what the words here mean](README.md)',
    '',
    ...writePictures(codes, pictures, scores),
    ...writeRules(codes),
    ...writeStepCases(codes),
    ...writeWrongCells(codes),
    ...(assumed.length === 0
      ? []
      : [
          '## Assumed',
          '',
          'What rests on one report, on an old one, or on sources that disagree, beside the sources above that say `assumed`:',
          '',
          ...assumed.map((what) => `- ${what}`),
          '',
        ]),
    '## Not modelled',
    '',
    ...notModelled.map((what) => `- ${what}`),
    '',
  ].join('\n')
}

/** A section for each picture: who shows the email so, with figures. */
function writePictures(
  codes: readonly string[],
  pictures: PictureNames,
  scores: ReadonlyMap<string, Scores>,
): string[] {
  const byPicture = groupBy(codes, (code) => pictures[code] ?? '')
  const headings = headingsOf([...byPicture.values()])
  return [...byPicture].flatMap(([picture, ofPicture], index) => {
    const heading = picture === '' ? 'Without a picture' : (headings[index] ?? '')
    const byFacts = groupBy(ofPicture, (code) => factsOf(getEmailClient(code), scores.get(code)))
    return [
      `## ${heading}`,
      '',
      ...(picture === ''
        ? ['Not drawn yet: a code is new, or its engine was not there.', '']
        : [
            `<img src="${pictureFile(picture)}" width="320" align="right" alt="The specimen in ${heading}">`,
            '',
          ]),
      ...[...byFacts].flatMap(([facts, alike]) => [
        `- ${facts}:`,
        ...alike.map((code) => {
          const { name, platform } = getEmailClient(code)
          return `  - \`${code}\` ${name}, ${platform}`
        }),
      ]),
      '',
      '<br clear="right">',
      '',
    ]
  })
}

/** Names of the clients, and their platforms where another group has the same names. */
function headingsOf(groups: readonly (readonly string[])[]): string[] {
  const names = groups.map((codes) => shorten(distinct(codes.map((code) => getEmailClient(code).name))))
  return names.map((name, index) => {
    const isShared = names.some((other, at) => other === name && at !== index)
    const platforms = distinct((groups[index] ?? []).map((code) => getEmailClient(code).platform))
    return isShared ? `${name}: ${shorten(platforms)}` : name
  })
}

const mostNamesInHeading = 3

const shorten = (names: readonly string[]): string => {
  const more = names.length - mostNamesInHeading
  return [...names.slice(0, mostNamesInHeading), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

function factsOf(emailClient: EmailClient, scores: Scores | undefined): string {
  const { engine, fidelity, asOf, confidence } = emailClient
  const { features, geometry = [] } = scores ?? {}
  const drawn =
    fidelity === 'client' ? `taken in ${engineTitles[engine]} itself` : `drawn by ${engineTitles[engine]}`
  return [
    `${capitalise(drawn)}, \`${fidelity}\``,
    ...(features === undefined ? [] : [`features **${features}**`]),
    ...geometry.map(
      ({ score, pictures, years }) =>
        `geometry **${score}** (${pictures} real ${pictures === 1 ? 'picture' : 'pictures'}, ${years})`,
    ),
    `as of ${asOf}, \`${confidence}\``,
  ].join('; ')
}

/** A row for each rule applied to the specimen, and the clients that applied it. */
function writeRules(codes: readonly string[]): string[] {
  const rules = new Map<string, { rule: string; what: string; sources: Set<string>; codes: Set<string> }>()
  for (const code of codes) {
    for (const { rule, what, source } of emulateSpecimen(getEmailClient(code)).changes) {
      const key = `${rule}\n${what}`
      const known = rules.get(key) ?? { rule, what, sources: new Set(), codes: new Set() }
      for (const cited of citedSources(source)) known.sources.add(linkOf(cited))
      known.codes.add(code)
      rules.set(key, known)
    }
  }
  if (rules.size === 0) return []
  const rows = groupBy([...rules.values()], ({ rule, codes: of }) => `${rule}\n${whoOf(of, codes)}`)
  return [
    '## What is done to this email',
    '',
    'By the names that `/changes` has for the rules.',
    '',
    ...writeTable(
      ['rule', 'what', 'email clients', 'sources'],
      [...rows]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, alike]) => {
          const [rule = '', who = ''] = key.split('\n')
          const sources = distinct(alike.flatMap((one) => [...one.sources]))
          return [
            `\`${rule}\``,
            alike.map(({ what }) => `\`${escapeCell(what)}\``).join(', '),
            who,
            sources.join(', '),
          ]
        }),
    ),
    '',
  ]
}

const mostNamed = 8

/** The shortest of "all", a list, "all but …", the clients' names, or how many of how many. */
function whoOf(some: ReadonlySet<string>, all: readonly string[]): string {
  const others = all.filter((code) => !some.has(code))
  if (others.length === 0) return 'all'
  const listed = (codes: Iterable<string>): string => [...codes].map((code) => `\`${code}\``).join(', ')
  if (some.size <= mostNamed) return listed(some)
  if (others.length <= mostNamed) return `all but ${listed(others)}`
  const nameOf = (code: string): string => getEmailClient(code).name
  const names = distinct([...some].map(nameOf))
  const isWhole = others.every((code) => !names.includes(nameOf(code)))
  if (isWhole && names.length <= mostNamed) return names.join(', ')
  return `${some.size} of ${all.length}`
}

/** What clients do to a few lines of HTML: the cases by which each step is tested. */
function writeStepCases(codes: readonly string[]): string[] {
  const rows = stepCases.flatMap((stepCase) => {
    const tested = Object.keys(stepCase.sources).filter((code) => codes.includes(code))
    return tested.length === 0 ? [] : [stepCaseRow(stepCase, tested)]
  })
  if (rows.length === 0) return []
  return [
    '## What is done, by example',
    '',
    'Each example is a test: it is drawn as it says here, and otherwise without the rule.',
    '',
    ...writeTable(
      ['rule', 'what a reader sees', 'what goes in', 'what comes out', 'tested in', 'sources'],
      rows,
    ),
    '',
  ]
}

function stepCaseRow(stepCase: StepCase, tested: readonly string[]): string[] {
  const { rule, sees, html, shows, hides, sources } = stepCase
  const code = (text: string): string => `\`${escapeCell(abridge(text))}\``
  const citations = tested.map((client) => {
    const told = emulateHtml(getEmailClient(client), stepCase).changes.find((change) => change.rule === rule)
    return told?.source ?? sources[client] ?? ''
  })
  return [
    rule === null ? '' : `\`${rule}\``,
    sees,
    code(html),
    shows !== undefined ? code(shows) : hides !== undefined ? `no ${code(hides)}` : '',
    tested.map((client) => `\`${client}\``).join(', '),
    distinct(citations.flatMap(citedSources).map(linkOf)).join(', '),
  ]
}

const abridge = (text: string): string =>
  text.length <= 160 ? text : `${text.slice(0, 80)}…${text.slice(-40)}`

function writeWrongCells(codes: readonly string[]): string[] {
  const cells = readWrongCells().filter(({ codes: of }) => of.some((code) => codes.includes(code)))
  if (cells.length === 0) return []
  return [
    '## Known to be wrong',
    '',
    'Features that a picture shows otherwise than caniemail says:',
    '',
    ...[...groupBy(cells, ({ text }) => text)].map(([text, alike]) => {
      const of = new Set(alike.flatMap((cell) => cell.codes).filter((code) => codes.includes(code)))
      return `- ${text} (${whoOf(of, codes)})`
    }),
    '',
  ]
}

function getEmailClient(code: string): EmailClient {
  const emailClient = findEmailClient(code)
  if (!emailClient) throw new Error(`The catalogue has no email client with the code ${code}`)
  return emailClient
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)]
const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('`', "'")
const linkOf = ({ title, url }: Source): string => (url === null ? title : `[${title}](${encodeUrl(url)})`)
/** A closing bracket would end a Markdown link. */
const encodeUrl = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29')
