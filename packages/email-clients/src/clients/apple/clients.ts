import type { EmailClientRow } from '../../email-client'
import { assumed, dark, desktop, documented, mobile } from '../../email-client-groups'
import type { AppleScreenName } from './apple-devices'
import type { MacosVersion } from './macos-releases'
import type { AppleProfileName, IosVersion } from './profiles'

type Row = EmailClientRow<AppleProfileName>
type Known = Pick<Row, 'asOf' | 'confidence'>

interface Device {
  code: string
  name: string
  screen: AppleScreenName
}

const onDevice = { ...mobile, engine: 'webkit', fidelity: 'engine', caniemail: 'apple-mail/ios' } as const
const onMac = { ...desktop, engine: 'webkit', fidelity: 'engine', caniemail: 'apple-mail/macos' } as const

const iosClients: readonly Row[] = [
  ...iosMail(
    { version: '12.0', known: documented('2018-09') },
    { code: 'IPHONE8', name: 'iPhone 8', screen: 'iPhone 8' },
    { code: 'IPHONE8PLUS', name: 'iPhone 8 Plus', screen: 'iPhone 8 Plus' },
    { code: 'IPHONEXR', name: 'iPhone XR', screen: 'iPhone XR' },
    { code: 'IPHONEXS', name: 'iPhone XS', screen: 'iPhone XS' },
    { code: 'IPHONEXSMAX', name: 'iPhone XS Max', screen: 'iPhone XS Max' },
  ),
  ...iosMail(
    { version: '13.1', known: documented('2019-09') },
    { code: 'IPAD', name: 'iPad (Retina)', screen: 'iPad (9.7 inch)' },
    { code: 'IPADPRO10P5IN', name: 'iPad Pro (10.5 inch)', screen: 'iPad Pro (10.5 inch)' },
    { code: 'IPADPRO11IN', name: 'iPad Pro (11 inch)', screen: 'iPad Pro (11 inch)' },
    { code: 'IPADPRO13IN', name: 'iPad Pro (12.9 inch)', screen: 'iPad Pro (12.9 inch)' },
    { code: 'IPHONE11', name: 'iPhone 11', screen: 'iPhone XR' },
    { code: 'IPHONE11PROMAX', name: 'iPhone 11 Pro Max', screen: 'iPhone XS Max' },
  ),
  ...iosMail(
    { version: '13.1', known: documented('2019-09'), inDark: documented('2021-11') },
    { code: 'IPADGEN7', name: 'iPad (Gen 7)', screen: 'iPad (10.2 inch)' },
    { code: 'IPHONE11PRO', name: 'iPhone 11 Pro', screen: 'iPhone XS' },
  ),
  ...iosMail(
    { version: '13.4', known: documented('2020-03') },
    { code: 'IPHONESE2020', name: 'iPhone SE (Gen 2)', screen: 'iPhone SE (2nd generation)' },
  ),
  ...iosMail(
    { version: '14.2', known: documented('2020-11') },
    { code: 'IPADAIRGEN4', name: 'iPad Air (Gen 4)', screen: 'iPad Air (10.9 inch)' },
    { code: 'IPHONESE', name: 'iPhone SE', screen: 'iPhone SE' },
  ),
  ...iosMail(
    { version: '14.2', known: documented('2020-11'), inDark: documented('2021-11') },
    { code: 'IPHONE11IOS14', name: 'iPhone 11', screen: 'iPhone XR' },
    { code: 'IPHONE12', name: 'iPhone 12', screen: 'iPhone 12' },
    { code: 'IPHONE12MINI', name: 'iPhone 12 mini', screen: 'iPhone 12 mini' },
    { code: 'IPHONE12PROMAX', name: 'iPhone 12 Pro Max', screen: 'iPhone 12 Pro Max' },
  ),
  ...iosMail(
    { version: '15.0', known: documented('2021-09'), inDark: documented('2021-11') },
    { code: 'IPADMINI6', name: 'iPad mini (Gen 6)', screen: 'iPad mini (8.3 inch)' },
    { code: 'IPHONE13', name: 'iPhone 13', screen: 'iPhone 12' },
    { code: 'IPHONE13PROMAX', name: 'iPhone 13 Pro Max', screen: 'iPhone 12 Pro Max' },
  ),
  ...iosMail(
    { version: '17', known: documented('2024-05'), inDark: documented('2023-09') },
    { code: 'IPADAIR11IN', name: 'iPad Air (11 inch)', screen: 'iPad Air (10.9 inch)' },
    { code: 'IPADGEN10', name: 'iPad (Gen 10)', screen: 'iPad (10.9 inch)' },
    { code: 'IPHONE14', name: 'iPhone 14', screen: 'iPhone 12' },
    { code: 'IPHONE14PLUS', name: 'iPhone 14 Plus', screen: 'iPhone 12 Pro Max' },
    { code: 'IPHONE14PROMAX', name: 'iPhone 14 Pro Max', screen: 'iPhone 15 Plus' },
    { code: 'IPHONE15', name: 'iPhone 15', screen: 'iPhone 15' },
    { code: 'IPHONE15PLUS', name: 'iPhone 15 Plus', screen: 'iPhone 15 Plus' },
    { code: 'IPHONE15PROMAX', name: 'iPhone 15 Pro Max', screen: 'iPhone 15 Plus' },
  ),
  ...iosMail(
    { version: '18', known: documented('2025-03'), inDark: assumed('2023-09') },
    { code: 'IPADAIR13IN', name: 'iPad Air (13 inch)', screen: 'iPad Pro (12.9 inch)' },
    { code: 'IPADMINI7', name: 'iPad mini (A17 Pro)', screen: 'iPad mini (8.3 inch)' },
    { code: 'IPHONE16', name: 'iPhone 16', screen: 'iPhone 15' },
    { code: 'IPHONE16PLUS', name: 'iPhone 16 Plus', screen: 'iPhone 15 Plus' },
    { code: 'IPHONE16PROMAX', name: 'iPhone 16 Pro Max', screen: 'iPhone 16 Pro Max' },
  ),
  ...iosMail(
    { version: '26', known: assumed('2026-04'), inDark: assumed('2023-09') },
    { code: 'IPADA16', name: 'iPad (A16)', screen: 'iPad (10.9 inch)' },
    { code: 'IPADPROM4P11IN', name: 'iPad Pro (11 inch, M4)', screen: 'iPad Pro (11 inch, M4)' },
    { code: 'IPADPROM4P13IN', name: 'iPad Pro (13 inch, M4)', screen: 'iPad Pro (13 inch, M4)' },
    { code: 'IPHONE16IOS26', name: 'iPhone 16', screen: 'iPhone 15' },
    { code: 'IPHONE17', name: 'iPhone 17', screen: 'iPhone 17' },
    { code: 'IPHONE17PROMAX', name: 'iPhone 17 Pro Max', screen: 'iPhone 16 Pro Max' },
    { code: 'IPHONEAIR', name: 'iPhone Air', screen: 'iPhone Air' },
  ),
  ...iosMail(
    { platform: 'iOS 27', version: '26', known: assumed('2026-04'), inDark: assumed('2023-09') },
    { code: 'IPADA16IOS27', name: 'iPad (A16)', screen: 'iPad (10.9 inch)' },
    { code: 'IPHONE17IOS27', name: 'iPhone 17', screen: 'iPhone 17' },
  ),
]

