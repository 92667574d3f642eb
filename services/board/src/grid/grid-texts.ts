import type { Texts } from '@pas/pages/languages'
import type { EmailClientKind } from '@pas/email-clients/email-client'
import { emailTexts, type EmailTexts } from '../email/email-texts'
import type { Variant } from './missing-variants'

export interface GridTexts extends EmailTexts {
  from: string
  /** `left`: hours or minutes. */
  sourceKept: (values: { left: string }) => string
  erased: string
  revisionOf: string
  checks: string
  source: string
  redraw: string
  compare: string
  share: string
  export: string
  /** Holds `{failed}`. */
  failed: string
  states: Record<'live' | 'reconnecting' | 'complete' | 'gone' | 'signedOut', string>
  filters: string
  family: string
  all: string
  families: Record<EmailClientKind, string>
  dark: string
  blocked: string
  /** `button` stands beside the filter of the same variant. */
  drawMore: Record<Variant | 'button', (values: { number: string }) => string>
  onlyFailed: string
  find: string
  apply: string
  view: string
  grid: string
  full: string
  /** `many` holds `{number}`. */
  changes: { one: string; many: string; unknown: string }
  nothingShown: string
  showAll: string
  nothingAsked: string
  unavailable: (values: { number: string }) => string
  /** Holds `{number}`. */
  picked: string
  pickAnother: string
  keys: string
  keysHint: readonly (readonly [string, string])[]
  keysAnywhere: string
  close: string
  keyList: readonly (readonly [string, string])[]
}

