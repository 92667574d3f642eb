import { choosePumps, findSuperlinear, timesOf } from '@pas/testing/growth'
import { isLongRun } from '@pas/testing/long-run'
import { htmlPumps, numbered } from '../../email-clients/tests/pumps'
import { openEmail, type EmailToCheck } from '../src/checked-email'
import { checks } from '../src/checks'
import { noMeasurements, type LinkAnswer, type TextContrast } from '../src/measurements'
import { linksToAsk } from '../src/links/links-to-ask'
import { runChecks } from '../src/run-checks'
import { emailToCheck } from './email-to-check'

const rules = Object.values(checks).flatMap((check) => check.rules)

type Email = (length: number) => Partial<EmailToCheck>

const header = (field: string, run: string): Partial<EmailToCheck> => ({
  html: '<p>x</p>',
  message: { header: `${field}: ${run}`, bodyTypes: [], longestLine: { octets: 1, line: 1 } },
})

const link = (at: number): string => `https://x.example/${at}`
const contrast: TextContrast = {
  text: 'x',
  where: { line: 1, column: 1 },
  ratio: 1.5,
  needed: 4.5,
  textColour: '#ffffff',
  background: '#eeeeee',
  verdict: 'fails',
  reason: null,
}

/** What grows beside the HTML. */
const besides: Readonly<Record<string, Email>> = {
  'addresses of List-Unsubscribe, and links': (length) => ({
    ...header(
      'List-Unsubscribe',
      numbered(length, (at) => `<${link(at)}>,`),
    ),
    html: numbered(length, (at) => `<a href="${link(-at)}">x</a>`),
  }),
  'links and their answers': (length) => ({
    html: numbered(length, (at) => `<a href="${link(at)}">x</a>`),
    measurements: {
      ...noMeasurements,
      links: {
        status: 'done',
        description: null,
        result: new Map(
          Array.from({ length: length / 50 }, (_, at): [string, LinkAnswer] => [
            link(at),
            { outcome: 'answered', status: 404, redirects: 9 },
          ]),
        ),
      },
    },
  }),
  'pictures, assets and lost ones': (length) => ({
    html: numbered(length, (at) => `<img src="${link(at)}" width=1 height=1>`),
    assets: Array.from({ length: length / 50 }, (_, at) => ({
      url: link(at),
      contentType: 'image/png',
      bytes: 1e6,
      width: 9,
      height: 1,
    })),
    lostAssets: Array.from({ length: length / 50 }, (_, at) => ({
      url: link(at),
      reason: 'x',
      isCertain: true,
      where: { line: 1, column: 1 + at },
    })),
  }),
  'changes of email clients': (length) => ({
    html: '<p>x</p>\n'.repeat(length / 9),
    changes: Array.from({ length: length / 50 }, (_, at) => ({
      rule: 'value-refused',
      what: `x${at}`,
      where: { line: 1 + at, column: 1 },
      count: 1,
      source: 'caniemail css-margin',
      clients: ['OL2016'],
      effect: 'visible' as const,
      basis: 'rule' as const,
      boxes: [],
      minorIn: [],
      instead: null,
    })),
  }),
  'texts and their contrast': (length) => ({
    html: '<p>x</p>\n'.repeat(length / 9),
    measurements: {
      ...noMeasurements,
      contrast: {
        status: 'done',
        description: null,
        result: new Map([
          [
            'OL2016',
            {
              texts: Array.from({ length: length / 50 }, (_, at) => ({
                ...contrast,
                where: { line: 1 + at, column: 1 },
              })),
              measured: 1,
              unmeasured: 0,
            },
          ],
        ]),
      },
    },
  }),
  ...Object.fromEntries(
    ['From', 'Date', 'Message-ID', 'List-Unsubscribe', 'DKIM-Signature', 'Subject'].flatMap((field) =>
      ['a', ' ', '<', '@', '(', '\n x', ';', '<https:', ';h=', 'a@', '\nFrom: a'].map(
        (unit): [string, Email] => [
          `${JSON.stringify(unit)} in ${field}`,
          (length) => ({
            ...header(field, unit.repeat(length / unit.length)),
            ...(field === 'DKIM-Signature' && {
              message: {
                header: `List-Unsubscribe-Post: x\nDKIM-Signature: ${unit.repeat(length / unit.length)}`,
                bodyTypes: [],
                longestLine: { octets: 1, line: 1 },
              },
            }),
          }),
        ],
      ),
    ),
  ),
}

const emails: ReadonlyMap<string, Email> = new Map([
  ...Object.entries(besides),
  ...[...htmlPumps].map(([name, pump]): [string, Email] => [
    name,
    (length) => {
      const html = pump(length)
      return { html, plainText: html, subject: html, fromDisplayName: html, fromAddress: html }
    },
  ]),
])

const work = (given: EmailToCheck) => {
  const opened = openEmail(given)
  return {
    'parsing the email': () => openEmail(given),
    ...Object.fromEntries(rules.map((rule) => [rule.name, () => [...rule.find(opened)].length])),
    'the facts of the checks': () => Object.values(checks).map((check) => check.facts(opened)),
    'the search for links': () =>
      linksToAsk(opened.html, opened.message?.header ?? null, { followTrackers: false }),
    'the findings': () => runChecks(given),
  }
}

describe('every rule, and the search for links to ask', () => {
  beforeAll(() => timesOf(work(emailToCheck({ html: '<p>x</p>' }))))

  it.each(
    choosePumps(emails, {
      count: 50,
      always: [
        'distinct placeholders in one text',
        'many links',
        '<a href="https://x.example/">x</a> within 500 levels of <span>',
        '"0" in a style attribute',
        '"0" in a value',
        '"a" in From',
        ...Object.keys(besides).slice(0, 5),
      ],
    }),
  )('take linear time: %s', async (_name, pump) => {
    const lengths = { shortest: 32_768, longest: isLongRun ? 524_288 : 131_072 }
    expect(await findSuperlinear((length) => timesOf(work(emailToCheck(pump(length)))), lengths)).toEqual([])
  })
})
