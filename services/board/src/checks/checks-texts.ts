import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'Checks',
  late: 'This could not be worked out in time. Load the page again.',
  severities: {
    error: { heading: 'Errors', meaning: 'Some readers do not get what was meant.' },
    warning: { heading: 'Warnings', meaning: 'Some readers get it worse.' },
    note: { heading: 'Notes', meaning: 'Something to know.' },
  },
  withoutError: ({ number, all }: { number: string; all: string }) =>
    `${number} of ${all} email clients have no error.`,
  nothing: 'Nothing was found.',
  line: ({ number }: { number: string }) => `Line ${number}`,
  inHeader: ({ number }: { number: string }) => `Header, line ${number}`,
  inText: ({ number }: { number: string }) => `Text part, line ${number}`,
  in: 'in',
  andMore: ({ number }: { number: string }) => `and ${number} more`,
  /** Letters shown in the colours of a text. */
  sample: 'Aa',
  running: 'Some of this is still being measured. The page loads again by itself.',
  fix: 'Can be mended:',
  inbox: 'In the inbox',
  notDone: 'Not checked',
  statuses: {
    running: 'is still being checked',
    failed: 'could not be checked',
    unavailable: 'is not available here',
    not_applicable: 'does not apply',
  },
}

/** Texts of the rules themselves come from the API, in English. */
export const checkTexts = {
  en,
  de: {
    title: 'Prüfungen',
    late: 'Das ließ sich nicht rechtzeitig ermitteln. Laden Sie die Seite noch einmal.',
    severities: {
      error: { heading: 'Fehler', meaning: 'Bei manchen kommt nicht an, was gemeint war.' },
      warning: { heading: 'Warnungen', meaning: 'Bei manchen kommt es schlechter an.' },
      note: { heading: 'Hinweise', meaning: 'Gut zu wissen.' },
    },
    withoutError: ({ number, all }) => `${number} von ${all} E-Mail-Programmen haben keinen Fehler.`,
    nothing: 'Es wurde nichts gefunden.',
    line: ({ number }) => `Zeile ${number}`,
    inHeader: ({ number }) => `Kopfzeilen, Zeile ${number}`,
    inText: ({ number }) => `Textteil, Zeile ${number}`,
    in: 'in',
    andMore: ({ number }) => `und ${number} weiteren`,
    sample: 'Aa',
    running: 'Einiges wird noch gemessen. Die Seite lädt von selbst neu.',
    fix: 'Lässt sich beheben:',
    inbox: 'Im Posteingang',
    notDone: 'Nicht geprüft',
    statuses: {
      running: 'wird noch geprüft',
      failed: 'konnte nicht geprüft werden',
      unavailable: 'gibt es hier nicht',
      not_applicable: 'trifft nicht zu',
    },
  },
  fr: {
    title: 'Vérifications',
    late: 'Cela n’a pas pu être établi à temps. Rechargez la page.',
    severities: {
      error: { heading: 'Erreurs', meaning: 'Certains lecteurs ne reçoivent pas ce qui était voulu.' },
      warning: { heading: 'Avertissements', meaning: 'Certains lecteurs le reçoivent moins bien.' },
      note: { heading: 'Remarques', meaning: 'Bon à savoir.' },
    },
    withoutError: ({ number, all }) => `${number} messageries sur ${all} sont sans erreur.`,
    nothing: 'Rien n’a été trouvé.',
    line: ({ number }) => `Ligne ${number}`,
    inHeader: ({ number }) => `En-tête, ligne ${number}`,
    inText: ({ number }) => `Partie texte, ligne ${number}`,
    in: 'dans',
    andMore: ({ number }) => `et ${number} autres`,
    sample: 'Aa',
    running: 'Certaines mesures sont encore en cours. La page se recharge d’elle-même.',
    fix: 'Peut être corrigé :',
    inbox: 'Dans la boîte de réception',
    notDone: 'Non vérifié',
    statuses: {
      running: 'est encore en cours',
      failed: 'n’a pas pu être vérifié',
      unavailable: 'n’existe pas ici',
      not_applicable: 'ne s’applique pas',
    },
  },
} satisfies Texts<typeof en>
