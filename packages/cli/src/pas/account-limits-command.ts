import type { OwnLimits } from '@pas/accounts/account-limits'
import type { Command } from 'commander'
import { actOn, namedAccount } from './named-thing'
import { bytesLimitValue, limitValue } from './option-values'
import { perform, type CommandContext } from './perform'
import type { AnswerRow } from './render-answer'

export const limitsAnswer = (limits: OwnLimits): AnswerRow => ({
  emails_per_minute: limits.emailsPerMinute,
  captures_per_hour: limits.capturesPerHour,
  captures_waiting: limits.capturesWaiting,
  email_bytes_per_hour: limits.emailBytesPerHour,
  checks_per_minute: limits.checksPerMinute,
})

export function addAccountLimitsCommand(account: Command, context: CommandContext): void {
  const limits = account
    .command('limits')
    .description(
      "show an account's own limits, or change those that are given; '-' is where the installation's applies. The services follow within ten seconds",
    )
    .option(
      '--emails-per-minute <count>',
      "in place of EMAILS_PER_MINUTE; 'unset' goes back to it",
      limitValue,
    )
    .option(
      '--captures-per-hour <count>',
      "in place of CAPTURES_PER_HOUR; 'unset' goes back to it",
      limitValue,
    )
    .option('--captures-waiting <count>', "in place of CAPTURES_WAITING; 'unset' goes back to it", limitValue)
    .option(
      '--email-bytes-per-hour <bytes>',
      "in place of EMAIL_BYTES_PER_HOUR; 'unset' goes back to it",
      bytesLimitValue,
    )
    .option(
      '--checks-per-minute <count>',
      "in place of CHECKS_PER_MINUTE; 'unset' goes back to it",
      limitValue,
    )
  actOn(limits, namedAccount, (id, options: LimitOptions) => {
    const changes = limitChanges(options)
    const isChange = Object.keys(changes).length > 0
    return perform(context, {
      action: isChange ? 'account.set_limits' : 'account.limits',
      target: `account:${id}`,
      work: async (deps) => {
        const { findAccountLimits, setAccountLimits } = await import('@pas/accounts/account-limits')
        const { getAccount } = await import('@pas/accounts/get-account')
        await getAccount(deps, id)
        const own = isChange ? await setAccountLimits(deps, id, changes) : await findAccountLimits(deps, id)
        return { answer: limitsAnswer(own), ...(isChange && { details: { ...own } }) }
      },
    })
  })
}

type LimitOptions = Partial<Record<keyof OwnLimits, number | 'unset'>>

function limitChanges({
  emailsPerMinute,
  capturesPerHour,
  capturesWaiting,
  emailBytesPerHour,
  checksPerMinute,
}: LimitOptions): Partial<OwnLimits> {
  // By name, because the options include --account.
  const given = Object.entries({
    emailsPerMinute,
    capturesPerHour,
    capturesWaiting,
    emailBytesPerHour,
    checksPerMinute,
  }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value === 'unset' ? null : value] as const],
  )
  return Object.fromEntries(given)
}
