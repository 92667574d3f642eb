import { z } from 'zod'
import { settings } from './setting'

/** Of infra/backup/back-up.sh, which says more about them. */
export const backupSettings = settings(['pas'], {
  BACKUP_TO: {
    schema: z.string().optional(),
    about: 'Where back-up.sh writes: a folder, or a path of a remote of rclone. `pas doctor` says how old the newest backup is where it can read one of these two.',
    example: '/backup',
  },
  BACKUP_METRICS: { schema: z.string().optional(), about: 'The file into which back-up.sh writes when the last complete backup finished.', example: '/metrics/backup.prom' },
})
