import { userInfo } from 'node:os'
import { ensureLocalCertificate, type LocalCertificate } from '../../tools/stack/src/local-ca'

/** Makes a certificate for localhost, signed by a new CA, in a test's own folder. */
export function createTestCertificate(folder: string): Promise<LocalCertificate> {
  const { username: name, uid, gid } = userInfo()
  return ensureLocalCertificate(folder, { name, uid, gid, isDropped: false })
}
