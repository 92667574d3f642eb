import { getUser } from './looked-up'
import { namedUser } from './named-thing'
import type { Noun } from './noun'
import { required } from './option-values'
import { answerRow } from './render-answer'

export function addSignInCommands(user: Noun): void {
  user.on(namedUser, {
    verb: 'sign-in-link',
    about:
      'show a link that signs a user in once, in 24 hours; only where auth is on loopback, as with npm start',
    act: (email) => ({
      work: async (deps) => {
        const { createSignInLink, linkExpiry } = await import('@pas/accounts/one-time-links')
        const { readSignInUrl } = await import('./read-environment')
        const signInUrl = readSignInUrl(deps.env)
        const { id } = await getUser(deps, email)
        const link = `${signInUrl}?link=${await createSignInLink(deps, id)}`
        const validUntil = linkExpiry(deps.clock.now())
        return { answer: answerRow({ link, validUntil }), target: `user:${id}` }
      },
    }),
  })
  user.verb({
    verb: 'second-factors',
    about: 'show the users who sign in with a second factor',
    act: () => ({
      ...{ action: 'second_factor.list', target: 'users' },
      work: async (deps) => {
        const rows = await (await import('@pas/accounts/second-factors')).listSecondFactors(deps)
        return {
          answer: rows.map(({ userId, email, enabledAt, recoveryCodesLeft }) =>
            answerRow({ userId, email, enabledAt, recoveryCodesLeft }),
          ),
        }
      },
    }),
  })
  user.on(namedUser, {
    verb: 'reset-second-factor',
    about: "turn a user's second factor off: their password alone signs them in",
    act: (email) => ({
      action: 'second_factor.reset',
      work: async (deps) => {
        const userId = await (await import('@pas/accounts/second-factors')).resetSecondFactor(deps, email)
        return { answer: { user_id: userId, second_factor: 'off' }, target: `user:${userId}` }
      },
    }),
  })
  user.on(namedUser, {
    verb: 'link-identity',
    about: 'let a person of the OpenID provider sign in as a user',
    options: [
      required('--issuer <url>', "the provider's issuer, as in OIDC_ISSUER"),
      required(
        '--subject <sub>',
        "the person's `sub` there, as `pas audit list --details` shows it for a refused sign-in",
      ),
    ],
    act: (email, { issuer, subject }: { issuer: string; subject: string }) => ({
      action: 'external_identity.link',
      work: async (deps) => {
        const { linkExternalIdentity } = await import('@pas/accounts/external-identities')
        const userId = await linkExternalIdentity(deps, email, { issuer, subject })
        const answer = { user_id: userId, issuer, subject }
        return { answer, target: `user:${userId}`, details: { issuer, subject } }
      },
    }),
  })
  user.on(namedUser, {
    verb: 'unlink-identity',
    about: "forget who a user is at OpenID providers, and end the user's sessions",
    act: (email) => ({
      action: 'external_identity.unlink',
      work: async (deps) => {
        const { unlinkExternalIdentities } = await import('@pas/accounts/external-identities')
        const { userId, unlinked } = await unlinkExternalIdentities(deps, email)
        return { answer: { user_id: userId, unlinked }, target: `user:${userId}`, details: { unlinked } }
      },
    }),
  })
}
