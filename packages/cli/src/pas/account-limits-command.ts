import type { OwnLimits } from '@pas/accounts/account-limits'
import { getAccount } from './looked-up'
import { namedAccount } from './named-thing'
import type { Noun } from './noun'
import { bytesLimitValue, limitValue, option } from './option-values'
import type { CommandDeps } from './perform'
import { answerRow, renderAnswer, snakeCase, type AnswerRow } from './render-answer'

/** In place of which variable each limit is. */
const variables = {
  emailsPerMinute: 'EMAILS_PER_MINUTE',
  capturesPerHour: 'CAPTURES_PER_HOUR',
  capturesWaiting: 'CAPTURES_WAITING',
  emailBytesPerHour: 'EMAIL_BYTES_PER_HOUR',
  checksPerMinute: 'CHECKS_PER_MINUTE',
} as const satisfies Record<keyof OwnLimits, string>

const members = Object.keys(variables) as (keyof OwnLimits)[]

/** Null where the installation's limit applies, which the text and `installation` say. */
export async function limitsAnswer(
  { env }: Pick<CommandDeps, 'env'>,
  limits: OwnLimits,
  before: AnswerRow = {},
): Promise<{ answer: AnswerRow; text: string }> {
  const { limitSettings } = await import('@pas/settings/limits')
  const { parseConfig } = await import('@pas/settings/parse-config')
  const { variablesOf } = await import('@pas/settings/setting')
  const installation = parseConfig(variablesOf('pas', limitSettings), env)
  const ofInstallation = members.map((member) => [member, installation[variables[member]]] as const)
  const applying = ofInstallation.map(
    ([member, limit]) => [member, limits[member] ?? `${limit}, of the installation`] as const,
  )
  const own = answerRow(Object.fromEntries(members.map((member) => [member, limits[member]])))
  const rest = answerRow(before)
  return {
    answer: { ...rest, ...own, installation: answerRow(Object.fromEntries(ofInstallation)) },
    text: renderAnswer({ ...rest, ...answerRow(Object.fromEntries(applying)) }),
  }
}

type LimitOptions = Partial<Record<keyof OwnLimits, number | 'unset'>>

export function addAccountLimitsCommand(account: Noun): void {
  account.on(namedAccount, {
    verb: 'limits',
    about:
      "show which limits apply to an account, or set limits of its own in place of the installation's, which the services follow within ten seconds",
    options: members.map((member) => {
      const [unit, parse] =
        member === 'emailBytesPerHour' ? ['bytes', bytesLimitValue] : ['count', limitValue]
      const about = `in place of ${variables[member]}; 'unset' goes back to it`
      return option(`--${snakeCase(member).replaceAll('_', '-')} <${unit}>`, about, parse)
    }),
    act: (id, options: LimitOptions) => {
      const given = members.flatMap((member) => {
        const limit = options[member]
        return limit === undefined ? [] : [[member, limit === 'unset' ? null : limit] as const]
      })
      const isChange = given.length > 0
      return {
        ...(isChange && { action: 'account.set_limits' }),
        work: async (deps) => {
          const { findAccountLimits, setAccountLimits } = await import('@pas/accounts/account-limits')
          await getAccount(deps, id)
          if (!isChange) return limitsAnswer(deps, await findAccountLimits(deps, id))
          const own = await setAccountLimits(deps, id, Object.fromEntries(given))
          return { ...(await limitsAnswer(deps, own)), details: { ...own } }
        },
      }
    },
  })
}
