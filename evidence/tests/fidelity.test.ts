import { findSubject } from '../../packages/email-clients/generate/feature-subjects'
import {
  caniemailFeatures,
  findExpectedCell,
  findLatestChange,
  orderOf,
  type CaniemailFeature,
} from '../fidelity/expected-cells'
import { features } from '../fidelity/features'
import { unjudged } from '../fidelity/features/unjudged'
import { makeEmails } from '../fidelity/make-emails'
import { cellsToJudge, judge } from '../fidelity/measure-client'
import { scoreOf } from '../fidelity/score'
import { scoredCodes } from '../fidelity/scored-codes'

const slugs = Object.keys(features)
const emailsOf = (slug: string): ReturnType<typeof makeEmails> => makeEmails(features[slug]!)

const featureWith = (
  cells: Record<string, string>,
  notes: Record<string, string> = {},
): CaniemailFeature => ({
  slug: 'css-x',
  title: 'x',
  stats: { outlook: { windows: cells }, gmail: { android: cells } },
  notes_by_num: notes,
})
const outlook = (version: string | null) => ({
  caniemail: 'outlook/windows',
  version,
  isForeignAccount: false,
})
const foreignGmail = { caniemail: 'gmail/android', version: null, isForeignAccount: true }

describe('the emails a feature is measured with', () => {
  it('describes every caniemail feature, or says why it cannot be judged', () => {
    expect([...slugs, ...Object.keys(unjudged)].sort()).toEqual(
      caniemailFeatures.map(({ slug }) => slug).sort(),
    )
  })

  it.each(slugs)('differ for %s with and without the feature, and from each misread version', (slug) => {
    const { withFeature, withoutFeature, misread } = emailsOf(slug)
    expect([withoutFeature, ...misread]).not.toContain(withFeature)
  })

  // Without html-body: both emails have a body, and differ in its attributes.
  const named = slugs.filter(
    (slug) =>
      slug !== 'html-body' &&
      [
        'property',
        'value',
        'element',
        'attribute',
        'function',
        'at-rule',
        'pseudo-class',
        'media-feature',
      ].includes(findSubject(slug)?.kind ?? ''),
  )
  it.each(named)('name what %s is about more often with the feature than without it', (slug) => {
    const { withFeature, withoutFeature } = emailsOf(slug)
    const subject = findSubject(slug)!
    const occurrences = (html: string): number =>
      subject.names.reduce((sum, name) => {
        const written = subject.kind === 'value' ? name.replace(' ', ':') : name
        const before = subject.kind === 'element' ? '<' : '(?<![\\w-])'
        return sum + [...html.matchAll(new RegExp(`${before}${written}(?![\\w-])`, 'g'))].length
      }, 0)
    expect(occurrences(withFeature)).toBeGreaterThan(occurrences(withoutFeature))
  })

  it('have two heads, as some clients drop the first', () => {
    expect(emailsOf('css-selector-class').withFeature.match(/<head>/g)).toHaveLength(2)
  })
})

describe('a judgement', () => {
  const emails = { withFeature: 'with', withoutFeature: 'without', misread: ['broken'] }
  const drawer = { hashOf: ({ html }: { html: string }) => Promise.resolve(html.replace(/ .*/, '')) }
  const judged = (documents: Record<string, string>) =>
    judge(drawer, emails, (html) => ({
      kind: 'html',
      html: documents[html] ?? html,
      frame: { width: 1, height: 1, deviceScaleFactor: 1, mobile: false, colorScheme: 'light' },
      captureSelector: null,
    }))

  it('is honoured when the pictures differ', async () => {
    expect(await judged({})).toEqual({ isHonoured: true, seen: 'other picture' })
  })

  it.each([
    ['same bytes', { with: 'x', without: 'x' }],
    ['same picture', { with: 'x 1', without: 'x 2' }],
    ['damage', { with: 'x', broken: 'x' }],
    ['damage', { with: 'x 1', broken: 'x 2' }],
  ])('is ignored for the %s', async (seen, documents) => {
    expect(await judged(documents)).toEqual({ isHonoured: false, seen })
  })
})

