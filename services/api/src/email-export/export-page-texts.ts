import type { Texts } from '@pas/pages/languages'

export interface ExportTexts {
  title: string
  noSubject: string
  from: string
  reference: string
  uploaded: string
  email: string
  pictures: (count: number) => string
  picture: (name: string, options: string) => string
  options: (options: { orientation: string; images: string }) => string
  cutOff: string
  withoutPicture: string
  waiting: string
  lost: string
  changes: string
  erased: string
  late: string
  noChanges: string
  effects: Record<'other_clients' | 'none', string>
  first: (shown: number, all: number) => string
  allChanges: string
  what: string
  where: string
  times: string
  emailClients: string
  checks: string
  findings: (counts: { error: number; warning: number; note: number }) => string
  source: string
  sourceFiles: string
}

export const exportTexts: Texts<ExportTexts> = {
  en: {
    title: 'Email previews',
    noSubject: 'Email without a subject',
    from: 'From',
    reference: 'Reference',
    uploaded: 'Uploaded',
    email: 'Email',
    pictures: (count) => (count === 1 ? '1 picture' : `${count} pictures`),
    picture: (name, options) => `The email in ${name}, ${options}`,
    options: ({ orientation, images }) => `${orientation}, images ${images}`,
    cutOff: 'cut off below',
    withoutPicture: 'Without a picture',
    waiting: 'not drawn yet.',
    lost: 'its picture is lost. Open the preview to have it drawn again.',
    changes: 'What the email clients changed',
    erased: 'The email’s content was erased 48 hours after its upload, so this is not known any more.',
    late: 'This could not be worked out in time. Export the email again to have it.',
    noChanges: 'Nothing.',
    effects: { other_clients: 'for other email clients', none: 'without a visible effect' },
    first: (shown, all) => `The first ${shown} of ${all}.`,
    allChanges: 'All changes, for programs:',
    what: 'What',
    where: 'Where',
    times: 'Times',
    emailClients: 'Email clients',
    checks: 'Checks',
    findings: ({ error, warning, note }) =>
      `Errors: ${error}, warnings: ${warning}, notes: ${note}. All of them:`,
    source: 'The email as it was uploaded',
    sourceFiles: 'Text files, so that a double click runs nothing of the email:',
  },
  de: {
    title: 'E-Mail-Vorschauen',
    noSubject: 'E-Mail ohne Betreff',
    from: 'Von',
    reference: 'Referenz',
    uploaded: 'Hochgeladen',
    email: 'E-Mail',
    pictures: (count) => (count === 1 ? '1 Bild' : `${count} Bilder`),
    picture: (name, options) => `Die E-Mail in ${name}, ${options}`,
    options: ({ orientation, images }) =>
      `${orientation === 'vertical' ? 'Hochformat' : 'Querformat'}, Bilder ${images === 'allowed' ? 'geladen' : 'blockiert'}`,
    cutOff: 'unten abgeschnitten',
    withoutPicture: 'Ohne Bild',
    waiting: 'noch nicht gezeichnet.',
    lost: 'Das Bild ist verloren. Öffnen Sie die Vorschau, um es neu zeichnen zu lassen.',
    changes: 'Was die E-Mail-Programme geändert haben',
    erased:
      'Der Inhalt der E-Mail wurde 48 Stunden nach dem Hochladen gelöscht; deshalb ist dies nicht mehr bekannt.',
    late: 'Dies ließ sich nicht rechtzeitig ermitteln. Exportieren Sie die E-Mail noch einmal, um es zu erhalten.',
    noChanges: 'Nichts.',
    effects: { other_clients: 'für andere E-Mail-Programme', none: 'ohne sichtbare Wirkung' },
    first: (shown, all) => `Die ersten ${shown} von ${all}.`,
    allChanges: 'Alle Änderungen, für Programme:',
    what: 'Was',
    where: 'Wo',
    times: 'Anzahl',
    emailClients: 'E-Mail-Programme',
    checks: 'Prüfungen',
    findings: ({ error, warning, note }) =>
      `Fehler: ${error}, Warnungen: ${warning}, Hinweise: ${note}. Alle:`,
    source: 'Die E-Mail, wie sie hochgeladen wurde',
    sourceFiles: 'Textdateien, damit ein Doppelklick nichts aus der E-Mail ausführt:',
  },
  fr: {
    title: 'Aperçus de l’e-mail',
    noSubject: 'E-mail sans objet',
    from: 'De',
    reference: 'Référence',
    uploaded: 'Envoyé au service',
    email: 'E-mail',
    pictures: (count) => (count <= 1 ? `${count} image` : `${count} images`),
    picture: (name, options) => `L’e-mail dans ${name}, ${options}`,
    options: ({ orientation, images }) =>
      `${orientation === 'vertical' ? 'portrait' : 'paysage'}, images ${images === 'allowed' ? 'affichées' : 'bloquées'}`,
    cutOff: 'coupée en bas',
    withoutPicture: 'Sans image',
    waiting: 'pas encore dessiné.',
    lost: 'l’image est perdue. Ouvrez l’aperçu pour la faire redessiner.',
    changes: 'Ce que les messageries ont changé',
    erased: 'Le contenu de l’e-mail a été effacé 48 heures après son envoi ; cela n’est donc plus connu.',
    late: 'Cela n’a pas pu être établi à temps. Exportez de nouveau l’e-mail pour l’obtenir.',
    noChanges: 'Rien.',
    effects: { other_clients: 'pour d’autres messageries', none: 'sans effet visible' },
    first: (shown, all) => `Les ${shown} premiers sur ${all}.`,
    allChanges: 'Tous les changements, pour les programmes :',
    what: 'Quoi',
    where: 'Où',
    times: 'Nombre',
    emailClients: 'Messageries',
    checks: 'Vérifications',
    findings: ({ error, warning, note }) =>
      `Erreurs : ${error}, avertissements : ${warning}, remarques : ${note}. Tout :`,
    source: 'L’e-mail tel que vous l’avez envoyé',
    sourceFiles: 'Des fichiers texte, pour qu’un double-clic n’exécute rien de l’e-mail :',
  },
}
