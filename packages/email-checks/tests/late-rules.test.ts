import { empty, mailto } from '../src/links/address-rules'
import { runChecks } from '../src/run-checks'
import { emailToCheck } from './email-to-check'

const html = '<a href="">x</a><a href="mailto:x">x</a><img src="https://x.example/a.png" width="9">'

describe('a rule that is not done in its time', () => {
  it('makes its check failed, which names it, and takes nothing from other rules and checks', () => {
    jest.spyOn(mailto, 'find').mockImplementation(function* () {
      yield* []
      throw new Late()
    })
    const answers = runChecks(email, ['images', 'links'], (work) => {
      try {
        return work()
      } catch (error) {
        if (error instanceof Late) return null
        throw error
      }
    })
    const [images, links] = answers
    expect(images).toMatchObject({ name: 'images', status: 'done' })
    expect(images?.findings.map(({ rule }) => rule)).toContain('images/no-alt')
    expect(links).toMatchObject({
      name: 'links',
      status: 'failed',
      description: expect.stringContaining('not done: links/mailto.') as string,
    })
    expect(links?.findings.map(({ rule }) => rule)).toContain(empty.name)
  })
})

class Late extends Error {}

const email = emailToCheck({ html })