export const gridTexts = {
  en: {
    ...emailTexts.en,
    from: 'from',
    sourceKept: ({ left }) => `the source is kept for another ${left}`,
    erased: 'its content is erased; the pictures stay',
    revisionOf: 'new version of an earlier email',
    checks: 'Checks',
    source: 'Source',
    redraw: 'Redraw',
    compare: 'Compare',
    share: 'Share',
    export: 'Export',
    failed: '{failed} failed',
    states: {
      live: 'live',
      reconnecting: 'reconnecting',
      complete: 'complete',
      gone: 'deleted',
      signedOut: 'signed out',
    },
    filters: 'Filters',
    family: 'Kind of email client',
    all: 'All',
    families: { desktop: 'Desktop', web: 'Web', mobile: 'Mobile', text: 'Text' },
    dark: 'Dark',
    blocked: 'Images blocked',
    drawMore: {
      button: ({ number }) => `+${number} more`,
      dark: ({ number }) => `Dark: draw ${number} more`,
      blocked: ({ number }) => `Images blocked: draw ${number} more`,
    },
    onlyFailed: 'Failed',
    find: 'Find a client',
    apply: 'Find',
    view: 'Size of the pictures',
    grid: 'Grid',
    full: 'Full length',
    changes: {
      one: '1 visible change',
      many: '{number} visible changes',
      unknown: 'Changes not computed',
    },
    nothingShown: 'No picture matches these filters.',
    showAll: 'Show all',
    nothingAsked: 'This email has not been drawn in any email client yet.',
    unavailable: ({ number }) => `${number} email clients are unavailable`,
    picked: '{number} chosen for comparing',
    pickAnother: 'Choose another picture to compare it with.',
    keys: 'Keys',
    keysHint: [
      ['/', 'finds'],
      ['c', 'compares'],
    ],
    keysAnywhere: '/, c and ? work anywhere on the page, not only on a tile',
    close: 'Close',
    keyList: [
      ['← → ↑ ↓', 'go from tile to tile'],
      ['Enter', 'opens the picture'],
      ['Esc', 'returns to the same tile'],
      ['c', 'compares the tile with another'],
      ['/', 'finds an email client'],
      ['?', 'shows these keys'],
    ],
  },
  de: {
    ...emailTexts.de,
    from: 'von',
    sourceKept: ({ left }) => `der Quelltext bleibt noch ${left}`,
    erased: 'der Inhalt ist gelöscht; die Bilder bleiben',
    revisionOf: 'neue Fassung einer früheren E-Mail',
    checks: 'Prüfungen',
    source: 'Quelltext',
    redraw: 'Neu zeichnen',
    compare: 'Vergleichen',
    share: 'Teilen',
    export: 'Exportieren',
    failed: '{failed} fehlgeschlagen',
    states: {
      live: 'aktuell',
      reconnecting: 'Verbindung wird wiederhergestellt',
      complete: 'vollständig',
      gone: 'gelöscht',
      signedOut: 'abgemeldet',
    },
    filters: 'Filter',
    family: 'Art des E-Mail-Programms',
    all: 'Alle',
    families: { desktop: 'Computer', web: 'Web', mobile: 'Mobil', text: 'Nur Text' },
    dark: 'Dunkel',
    blocked: 'Ohne Bilder',
    drawMore: {
      button: ({ number }) => `+${number} weitere`,
      dark: ({ number }) => `Dunkel: ${number} weitere zeichnen`,
      blocked: ({ number }) => `Ohne Bilder: ${number} weitere zeichnen`,
    },
    onlyFailed: 'Fehlgeschlagen',
    find: 'Programm suchen',
    apply: 'Suchen',
    view: 'Größe der Bilder',
    grid: 'Raster',
    full: 'Volle Länge',
    changes: {
      one: '1 sichtbare Änderung',
      many: '{number} sichtbare Änderungen',
      unknown: 'Änderungen nicht ermittelt',
    },
    nothingShown: 'Kein Bild passt zu diesen Filtern.',
    showAll: 'Alle zeigen',
    nothingAsked: 'Diese E-Mail wurde noch in keinem E-Mail-Programm gezeichnet.',
    unavailable: ({ number }) => `${number} E-Mail-Programme sind nicht verfügbar`,
    picked: '{number} zum Vergleichen gewählt',
    pickAnother: 'Wählen Sie ein weiteres Bild zum Vergleichen.',
    keys: 'Tasten',
    keysHint: [
      ['/', 'sucht'],
      ['c', 'vergleicht'],
    ],
    keysAnywhere: '/, c und ? wirken überall auf der Seite, nicht nur auf einer Kachel',
    close: 'Schließen',
    keyList: [
      ['← → ↑ ↓', 'von Kachel zu Kachel'],
      ['Eingabe', 'öffnet das Bild'],
      ['Esc', 'führt zur selben Kachel zurück'],
      ['c', 'vergleicht die Kachel mit einer anderen'],
      ['/', 'sucht ein E-Mail-Programm'],
      ['?', 'zeigt diese Tasten'],
    ],
  },
  fr: {
    ...emailTexts.fr,
    from: 'de',
    sourceKept: ({ left }) => `son code source est conservé encore ${left}`,
    erased: 'son contenu est effacé ; les images restent',
    revisionOf: 'nouvelle version d’un e-mail antérieur',
    checks: 'Vérifications',
    source: 'Code source',
    redraw: 'Redessiner',
    compare: 'Comparer',
    share: 'Partager',
    export: 'Exporter',
    failed: '{failed} en échec',
    states: {
      live: 'en direct',
      reconnecting: 'reconnexion',
      complete: 'terminé',
      gone: 'supprimé',
      signedOut: 'déconnecté',
    },
    filters: 'Filtres',
    family: 'Type de messagerie',
    all: 'Toutes',
    families: { desktop: 'Bureau', web: 'En ligne', mobile: 'Mobile', text: 'Texte seul' },
    dark: 'Sombre',
    blocked: 'Images bloquées',
    drawMore: {
      button: ({ number }) => `+${number} autres`,
      dark: ({ number }) => `Sombre : en dessiner ${number} de plus`,
      blocked: ({ number }) => `Images bloquées : en dessiner ${number} de plus`,
    },
    onlyFailed: 'En échec',
    find: 'Chercher une messagerie',
    apply: 'Chercher',
    view: 'Taille des images',
    grid: 'Grille',
    full: 'Pleine longueur',
    changes: {
      one: '1 modification visible',
      many: '{number} modifications visibles',
      unknown: 'Modifications non établies',
    },
    nothingShown: 'Aucune image ne correspond à ces filtres.',
    showAll: 'Tout afficher',
    nothingAsked: 'Cet e-mail n’a encore été dessiné dans aucune messagerie.',
    unavailable: ({ number }) => `${number} messageries ne sont pas disponibles`,
    picked: '{number} à comparer',
    pickAnother: 'Choisissez une autre image à comparer.',
    keys: 'Touches',
    keysHint: [
      ['/', 'cherche'],
      ['c', 'compare'],
    ],
    keysAnywhere: '/, c et ? agissent partout dans la page, pas seulement sur une vignette',
    close: 'Fermer',
    keyList: [
      ['← → ↑ ↓', 'd’une vignette à l’autre'],
      ['Entrée', 'ouvre l’image'],
      ['Échap', 'revient à la même vignette'],
      ['c', 'compare la vignette à une autre'],
      ['/', 'cherche une messagerie'],
      ['?', 'affiche ces touches'],
    ],
  },
} satisfies Texts<GridTexts>