describe('the expected cell', () => {
  const cells = { '2019': 'y', '2013': 'n', '2007': 'a #1', '2022-08': 'n', '16': 'u' }

  it.each([
    ['2007', 'a'],
    ['2010', 'a'],
    ['2016', 'n'],
    ['2021', 'y'],
    [null, 'n'],
  ])('of Outlook %s is that of the newest tested version up to it', (version, verdict) => {
    expect(findExpectedCell(featureWith(cells), outlook(version))?.verdict).toBe(verdict)
  })

  it('is null when only newer versions were tested', () => {
    expect(findExpectedCell(featureWith({ '2019': 'y' }), outlook('2007'))).toBeNull()
  })

  it.each([
    [{ '2020-03': 'n', '2022-02': 'y', '2023-01': 'a #1' }, '2022-02'],
    [{ '2022-11': 'y', '2023-07': 'n' }, '2023-07'],
    [{ '2019-07': 'n', '2020-03': 'y', '2021-01': 'u', '2022-01': 'n', '2023-01': 'n' }, '2022-01'],
    [{ '2019-07': 'y', '2020-03': 'a #1' }, null],
    [{ '2019-07': 'n' }, null],
    [{}, null],
  ])('of %j changed last at %s', (versions, change) => {
    expect(findLatestChange(featureWith(versions as Record<string, string>), outlook(null))).toBe(change)
  })

  it('is outdated when a newer cell about <style> contradicts it', () => {
    const visible = new Set(slugs)
    const codes = new Map(scoredCodes.map((scored) => [scored.code, scored]))
    const proton = cellsToJudge(codes.get('PROTONMAIL')!, visible)
    expect([...proton.outdated.keys()]).toContain('css-selector-class')
    expect([...proton.judgeable.keys()]).toContain('css-at-media-hover')
    expect([...proton.judgeable.keys()]).not.toContain('css-selector-class')
    expect([...cellsToJudge(codes.get('CHROMEGMAILNEW')!, visible).outdated.keys()]).toEqual([])
  })

  it('compares versions by number, part by part', () => {
    expect(['6.10', '2019-02', '6.9', '11', '2019-10', '16.46'].sort(orderOf)).toEqual([
      '6.9',
      '6.10',
      '11',
      '2019-02',
      '2019-10',
      '16.46',
    ])
  })

  it.each([
    ['Partial. Not supported with non Google accounts.', 'n'],
    ['Partial. Supported with non Google accounts only.', 'y'],
    ['Partially supported. Only works with non Google accounts.', 'y'],
    ['Partial. `flex`, `grid` are not supported with non Google accounts.', 'a'],
  ])("reads of other providers' accounts in Gmail: %s", (note, verdict) => {
    const feature = featureWith({ '2020-02': 'a #1' }, { '1': note })
    expect(findExpectedCell(feature, foreignGmail)?.verdict).toBe(verdict)
    expect(findExpectedCell(feature, { ...foreignGmail, isForeignAccount: false })?.verdict).toBe('a')
  })
})

describe('balanced recall', () => {
  const outcomes = (expected: 'y' | 'n', right: number, wrong: number) => [
    ...Array.from({ length: right }, () => ({ expected, isHonoured: expected === 'y' })),
    ...Array.from({ length: wrong }, () => ({ expected, isHonoured: expected !== 'y' })),
  ]

  it('weighs honoured and ignored alike, however many there are of each', () => {
    expect(scoreOf([...outcomes('y', 1, 1), ...outcomes('n', 80, 0)])).toEqual({
      honoured: { right: 1, total: 2 },
      ignored: { right: 80, total: 80 },
      balancedRecall: 0.75,
    })
  })

  it('is 0.5 for a client that ignores everything', () => {
    expect(scoreOf([...outcomes('y', 0, 20), ...outcomes('n', 80, 0)]).balancedRecall).toBe(0.5)
  })

  it('is the share of one kind when a client has no cells of the other, and null without any', () => {
    expect(scoreOf(outcomes('n', 3, 1)).balancedRecall).toBe(0.75)
    expect(scoreOf([]).balancedRecall).toBeNull()
  })
})
