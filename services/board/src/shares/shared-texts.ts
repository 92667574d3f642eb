import type { Texts } from '@pas/pages/languages'

const en = {
  not_found:
    'There is no such link, or it ended more than 30 days ago. Check its address, or ask the sender for a new one.',
  link_expired:
    'Its time is over, or it was revoked, or the person or application that made it may no longer share. Ask the person who sent it to you for a new one.',
  noChecks: 'This link shows the pictures, and not the checks.',
  noSource: 'This link shows the pictures, and not the source.',
  source: 'Source',
}

export const sharedTexts = {
  en,
  de: {
    not_found:
      'Diesen Link gibt es nicht, oder er endete vor mehr als 30 Tagen. Prüfen Sie seine Adresse, oder bitten Sie die Person, die ihn geteilt hat, um einen neuen.',
    link_expired:
      'Seine Zeit ist um, oder er wurde widerrufen, oder die Person oder Anwendung, die ihn erstellt hat, darf nicht mehr teilen. Bitten Sie die Person, die ihn geschickt hat, um einen neuen.',
    noChecks: 'Dieser Link zeigt die Bilder, aber nicht die Prüfungen.',
    noSource: 'Dieser Link zeigt die Bilder, aber nicht den Quelltext.',
    source: 'Quelltext',
  },
  fr: {
    not_found:
      'Ce lien n’existe pas, ou il a pris fin il y a plus de 30 jours. Vérifiez son adresse, ou demandez-en un nouveau à la personne qui l’a partagé.',
    link_expired:
      'Son temps est écoulé, ou il a été révoqué, ou la personne ou l’application qui l’a créé ne peut plus partager. Demandez-en un nouveau à la personne qui vous l’a envoyé.',
    noChecks: 'Ce lien montre les images, mais pas les vérifications.',
    noSource: 'Ce lien montre les images, mais pas le code source.',
    source: 'Code source',
  },
} satisfies Texts<typeof en>
