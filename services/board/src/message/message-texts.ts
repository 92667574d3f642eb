import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'Message',
  download: 'Download .eml',
  noMessage:
    'This email did not come as a message, or its content is erased, which happens after 48 hours. Its pictures stay.',
  header: 'Header',
  raw: 'As it was sent',
  cutField: ({ size }: { size: string }) => `The beginning of ${size}.`,
  fieldsLeftOut: ({ number }: { number: string }) => `${number} more fields are in the file.`,
  text: 'Text part',
  noText: 'It has no plain text.',
  textLeftOut: ({ number }: { number: string }) => `${number} more characters are in the file.`,
  attachments: 'Attachments',
  noAttachments: 'None.',
  unnamed: 'Without a name',
  structure: 'Structure',
  partsLeftOut: ({ number }: { number: string }) => `${number} parts are nested too deeply to be shown.`,
}

export type MessageTexts = typeof en

export const messageTexts = {
  en,
  de: {
    title: 'Nachricht',
    download: '.eml herunterladen',
    noMessage:
      'Diese E-Mail kam nicht als Nachricht, oder ihr Inhalt ist gelöscht, wie nach 48 Stunden. Ihre Bilder bleiben.',
    header: 'Kopfzeilen',
    raw: 'Wie gesendet',
    cutField: ({ size }) => `Der Anfang von ${size}.`,
    fieldsLeftOut: ({ number }) => `${number} weitere Felder stehen in der Datei.`,
    text: 'Textteil',
    noText: 'Sie hat keinen reinen Text.',
    textLeftOut: ({ number }) => `${number} weitere Zeichen stehen in der Datei.`,
    attachments: 'Anhänge',
    noAttachments: 'Keine.',
    unnamed: 'Ohne Namen',
    structure: 'Aufbau',
    partsLeftOut: ({ number }) => `${number} Teile sind zu tief verschachtelt, um gezeigt zu werden.`,
  },
  fr: {
    title: 'Message',
    download: 'Télécharger le .eml',
    noMessage:
      'Cet e-mail n’est pas arrivé comme message, ou son contenu est effacé, ce qui se fait après 48 heures. Ses images restent.',
    header: 'En-têtes',
    raw: 'Tel qu’envoyé',
    cutField: ({ size }) => `Le début de ${size}.`,
    fieldsLeftOut: ({ number }) => `${number} autres champs sont dans le fichier.`,
    text: 'Partie texte',
    noText: 'Il n’a pas de texte brut.',
    textLeftOut: ({ number }) => `${number} autres caractères sont dans le fichier.`,
    attachments: 'Pièces jointes',
    noAttachments: 'Aucune.',
    unnamed: 'Sans nom',
    structure: 'Structure',
    partsLeftOut: ({ number }) => `${number} parties sont trop imbriquées pour être affichées.`,
  },
} satisfies Texts<typeof en>
