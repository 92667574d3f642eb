import type { EngineContext } from '../engine-context'
import type { SupervisedEngine } from '../supervised/supervised-engine'
import { startWebmailEngine } from '../webmail/webmail-engine'
import { roundcube } from './roundcube'
import { findRoundcube } from './roundcube-installation'

const installLine = 'apt-get install roundcube-core roundcube-sqlite3 php-cli dovecot-imapd bubblewrap socat'

export const startRoundcubeEngine = (context: EngineContext): Promise<SupervisedEngine> =>
  startWebmailEngine(
    { engine: 'roundcube', installLine, find: async () => roundcube(await findRoundcube()) },
    context,
  )
