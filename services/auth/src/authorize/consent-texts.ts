import type { Texts } from '@pas/pages/languages'

const en = {
  title: ({ application }: { application: string }) => `Allow ${application}?`,
  heading: 'Allow {application} to act for you?',
  headingFor: 'Allow {application} to act for {user}?',
  asks: '{application} by {maker} asks to use all features on your behalf:',
  asksFor: '{application} by {maker} asks to use all features on behalf of {user}:',
  uses: 'create emails and see their previews, with the usage counted to your account',
  usesFor: 'create emails and see their previews, with the usage counted to {account}',
  reads: 'read your name and your choice of email clients',
  readsFor: 'read the user’s name and choice of email clients',
  lasts: 'go on doing so until you disconnect it under Applications',
  signedInAs: 'You are signed in as',
  actingAs: 'You act as',
  answerGoesTo: 'Your answer goes to',
  notForOther:
    '{application} opens only for the user who signed in here, and not for {user}. Go back to your own user to open it.',
  allow: 'Allow',
  decline: 'Do not allow',
  notYou: 'Not you, or the wrong account? You can sign in as somebody else and come back to this question.',
  anotherUser: 'Use another user',
}

export const consentTexts = {
  en,
  de: {
    title: ({ application }) => `${application} erlauben?`,
    heading: 'Darf {application} in Ihrem Namen handeln?',
    headingFor: 'Darf {application} im Namen von {user} handeln?',
    asks: '{application} von {maker} möchte alle Funktionen in Ihrem Namen nutzen:',
    asksFor: '{application} von {maker} möchte alle Funktionen im Namen von {user} nutzen:',
    uses: 'E-Mails anlegen und ihre Vorschauen ansehen; die Nutzung zählt auf Ihr Konto',
    usesFor: 'E-Mails anlegen und ihre Vorschauen ansehen; die Nutzung zählt auf das Konto {account}',
    reads: 'Ihren Namen und Ihre Auswahl von E-Mail-Programmen lesen',
    readsFor: 'Namen und Auswahl der E-Mail-Programme dieses Benutzers lesen',
    lasts: 'das so lange tun, bis Sie die Anwendung unter „Anwendungen“ trennen',
    signedInAs: 'Sie sind angemeldet als',
    actingAs: 'Sie handeln als',
    answerGoesTo: 'Ihre Antwort geht an',
    notForOther:
      '{application} öffnet sich nur für den Benutzer, der sich hier angemeldet hat, und nicht für {user}. Wechseln Sie zu Ihrem eigenen Benutzer zurück, um die Anwendung zu öffnen.',
    allow: 'Erlauben',
    decline: 'Nicht erlauben',
    notYou:
      'Das sind nicht Sie, oder es ist das falsche Konto? Sie können sich als jemand anderes anmelden und kommen dann zu dieser Frage zurück.',
    anotherUser: 'Anderen Benutzer verwenden',
  },
  fr: {
    title: ({ application }) => `Autoriser ${application}\u202f?`,
    heading: 'Autoriser {application} à agir en votre nom\u202f?',
    headingFor: 'Autoriser {application} à agir au nom de {user}\u202f?',
    asks: '{application}, de {maker}, demande à utiliser toutes les fonctions en votre nom\u00a0:',
    asksFor: '{application}, de {maker}, demande à utiliser toutes les fonctions au nom de {user}\u00a0:',
    uses: 'créer des e-mails et en voir les aperçus, l’utilisation étant comptée sur votre compte',
    usesFor: 'créer des e-mails et en voir les aperçus, l’utilisation étant comptée sur le compte {account}',
    reads: 'lire votre nom et votre choix de clients de messagerie',
    readsFor: 'lire le nom et le choix de clients de messagerie de cet utilisateur',
    lasts: 'continuer ainsi jusqu’à ce que vous la déconnectiez sous «\u00a0Applications\u00a0»',
    signedInAs: 'Votre identité',
    actingAs: 'Vous agissez en tant que',
    answerGoesTo: 'Votre réponse est envoyée à',
    notForOther:
      '{application} ne s’ouvre que pour l’utilisateur qui s’est connecté ici, et non pour {user}. Revenez à votre propre utilisateur pour l’ouvrir.',
    allow: 'Autoriser',
    decline: 'Refuser',
    notYou:
      'Ce n’est pas vous, ou pas le bon compte\u202f? Vous pouvez vous connecter sous un autre nom et revenir à cette question.',
    anotherUser: 'Utiliser un autre compte',
  },
} satisfies Texts<typeof en>
