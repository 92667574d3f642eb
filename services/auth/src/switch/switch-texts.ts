import { formatNumber, type Texts } from '@pas/pages/languages'

const en = {
  title: 'Switch user',
  mayAct: ({ account }: { account: string }) =>
    `You may act as any user of the accounts that belong to ${account} without a password. A bar at the top of each page says so meanwhile, and leads you back.`,
  nobody: ({ account }: { account: string }) =>
    `No other account belongs to ${account}, so there is nobody you can switch to without a password.`,
  searchLabel: 'Name, e-mail address or account',
  search: 'Search',
  showEverybody: 'Show everybody',
  noUsers: 'There are no users yet.',
  nobodyFound: 'Nobody found. Use fewer words, or show everybody.',
  pages: 'Pages',
  previous: 'Previous page',
  next: 'Next page',
  pageOf: ({ page, pages, users }: { page: number; pages: number; users: number }) =>
    `Page ${formatNumber('en', page)} of ${formatNumber('en', pages)}, ${formatNumber('en', users)} users`,
  switch: 'Switch',
  switchTo: ({ user }: { user: string }) => `Switch to ${user}`,
  somebodyElse: 'Somebody else',
  somebodyElseHint: 'Sign out here, and sign in with the other user’s e-mail address and password.',
  signInAsSomebodyElse: 'Sign in as somebody else',
  mayNotSwitch:
    'You may not switch to this user. Go to “Switch user” to see whom you can switch to, or sign in as somebody else.',
}

export const switchTexts = {
  en,
  de: {
    title: 'Benutzer wechseln',
    mayAct: ({ account }) =>
      `Sie können ohne Passwort als jeder Benutzer der Konten handeln, die zu ${account} gehören. Eine Leiste oben auf jeder Seite zeigt das währenddessen an und führt Sie zurück.`,
    nobody: ({ account }) =>
      `Zu ${account} gehört kein anderes Konto, deshalb können Sie ohne Passwort zu niemandem wechseln.`,
    searchLabel: 'Name, E-Mail-Adresse oder Konto',
    search: 'Suchen',
    showEverybody: 'Alle anzeigen',
    noUsers: 'Es gibt noch keine Benutzer.',
    nobodyFound: 'Niemand gefunden. Suchen Sie mit weniger Wörtern, oder zeigen Sie alle an.',
    pages: 'Seiten',
    previous: 'Vorherige Seite',
    next: 'Nächste Seite',
    pageOf: ({ page, pages, users }) =>
      `Seite ${formatNumber('de', page)} von ${formatNumber('de', pages)}, ${formatNumber('de', users)} Benutzer`,
    switch: 'Wechseln',
    switchTo: ({ user }) => `Zu ${user} wechseln`,
    somebodyElse: 'Jemand anderes',
    somebodyElseHint:
      'Melden Sie sich hier ab und mit E-Mail-Adresse und Passwort des anderen Benutzers wieder an.',
    signInAsSomebodyElse: 'Als jemand anderes anmelden',
    mayNotSwitch:
      'Zu diesem Benutzer dürfen Sie nicht wechseln. Unter „Benutzer wechseln“ sehen Sie, zu wem Sie wechseln können; oder melden Sie sich als jemand anderes an.',
  },
  fr: {
    title: 'Changer d’utilisateur',
    mayAct: ({ account }) =>
      `Vous pouvez agir sans mot de passe au nom de tout utilisateur des comptes rattachés à ${account}. Pendant ce temps, un bandeau en haut de chaque page le signale et vous ramène à votre identité.`,
    nobody: ({ account }) =>
      `Aucun compte n’est rattaché à ${account}\u202f: vous ne pouvez donc changer d’utilisateur sans mot de passe.`,
    searchLabel: 'Nom, adresse e-mail ou compte',
    search: 'Rechercher',
    showEverybody: 'Tout afficher',
    noUsers: 'Il n’y a pas encore d’utilisateur.',
    nobodyFound: 'Aucun résultat. Cherchez avec moins de mots, ou affichez tout.',
    pages: 'Pages',
    previous: 'Page précédente',
    next: 'Page suivante',
    pageOf: ({ page, pages, users }) =>
      `Page ${formatNumber('fr', page)} sur ${formatNumber('fr', pages)}, ${formatNumber('fr', users)} utilisateurs`,
    switch: 'Changer',
    switchTo: ({ user }) => `Agir en tant que ${user}`,
    somebodyElse: 'Quelqu’un d’autre',
    somebodyElseHint:
      'Déconnectez-vous ici, puis connectez-vous avec l’adresse e-mail et le mot de passe de l’autre utilisateur.',
    signInAsSomebodyElse: 'Se connecter sous un autre nom',
    mayNotSwitch:
      'Vous ne pouvez pas prendre la place de cet utilisateur. Sous «\u00a0Changer d’utilisateur\u00a0», vous voyez ceux que vous pouvez choisir\u202f; sinon, connectez-vous sous un autre nom.',
  },
} satisfies Texts<typeof en>
