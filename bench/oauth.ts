/*
 * `npm run bench -- oauth`: our token exchanges beside those of npm's `oidc-provider`, which keeps its tokens in
 * memory, and the user API's quickest answer beside a bare Express route with one indexed select. Rounds alternate, so
 * that other work of the machine slows both alike.
 */
import { percentile, report } from '@pas/testing/measure'
import { exchangeTokens } from './oauth/exchange-tokens'
import { openInstallation } from './oauth/open-installation'
import { readCurrentUser } from './oauth/read-current-user'
import { runToEnd } from '@pas/testing/run-to-end'

async function main(): Promise<void> {
  const installation = await openInstallation()
  const tokens = await exchangeTokens(installation)
  const reads = await readCurrentUser(installation)
  report(
    'oauth',
    {
      'token exchanges per second, ours': tokens.ours.perSecond,
      'token exchanges per second, oidc-provider in memory': tokens.theirs.perSecond,
      'token exchange p50 ms, ours': percentile(tokens.ours.times, 50),
      'token exchange p50 ms, oidc-provider': percentile(tokens.theirs.times, 50),
      'token exchange p99 ms, ours': percentile(tokens.ours.times, 99),
      'token exchange p99 ms, oidc-provider': percentile(tokens.theirs.times, 99),
      '/v2/users/current per second': reads.ours.perSecond,
      'bare route per second': reads.theirs.perSecond,
      '/v2/users/current p99 ms': percentile(reads.ours.times, 99),
      'bare route p99 ms': percentile(reads.theirs.times, 99),
    },
    {
      'token exchanges, ours / oidc-provider': {
        ratio: tokens.ours.perSecond / tokens.theirs.perSecond,
        wanted: { atLeast: 0.7 },
      },
      '/v2/users/current / bare route': {
        ratio: reads.ours.perSecond / reads.theirs.perSecond,
        wanted: { atLeast: 0.8 },
      },
    },
  )
  await installation.db.$disconnect()
}

runToEnd(main)
