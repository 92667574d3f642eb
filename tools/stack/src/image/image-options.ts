import { isIP } from 'node:net'
import { imageSettings, publicServices, type PublicUrl } from '@pas/settings/image'
import { parseConfig } from '@pas/settings/parse-config'
import { variablesOf, type ValuesOf } from '@pas/settings/setting'
import { readStackOptions, type StackOptions } from '../stack-options'
import { assertKnownMigrations } from './release'

const variables = variablesOf('all-in-one image', imageSettings)

export interface FirstAccount {
  email: string
  /** Null: no key is made. */
  apiKey: string | null
}

/** Throws a `ConfigError` naming every variable at fault, or a `StackError`. */
export function readImageOptions(
  env: Readonly<Record<string, string | undefined>>,
  root: string,
): { options: StackOptions; firstAccount: FirstAccount } {
  const options = readStackOptions([], env, root)
  const values: ValuesOf<typeof imageSettings> = parseConfig(variables, options.env)
  return {
    options: {
      ...options,
      image: {
        publicUrl: values.PUBLIC_URL,
        certificateNames: hostNames(values.PUBLIC_URL),
        isBehindProxy: options.env.TRUST_PROXY !== undefined,
        beforeMigration: assertKnownMigrations,
      },
    },
    firstAccount: { email: values.FIRST_USER, apiKey: values.FIRST_API_KEY ?? null },
  }
}

/** An IPv6 address without brackets. */
const hostNames = (publicUrl: PublicUrl): string[] => {
  const names = publicServices.map((service) => new URL(publicUrl(service)).hostname)
  return [...new Set(names)].map((name) => (isIP(name.slice(1, -1)) ? name.slice(1, -1) : name))
}
