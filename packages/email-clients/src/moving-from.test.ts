import { findEmailClient } from './catalogue'
import { moveEmailClients, otherServices, otherServiceTable, readEmailClientIds } from './moving-from'

describe('moving in from another service', () => {
  it.each(Object.entries(otherServices))('has a table of %s with a source for each row', (_name, table) => {
    expect(() => otherServiceTable.parse(table)).not.toThrow()
    const { emailClients, wire, sources } = table
    const ids = emailClients.map(({ id }) => id.toLowerCase())
    expect(new Set(ids).size).toBe(ids.length)
    const named = new Set([...emailClients, ...wire].map(({ source }) => source))
    expect([...named].sort()).toEqual(Object.keys(sources).sort())
    const codes = emailClients.flatMap(({ code, near }) => [code, near].filter((each) => each !== undefined))
    expect(codes.filter((code) => !findEmailClient(code))).toEqual([])
  })

  it('says what is the same here, what is near, what is missing, and never guesses', () => {
    const found = (service: 'litmus' | 'email-on-acid', ...ids: string[]) =>
      moveEmailClients(service, ids).map(({ id, found, emailClient }) => [
        id,
        found,
        emailClient?.code ?? null,
      ])
    expect(found('litmus', 'ol2016', 'OL2016', 'IPHONE6', 'OL2099')).toEqual([
      ['OL2016', 'same', 'OL2016'],
      ['IPHONE6', 'missing', null],
      ['OL2099', 'unknown', null],
    ])
    expect(found('email-on-acid', 'outlook16', 'gmail_ie11_win', 'outlook03', 'gmailw10_chr26_win')).toEqual([
      ['outlook16', 'same', 'OL2016'],
      ['gmail_ie11_win', 'near', 'GMAILNEW'],
      ['outlook03', 'missing', null],
      ['gmailw10_chr26_win', 'unknown', null],
    ])
  })

  it("has every email client of the Instant API's recorded answer under its own code", () => {
    const recorded = otherServices.litmus.emailClients.filter(({ source }) => source === 'instantApiRuby')
    expect(recorded.length).toBeGreaterThan(100)
    expect(recorded.filter(({ id, code }) => id !== code)).toEqual([])
  })

  it.each([
    ['lines', 'OL2016\n\n iphone6 # old\n', ['OL2016', 'iphone6']],
    ['an array', '["OL2016", "IPHONE6"]', ['OL2016', 'IPHONE6']],
    ['configurations', '[{"client":"OL2016","images":"blocked"},{"client":"IPAD"}]', ['OL2016', 'IPAD']],
    ['a request', '{"clients":["outlook16"],"subject":"x"}', ['outlook16']],
    ["the API's answer", '{"OL2016":{"name":"Outlook 2016"},"IPAD":{}}', ['OL2016', 'IPAD']],
    ["Email on Acid's answer", '{"clients":{"outlook16":{"id":"outlook16","client":"x"}}}', ['outlook16']],
    [
      "the gem's hashes",
      '{ client: "OL2016", images: "blocked" },\n{ "client" => \'IPAD\' },',
      ['OL2016', 'IPAD'],
    ],
  ])('reads ids from %s', (_form, text, ids) => {
    expect(readEmailClientIds(text)).toEqual(ids)
  })
})
