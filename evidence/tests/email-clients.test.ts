import { readFileSync } from 'node:fs'
import path from 'node:path'
import { emailClients, findEmailClient, withCard } from '@pas/email-clients/catalogue'
import { knownFaults, readersTouched } from '@pas/email-clients/known-faults'
import { pixelRatioOf } from '@pas/email-clients/pixel-ratio'
import { citedSources } from '@pas/email-clients/sources/cited-sources'
import type { CardReading } from '../measure-card/card-table'
import { compareWithCard, monthsFile, monthsOf, readCards, writeMonths } from '../fidelity/cards'
import { pixelRatiosFile, writePixelRatios } from '../fidelity/pixel-ratios'
import { replaceSection } from '../fidelity/sections'
import { writeEmailClients } from '../documents/write-email-clients'
import { writeKnownFaults } from '../documents/write-known-faults'
import { writeEngineeringDefaults } from '../documents/write-engineering-defaults'
import { readFacts } from '../geometry/facts'

describe('the catalogue in docs/fidelity.md', () => {
  it('agrees with the catalogue; otherwise run `npm run generate:fidelity`', () => {
    const document = readFileSync(path.join(__dirname, '../../docs/fidelity.md'), 'utf8')
    expect(document).toBe(replaceSection(document, 'email clients', writeEmailClients()))
  })
})

describe('where we are wrong', () => {
  const document = readFileSync(path.join(__dirname, '../../docs/fidelity.md'), 'utf8')

  it('begins docs/fidelity.md; otherwise run `npm run generate:fidelity`', () => {
    expect(document).toBe(replaceSection(document, 'where we are wrong', writeKnownFaults()))
    expect(document.indexOf('## Where we are wrong')).toBeLessThan(document.indexOf('## Email clients'))
  })

  it('is sorted by readers, and names email clients of the catalogue and sources of ours', () => {
    const readers = [...document.matchAll(/^\| +(\d+) % +\|/gm)].map(([, percent]) => Number(percent))
    expect(readers).toHaveLength(knownFaults.filter(({ codes }) => readersTouched(codes) !== null).length)
    expect(readers).toEqual(readers.toSorted((one, other) => other - one))
    for (const { codes, source } of knownFaults) {
      expect(codes.length).toBeGreaterThan(0)
      for (const code of codes) expect(findEmailClient(code)?.code).toBe(code)
      expect(citedSources(source).length).toBeGreaterThan(0)
    }
    expect(readersTouched(['IPHONE17', 'IPADA16', 'OL365', 'OUTLOOKNEW'])).toBeCloseTo(46.56 + 4.38)
    expect(readersTouched(['FASTMAIL'])).toBeNull()
  })
})

describe('our own defaults in docs/fidelity.md', () => {
  it('are those that the code names; otherwise run `npm run generate:fidelity`', () => {
    const document = readFileSync(path.join(__dirname, '../../docs/fidelity.md'), 'utf8')
    expect(document).toBe(replaceSection(document, 'our own defaults', writeEngineeringDefaults()))
  })
})

describe('the pixel ratios of the catalogue', () => {
  it('are those of the profiles’ windows; otherwise run `npm run generate:fidelity`', () => {
    expect(readFileSync(pixelRatiosFile, 'utf8')).toBe(writePixelRatios())
    expect([pixelRatioOf({ code: 'OL2016' }), pixelRatioOf({ code: 'IPHONE17' })]).toEqual([1, 3])
  })
})

describe('the confidence `measured`', () => {
  const pictures = new Map<string, string>()
  for (const { emailClient, source } of readFacts()) {
    const month = source.date.slice(0, 7)
    if (month > (pictures.get(emailClient) ?? '')) pictures.set(emailClient, month)
  }
  for (const [code, month] of Object.entries(monthsOf(readCards()))) {
    if (month > (pictures.get(code) ?? '')) pictures.set(code, month)
  }
  const compared = emailClients.filter(
    ({ confidence, fidelity, engine }) =>
      confidence === 'measured' && fidelity !== 'client' && !(engine === 'text' && fidelity === 'engine'),
  )

  it.each(compared)('of $code rests on real pictures, the newest of $asOf', ({ code, asOf }) => {
    expect(pictures.get(code)).toBe(asOf)
  })

  it('is given by measured cards, whose months the catalogue has; otherwise run `npm run generate:fidelity`', () => {
    const cards = readCards()
    expect(readFileSync(monthsFile, 'utf8')).toBe(writeMonths(cards))
    for (const { emailClient } of cards) expect(findEmailClient(emailClient)?.confidence).toBe('measured')
  })

  it.each([
    ['documented', '2025-07', '2026-11', '2026-11'],
    ['documented', '2025-07', '2024-02', '2024-02'],
    ['measured', '2017-05', '2026-11', '2026-11'],
    ['measured', '2026-12', '2026-11', '2026-12'],
  ] as const)('with a card over what was %s as of %s', (confidence, asOf, card, expected) => {
    const row = { ...findEmailClient('CHROMEGMAILNEW')!, confidence, asOf }
    expect(withCard(row, card)).toMatchObject({ confidence: 'measured', asOf: expected })
    expect(withCard(row, undefined)).toBe(row)
  })
})

describe('a measured card beside our picture of the card', () => {
  const reading: CardReading = {
    scale: 1,
    colours: { background: { '#ffffff': '#ffffff', '#e60000': null }, text: {}, border: {} },
    widths: { '300': 300, '800': 'cut' },
    texts: { '11': 11 },
    ruler: 280,
    columns: 'beside',
    lineHeight: 22,
    rightToLeft: 'cut',
    styled: { white: '#00a651', pale: '#fffffe', page: '#ffe9c7' },
    pictures: { embedded: true, remote: true, data: false },
  }

  it('tells what differs, and judges nothing that could not be read', () => {
    expect(compareWithCard(reading, reading)).toEqual({ share: 1, differences: [] })
    const ours: CardReading = {
      ...reading,
      colours: { ...reading.colours, background: { '#ffffff': '#202020', '#e60000': '#e60000' } },
      widths: { '300': 303, '800': 'cut' },
      columns: 'below',
      lineHeight: 24.7,
      rightToLeft: 700,
      styled: { white: '#ffffff', pale: '#fffffe', page: '#ffffff' },
    }
    expect(compareWithCard(reading, ours)).toEqual({
      share: 1 - 7 / 13,
      differences: [
        'background #ffffff: #ffffff, ours #202020',
        'width 300: 300, ours 303',
        'right to left: cut, ours 700',
        'columns: beside, ours below',
        'line height: 22, ours 24.7',
        'styled white: #00a651, ours #ffffff',
        'styled page: #ffe9c7, ours #ffffff',
      ],
    })
  })

  it('says nothing about remote pictures where none came', () => {
    const offline = { ...reading, pictures: { embedded: true, remote: false, data: false } }
    expect(compareWithCard(offline, reading).differences).toEqual([])
  })
})
