import { compareEmails } from '../src/compare/compare-emails'
import type { ComparedService, ListedComparison } from '../src/compare/compared-service'
import type { EmailPair, EmailPairs } from '../src/compare/compiled-email'
import { createPostedEmails } from '../src/posted-emails'
import type { Service } from '../src/service'

const client = { code: 'OL365', name: 'Outlook' }

/** One byte of a picture, in a PNG's header of 3 × 5 pixels. */
const png = (byte: number): Uint8Array => {
  const bytes = Buffer.alloc(40, byte)
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 0, 'latin1')
  bytes.writeUInt32BE(3, 16)
  bytes.writeUInt32BE(5, 20)
  return bytes
}

const pairsOf = (count: number): EmailPairs => {
  const all = Array.from({ length: count }, (_, n): EmailPair => ({
    file: `${String(n).padStart(4, '0')}.html`,
    base: { html_text: `${n} a` },
    head: { html_text: `${n} b` },
    failure: null,
  }))
  const next = () => Promise.resolve(all.shift())
  return {
    count,
    pairs: {
      next: async () => {
        const value = await next()
        return value ? { done: false, value } : { done: true, value: undefined }
      },
    },
  }
}

/** Stands in for an installation in a state that none can be put into. */
function standIn(comparisonOf: (drawn: number, code: string) => ListedComparison['comparison']) {
  const there = new Set<string>()
  const asked: string[] = []
  let posted = 0
  const storing = {
    createEmail: () => {
      posted += 1
      there.add(String(posted))
      return Promise.resolve({ email_guid: String(posted) })
    },
    deleteEmail: (guid: string) => {
      there.delete(guid)
      return Promise.resolve()
    },
    listEmails: () => Promise.resolve({ emails: [] }),
  }
  const service: ComparedService = {
    waitForPreviews: (guid, { clients, base }) =>
      Promise.resolve({
        previews: clients.map((code) => ({
          client: code,
          status: 'captured' as const,
          full_url: `https://images.example/${base ? 'head' : 'base'}/${guid}/${code}`,
          picture_sha256: base ? 'b' : 'a',
          comparison: base ? comparisonOf(Number(guid) / 2, code) : undefined,
        })),
      }),
    getPicture: (url) => {
      asked.push(url)
      return Promise.resolve(png(url.length % 250))
    },
    getDifference: () =>
      Promise.resolve({ height_delta: 0, changed_pixels: 1, regions: [{ kind: 'changed' }] }),
  }
  return {
    service,
    there,
    asked,
    posted: createPostedEmails(storing as unknown as Service, new AbortController().signal),
  }
}

const different = {
  verdict: 'different',
  difference_url: 'https://i.example/d',
  summary_url: 'https://i.example/s',
} as const

describe('comparing pairs of emails', () => {
  const signal = new AbortController().signal

  it('has both sides drawn once more when other programs drew one of them, and says so if they did again', async () => {
    const updated = standIn((drawn) =>
      drawn === 1 ? { verdict: 'not_comparable', reason: 'drawn_by' } : { verdict: 'equal' },
    )
    const input = { clients: [client], replacements: [] }
    const { emails } = await compareEmails({ ...updated, signal }, { ...input, pairs: pairsOf(1) })
    expect(emails[0]?.comparisons).toMatchObject([{ verdict: 'equal' }])
    const updating = standIn(() => ({ verdict: 'not_comparable', reason: 'drawn_by' }))
    const second = await compareEmails({ ...updating, signal }, { ...input, pairs: pairsOf(1) })
    expect(second.emails[0]?.comparisons).toMatchObject([{ verdict: 'not_comparable', reason: 'drawn_by' }])
    expect([updated.there.size, updating.there.size]).toEqual([0, 0])
  })

  it('fetches pictures that are the same byte for byte once', async () => {
    const { service, posted, asked } = standIn(() => different)
    const clients = Array.from({ length: 9 }, (_, n) => ({ code: `C${n}`, name: `Client ${n}` }))
    const { emails } = await compareEmails(
      { service, posted, signal },
      { clients, replacements: [], pairs: pairsOf(3) },
    )
    expect(emails.flatMap(({ comparisons }) => comparisons).every(({ head }) => head?.height === 5)).toBe(
      true,
    )
    expect(asked).toHaveLength(3)
  })

  it('keeps a limited number of pictures, and says of how many previews none are here', async () => {
    let drawn = 0
    const { service, posted } = standIn(() => different)
    const waitForPreviews: ComparedService['waitForPreviews'] = async (...given) => {
      const { previews } = await service.waitForPreviews(...given)
      return { previews: previews.map((preview) => ({ ...preview, picture_sha256: String((drawn += 1)) })) }
    }
    const result = await compareEmails(
      { service: { ...service, waitForPreviews }, posted, signal },
      { clients: [client], replacements: [], pairs: pairsOf(230) },
    )
    const withPictures = result.emails.filter(({ comparisons }) => comparisons[0]?.head)
    expect(withPictures).toHaveLength(200)
    expect(result.picturesLeftOut).toBe(30)
  })

  it('tells an email’s failure without ending the run', async () => {
    const { service, posted, there } = standIn(() => ({ verdict: 'equal' }))
    const waitForPreviews: ComparedService['waitForPreviews'] = (guid, ...rest) =>
      guid === '3'
        ? Promise.reject(new Error('The\u001b[31m email is odd.'))
        : service.waitForPreviews(guid, ...rest)
    const { emails } = await compareEmails(
      { service: { ...service, waitForPreviews }, posted, signal },
      { clients: [client], replacements: [], pairs: pairsOf(5) },
    )
    expect(emails.map(({ failure }) => failure).filter((failure) => failure !== null)).toEqual([
      'The\ufffd[31m email is odd.',
    ])
    expect(there.size).toBe(0)
  })
})
