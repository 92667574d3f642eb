import type { TlsAnswer } from '@pas/runtime/http/ask-tls'
import type { Finding } from './check'

const dayMs = 86_400_000
const warnedDays = 21

/** Throws when `callers` refuse the certificate of what answers at `place`. */
export function judgeCertificate(
  { endsAt, distrust }: Pick<TlsAnswer, 'endsAt' | 'distrust'>,
  { place, callers }: { place: string; callers: string },
  now: Date,
): Finding {
  const daysLeft = Math.floor((endsAt.getTime() - now.getTime()) / dayMs)
  const end = `its certificate ends ${endsAt.toISOString().slice(0, 10)}`
  if (distrust !== undefined && !/SELF_SIGNED|UNABLE_TO/.test(distrust))
    throw new Error(`${place} answers, and ${callers} refuse its certificate (${distrust}; ${end})`)
  if (distrust !== undefined) {
    const advice = `set NODE_EXTRA_CA_CERTS to the CA's file if it is yours`
    return {
      status: 'warned',
      detail: `${place} answers; ${end}, and its CA is not known here (${distrust}): ${advice}`,
    }
  }
  if (daysLeft >= warnedDays) return { status: 'ok', detail: `${place} answers; ${end}` }
  return { status: 'warned', detail: `${place} answers; ${end}, in ${daysLeft} days: see that it is renewed` }
}
