import type { Texts } from '@pas/pages/languages'

interface PictureTexts {
  zoom: string
  fit: string
  theme: string
  light: string
  dark: string
  images: string
  allowed: string
  blocked: string
  held: string
  vertical: string
  horizontal: string
  compare: string
  previous: string
  next: string
  position: (values: { at: string; of: string }) => string
  altPicture: (values: { name: string; subject: string }) => string
  waiting: string
  notDrawn: string
  draw: string
  drawAgain: string
  failed: string
  gone: string
  whatChanged: string
  changesNothing: string
  changesNothingVisible: string
  notComputed: string
  effects: Record<'other_clients' | 'none', string>
  more: (values: { number: string }) => string
  instead: string
  noChanges: string
  changesLate: string
  noPlace: string
  times: (values: { number: string }) => string
  facts: string
  fidelity: string
  engine: string
  asOf: string
  confidence: string
  confidences: Record<'measured' | 'documented' | 'assumed', string>
  size: string
  truncated: string
  clipped: string
  drawn: string
  openPicture: string
}

export const pictureTexts = {
  en: {
    zoom: 'Size',
    fit: 'Fit',
    theme: 'Theme',
    light: 'Light',
    dark: 'Dark',
    images: 'Remote images',
    allowed: 'Images',
    blocked: 'Blocked',
    held: 'How the device is held',
    vertical: 'Upright',
    horizontal: 'Sideways',
    compare: 'Compare',
    previous: 'Previous picture',
    next: 'Next picture',
    position: ({ at, of }) => `${at} of ${of}`,
    altPicture: ({ name, subject }) => `“${subject}” in ${name}`,
    waiting: 'This picture is being drawn.',
    notDrawn: 'This picture has not been drawn yet.',
    draw: 'Draw it',
    drawAgain: 'Draw again',
    failed: 'This picture could not be drawn.',
    gone: 'This picture does not exist, and its email takes no new ones: its content is erased after 48 hours.',
    whatChanged: 'What changed',
    changesNothing: 'This email client changes nothing in this email.',
    changesNothingVisible: 'Nothing that this email client changes is seen in the picture.',
    notComputed: 'Not computed: this is the program itself.',
    effects: { other_clients: 'Written for other email clients', none: 'Without a visible effect' },
    more: ({ number }) => `${number} more`,
    instead: 'Instead:',
    noChanges:
      'What this email client changed is known for 48 hours, as long as the content of the email is kept.',
    changesLate: 'This could not be worked out in time. Load the page again.',
    noPlace: 'no single place',
    times: ({ number }) => `${number} times`,
    facts: 'Facts',
    fidelity: 'Fidelity',
    engine: 'Drawn by',
    asOf: 'Rules as of',
    confidence: 'Confidence',
    confidences: {
      measured: 'measured: its pictures stand beside real ones, or the program itself makes them',
      documented: 'documented: its rules come from published tests or texts',
      assumed: 'assumed: its rules are those of its nearest relative',
    },
    size: 'Size',
    truncated: 'This picture is cut: the message is larger than the 16,384 pixels that a picture may have.',
    clipped:
      'Behind its end, this email client cuts the message, too, and shows “[Message clipped]” with a link to the rest.',
    drawn: 'Drawn',
    openPicture: 'Open the picture alone',
  },
  de: {
    zoom: 'Größe',
    fit: 'Einpassen',
    theme: 'Farbschema',
    light: 'Hell',
    dark: 'Dunkel',
    images: 'Externe Bilder',
    allowed: 'Mit Bildern',
    blocked: 'Ohne Bilder',
    held: 'Haltung des Geräts',
    vertical: 'Hochkant',
    horizontal: 'Quer',
    compare: 'Vergleichen',
    previous: 'Voriges Bild',
    next: 'Nächstes Bild',
    position: ({ at, of }) => `${at} von ${of}`,
    altPicture: ({ name, subject }) => `„${subject}“ in ${name}`,
    waiting: 'Dieses Bild wird gerade gezeichnet.',
    notDrawn: 'Dieses Bild ist noch nicht gezeichnet.',
    draw: 'Zeichnen',
    drawAgain: 'Noch einmal zeichnen',
    failed: 'Dieses Bild konnte nicht gezeichnet werden.',
    gone: 'Dieses Bild gibt es nicht, und die E-Mail nimmt keine neuen an: Ihr Inhalt wird nach 48 Stunden gelöscht.',
    whatChanged: 'Was sich ändert',
    changesNothing: 'Dieses E-Mail-Programm ändert nichts an dieser E-Mail.',
    changesNothingVisible: 'Nichts, was dieses E-Mail-Programm ändert, ist im Bild zu sehen.',
    notComputed: 'Nicht ermittelt: Hier zeichnet das Programm selbst.',
    effects: { other_clients: 'Für andere E-Mail-Programme geschrieben', none: 'Ohne sichtbare Wirkung' },
    more: ({ number }) => `${number} weitere`,
    instead: 'Stattdessen:',
    noChanges:
      'Was dieses E-Mail-Programm geändert hat, ist 48 Stunden lang bekannt, solange der Inhalt der E-Mail aufbewahrt wird.',
    changesLate: 'Das ließ sich nicht rechtzeitig ermitteln. Laden Sie die Seite noch einmal.',
    noPlace: 'an keiner einzelnen Stelle',
    times: ({ number }) => `${number}-mal`,
    facts: 'Angaben',
    fidelity: 'Treue',
    engine: 'Gezeichnet von',
    asOf: 'Stand der Regeln',
    confidence: 'Verlässlichkeit',
    confidences: {
      measured: 'gemessen: mit echten Bildern verglichen oder vom Programm selbst gezeichnet',
      documented: 'belegt: die Regeln stammen aus veröffentlichten Tests oder Texten',
      assumed: 'angenommen: die Regeln sind die des nächsten Verwandten',
    },
    size: 'Größe',
    truncated:
      'Dieses Bild ist abgeschnitten: Die Nachricht ist größer als die 16.384 Pixel, die ein Bild haben darf.',
    clipped:
      'Hinter seinem Ende schneidet auch dieses E-Mail-Programm die Nachricht ab und zeigt „[Message clipped]“ mit einem Link zum Rest.',
    drawn: 'Gezeichnet',
    openPicture: 'Nur das Bild öffnen',
  },
  fr: {
    zoom: 'Taille',
    fit: 'Ajuster',
    theme: 'Thème',
    light: 'Clair',
    dark: 'Sombre',
    images: 'Images distantes',
    allowed: 'Avec images',
    blocked: 'Bloquées',
    held: 'Tenue de l’appareil',
    vertical: 'Debout',
    horizontal: 'Couché',
    compare: 'Comparer',
    previous: 'Image précédente',
    next: 'Image suivante',
    position: ({ at, of }) => `${at} sur ${of}`,
    altPicture: ({ name, subject }) => `« ${subject} » dans ${name}`,
    waiting: 'Cette image est en cours de dessin.',
    notDrawn: 'Cette image n’est pas encore dessinée.',
    draw: 'La dessiner',
    drawAgain: 'Dessiner à nouveau',
    failed: 'Cette image n’a pas pu être dessinée.',
    gone: 'Cette image n’existe pas, et son e-mail n’en accepte plus : son contenu est effacé après 48 heures.',
    whatChanged: 'Ce qui change',
    changesNothing: 'Cette messagerie ne change rien à cet e-mail.',
    changesNothingVisible: 'Rien de ce que cette messagerie change ne se voit sur l’image.',
    notComputed: 'Non établi : c’est le programme lui-même qui dessine.',
    effects: { other_clients: 'Écrit pour d’autres messageries', none: 'Sans effet visible' },
    more: ({ number }) => `${number} autres`,
    instead: 'À la place :',
    noChanges:
      'Ce que cette messagerie a changé est connu pendant 48 heures, tant que le contenu de l’e-mail est conservé.',
    changesLate: 'Cela n’a pas pu être établi à temps. Rechargez la page.',
    noPlace: 'aucun endroit précis',
    times: ({ number }) => `${number} fois`,
    facts: 'Détails',
    fidelity: 'Fidélité',
    engine: 'Dessinée par',
    asOf: 'Règles au',
    confidence: 'Confiance',
    confidences: {
      measured: 'mesurée : comparée à de vraies images, ou dessinée par le programme lui-même',
      documented: 'documentée : ses règles viennent de tests ou de textes publiés',
      assumed: 'supposée : ses règles sont celles de son plus proche parent',
    },
    size: 'Dimensions',
    truncated:
      'Cette image est coupée : le message est plus grand que les 16 384 pixels qu’une image peut avoir.',
    clipped:
      'Après sa fin, cette messagerie coupe aussi le message et affiche « [Message clipped] » avec un lien vers la suite.',
    drawn: 'Dessinée',
    openPicture: 'Ouvrir l’image seule',
  },
} satisfies Texts<PictureTexts>
