import { clientsWithoutError } from '../src/answers'

describe('email clients without an error', () => {
  const checked = ['CHROMEGMAILNEW', 'IPHONE17', 'OL365']
  const error = { severity: 'error', clients: null } as const

  it('are those that no error names, and none when an error is of all', () => {
    const ofOutlook = { ...error, rule: 'contrast/text', clients: ['OL365'] }
    const warning = { rule: 'images/ratio', severity: 'warning', clients: null } as const
    expect(clientsWithoutError(checked, [ofOutlook, warning])).toEqual(['CHROMEGMAILNEW', 'IPHONE17'])
    expect(clientsWithoutError(checked, [{ ...error, rule: 'template/mjml' }])).toEqual([])
  })

  it('do not lose what no email client can have: errors of links and headers', () => {
    const errors = ['links/broken', 'headers/from'].map((rule) => ({ ...error, rule }))
    expect(clientsWithoutError(checked, errors)).toEqual(checked)
  })
})