export const appleClients: readonly Row[] = [
  ...iosClients.toSorted((one, other) => (one.code < other.code ? -1 : 1)),
  ...macosMail('13', 'macOS 10.15', documented('2020-09'), documented('2021-11')),
  ...macosMail('14', 'macOS 11.0', documented('2022-09'), documented('2022-09')),
  ...macosMail('15', 'macOS 12.0', documented('2023-09'), documented('2023-09')),
  ...macosMail('16', 'macOS 13', documented('2023-09'), documented('2023-09')),
  ...macosMail('17', 'macOS 14', documented('2024-03'), documented('2023-09')),
  ...macosMail('18', 'macOS 15', assumed('2024-09'), assumed('2023-09')),
  ...macosMail('26', 'macOS 26', assumed('2026-04'), assumed('2023-09')),
  ...macosMail('26', 'macOS 27', assumed('2026-04'), assumed('2023-09'), '27'),
]

interface IosRelease {
  version: IosVersion
  platform?: string
  known: Known
  inDark?: Known
}

function iosMail(
  { version, platform = `iOS ${version}`, known, inDark }: IosRelease,
  ...devices: readonly Device[]
): Row[] {
  return devices.flatMap(({ code, name, screen }) => {
    const profile = `${screen}, iOS ${version}` as const
    const light: Row = { ...onDevice, code, name, platform, ...known, profile }
    return inDark ? inBothThemes(light, { ...inDark, profile: `${profile}, dark` }) : [light]
  })
}

/** @param version the Apple Mail whose rules apply, also where another is shown */
function macosMail(version: MacosVersion, platform: string, known: Known, inDark: Known, shown: string = version) {
  const profile = `Mail ${version}` as const
  const light: Row = { ...onMac, code: `APPMAIL${shown}`, name: `Apple Mail ${shown}`, platform, ...known, profile }
  return inBothThemes(light, { ...inDark, profile: `${profile}, dark` })
}

function inBothThemes(light: Row, inDark: Known & Pick<Row, 'profile'>): Row[] {
  return [light, { ...light, ...dark, code: `${light.code}DARK`, name: `${light.name} Dark`, ...inDark }]
}
