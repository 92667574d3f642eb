import { desktopEmailClients } from '../../catalogue/desktop-email-clients'
import { mobileEmailClients } from '../../catalogue/mobile-email-clients'
import type { FamilyProfiles, Profile } from '../../engine/profile'
import type { Support } from '../../engine/support'
import { findAppleScreen } from './apple-devices'
import { iosMail, macosMail } from './profiles'
import { createIosSupport, createMacosSupport } from './support'

/** One for each version, for all the devices that have it. */
const supports = new Map<string, Support>()

function supportOf(system: 'iOS' | 'macOS', version: string): Support {
  const key = `${system} ${version}`
  const support =
    supports.get(key) ?? (system === 'iOS' ? createIosSupport(version) : createMacosSupport(version))
  supports.set(key, support)
  return support
}

function profilesOf(): [code: string, profile: Profile][] {
  const profiles: [string, Profile][] = []
  for (const { code, platform } of mobileEmailClients) {
    const screen = findAppleScreen(code)
    if (!screen) continue
    const version = platform.replace('iOS ', '')
    const support = supportOf('iOS', version)
    const iosVersion = Number.parseInt(version, 10)
    profiles.push([code, iosMail(screen, { support, iosVersion, isDark: code.endsWith('DARK') })])
  }
  for (const { code } of desktopEmailClients) {
    const [, version] = /^APPMAIL(\d+)(?:DARK)?$/.exec(code) ?? []
    if (version === undefined) continue
    profiles.push([code, macosMail({ support: supportOf('macOS', version), isDark: code.endsWith('DARK') })])
  }
  return profiles
}

/** Apple Mail on macOS, and Mail on iPhone and iPad: WebKit, nearly unfiltered. The version is that of the catalogue's platform. */
export const appleProfiles: FamilyProfiles = Object.fromEntries(profilesOf())
