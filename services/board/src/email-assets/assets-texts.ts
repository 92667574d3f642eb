import type { Texts } from '@pas/pages/languages'

const en = {
  title: 'Images and other files',
  lost: ({ lost, all, isOne }: { lost: string; all: string; isOne: boolean }) =>
    isOne
      ? 'The only image or other file could not be fetched'
      : `${lost} of ${all} images and other files could not be fetched`,
  andOthers: ({ number, isOne }: { number: string; isOne: boolean }) =>
    isOne ? 'and another reason' : `and ${number} other reasons`,
  allKept: ({ number, isOne }: { number: string; isOne: boolean }) =>
    isOne
      ? 'The only image or other file was fetched.'
      : `All ${number} images and other files were fetched.`,
  none: 'The email refers to no images or other files.',
  show: 'Show',
  fetchAgain: 'Fetch again',
  fetchAgainHint:
    'An email is fetched once. Fetching again makes a new version, which keeps what was fetched, and draws it in the same email clients.',
  size: ({ kib }: { kib: string }) => `${kib} KiB`,
  line: ({ number }: { number: string }) => `line ${number}`,
  /** By the API's name (docs/contract.md §4.5). */
  reasons: {
    relative: 'the address is relative, and the email has no <base>',
    url: 'the address is not valid, or not one that may be fetched',
    missing_part: 'the message has no part with this Content-ID',
    no_public_address: 'the host has no public address',
    no_public_names: 'this network does not know the host',
    certificate: 'the host’s certificate is not valid',
    connection: 'the connection failed',
    redirects: 'there were too many redirects',
    too_slow: 'it did not arrive within 5 seconds',
    status: 'the host answered with an error',
    encoding: 'the answer is not what its Content-Encoding says',
    too_large: 'it is larger than 8 MiB',
    type: 'it is neither an image, a style sheet nor a font',
    dimensions: 'it is an image without a size, or with too many pixels',
    budget: 'the email’s own time or bytes were spent',
    too_many: 'the email refers to more than 500',
    busy: 'this service was too busy to fetch it',
    counts_an_open: 'it counts openings, so it was not asked for',
  },
}

export const assetsTexts = {
  en,
  de: {
    title: 'Bilder und andere Dateien',
    lost: ({ lost, all, isOne }) =>
      isOne
        ? 'Das einzige Bild oder die einzige andere Datei ließ sich nicht abrufen'
        : `${lost} von ${all} Bildern und anderen Dateien ließen sich nicht abrufen`,
    andOthers: ({ number, isOne }) => (isOne ? 'und ein weiterer Grund' : `und ${number} weitere Gründe`),
    allKept: ({ number, isOne }) =>
      isOne
        ? 'Das einzige Bild oder die einzige andere Datei wurde abgerufen.'
        : `Alle ${number} Bilder und anderen Dateien wurden abgerufen.`,
    none: 'Die E-Mail verweist auf keine Bilder oder anderen Dateien.',
    show: 'Zeigen',
    fetchAgain: 'Noch einmal abrufen',
    fetchAgainHint:
      'Eine E-Mail wird einmal abgerufen. Ein neuer Abruf macht eine neue Fassung, die behält, was da ist, und zeichnet sie in denselben E-Mail-Programmen.',
    size: ({ kib }) => `${kib} KiB`,
    line: ({ number }) => `Zeile ${number}`,
    reasons: {
      relative: 'die Adresse ist relativ, und die E-Mail hat kein <base>',
      url: 'die Adresse ist ungültig oder keine, die abgerufen werden darf',
      missing_part: 'die Nachricht hat keinen Teil mit dieser Content-ID',
      no_public_address: 'der Host hat keine öffentliche Adresse',
      no_public_names: 'dieses Netz kennt den Host nicht',
      certificate: 'das Zertifikat des Hosts ist ungültig',
      connection: 'die Verbindung kam nicht zustande',
      redirects: 'es gab zu viele Weiterleitungen',
      too_slow: 'es kam nicht binnen 5 Sekunden an',
      status: 'der Host antwortete mit einem Fehler',
      encoding: 'die Antwort entspricht nicht ihrem Content-Encoding',
      too_large: 'es ist größer als 8 MiB',
      type: 'es ist weder ein Bild noch ein Stylesheet noch eine Schrift',
      dimensions: 'es ist ein Bild ohne Größe oder mit zu vielen Pixeln',
      budget: 'Zeit oder Umfang der E-Mail waren aufgebraucht',
      too_many: 'die E-Mail verweist auf mehr als 500',
      busy: 'der Dienst war zu beschäftigt, um es abzurufen',
      counts_an_open: 'es zählt Öffnungen und wurde deshalb nicht abgerufen',
    },
  },
  fr: {
    title: 'Images et autres fichiers',
    lost: ({ lost, all, isOne }) =>
      isOne
        ? 'La seule image ou le seul autre fichier n’a pas pu être récupéré'
        : `${lost} images et autres fichiers sur ${all} n’ont pas pu être récupérés`,
    andOthers: ({ number, isOne }) => (isOne ? 'et une autre raison' : `et ${number} autres raisons`),
    allKept: ({ number, isOne }) =>
      isOne
        ? 'La seule image ou le seul autre fichier a été récupéré.'
        : `Les ${number} images et autres fichiers ont tous été récupérés.`,
    none: 'L’e-mail ne se réfère à aucune image ni à aucun autre fichier.',
    show: 'Afficher',
    fetchAgain: 'Récupérer à nouveau',
    fetchAgainHint:
      'Un e-mail est récupéré une seule fois. Récupérer à nouveau en fait une nouvelle version, qui garde ce qui est là, et la dessine dans les mêmes messageries.',
    size: ({ kib }) => `${kib} Kio`,
    line: ({ number }) => `ligne ${number}`,
    reasons: {
      relative: 'l’adresse est relative, et l’e-mail n’a pas de <base>',
      url: 'l’adresse n’est pas valide, ou ne peut pas être appelée',
      missing_part: 'le message n’a pas de partie avec ce Content-ID',
      no_public_address: 'l’hôte n’a pas d’adresse publique',
      no_public_names: 'ce réseau ne connaît pas l’hôte',
      certificate: 'le certificat de l’hôte n’est pas valide',
      connection: 'la connexion a échoué',
      redirects: 'il y avait trop de redirections',
      too_slow: 'la réponse n’est pas arrivée en 5 secondes',
      status: 'l’hôte a répondu par une erreur',
      encoding: 'la réponse ne correspond pas à son Content-Encoding',
      too_large: 'le fichier dépasse 8 Mio',
      type: 'ce n’est ni une image, ni une feuille de style, ni une police',
      dimensions: 'l’image est sans taille, ou a trop de pixels',
      budget: 'le temps ou le volume de l’e-mail était épuisé',
      too_many: 'l’e-mail se réfère à plus de 500 fichiers',
      busy: 'le service était trop occupé pour le récupérer',
      counts_an_open: 'elle compte les ouvertures et n’a donc pas été demandée',
    },
  },
} satisfies Texts<typeof en>
