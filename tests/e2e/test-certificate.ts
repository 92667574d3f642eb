import { userInfo } from 'node:os'
import { ensureLocalCertificate, type LocalCertificate } from '../../tools/stack/src/local-ca'

/** A certificate for localhost in a test's own folder, by a CA of its own. */
export function createTestCertificate(folder: string): Promise<LocalCertificate> {
  const { username: name, uid, gid } = userInfo()
  return ensureLocalCertificate(folder, { name, uid, gid, isDropped: false })
}
